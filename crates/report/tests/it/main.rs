//! Behaviour of the pages.

mod published;
mod purity;
