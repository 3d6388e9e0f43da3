//! Known-answer tests with toy algorithms written in Rust, and with toys that misbehave.

mod canonical;
mod comparison;
mod digests;
mod fuzz;
mod judge;
mod log;
mod misbehaviour;
mod other_kinds;
mod toys;
mod whole_files;
