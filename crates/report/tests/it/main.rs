//! Behaviour of the pages.

mod disturbed;
mod memory;
mod own;
mod published;
mod purity;
mod said;
mod synthetic;
