//! Tests on published files and on real folders.

mod check;
mod published;
mod store;
