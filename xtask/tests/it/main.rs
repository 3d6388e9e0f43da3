//! The real command line on real candidates, and on small ones that misbehave.

mod campaign;
mod datasets;
mod exchanges;
mod import;
mod kat;
mod killing;
mod messages;
mod repository;
mod resuming;
mod surroundings;
mod tidy;
mod unfinished;
mod verdicts;
mod zoo;
