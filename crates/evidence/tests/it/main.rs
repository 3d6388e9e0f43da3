//! Tests on published files and on real folders.

mod check;
mod dataset;
mod published;
mod statistics;
mod store;
