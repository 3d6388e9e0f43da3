//! Tests on published files and on real folders.

mod published;
mod store;
