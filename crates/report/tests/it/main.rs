//! Pages from published evidence, which must be the published pages, and from evidence of version 3.

mod facts;
mod fixture;
mod other_kinds;
mod published;
mod purity;
mod version_3;
