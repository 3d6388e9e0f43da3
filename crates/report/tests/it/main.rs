//! Behaviour of the pages.

mod own;
mod published;
mod purity;
mod synthetic;
