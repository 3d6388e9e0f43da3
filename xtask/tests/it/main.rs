//! The real command line on real candidates, and on small ones that misbehave.

mod campaign;
mod datasets;
mod exchanges;
mod import;
mod kat;
mod messages;
mod repository;
mod resuming;
mod tidy;
mod unfinished;
mod zoo;
