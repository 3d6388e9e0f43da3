//! The real command line on real candidates, and on small ones that misbehave.

mod campaign;
mod datasets;
mod exchanges;
mod import;
mod import_packages;
mod import_trials;
mod kat;
mod killing;
mod messages;
mod repository;
mod resuming;
mod surroundings;
mod tidy;
mod toy;
mod unfinished;
mod verdicts;
mod zoo;
