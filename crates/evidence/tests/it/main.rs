//! Tests on published files and on real folders.

mod check;
mod dataset;
mod fuzz;
mod memory;
mod published;
mod statistics;
mod store;
