//! Behaviour of the pages.

mod memory;
mod own;
mod published;
mod purity;
mod synthetic;
