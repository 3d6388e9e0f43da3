//! Behaviour of the pages.

mod csv;
mod disturbed;
mod memory;
mod method;
mod own;
mod published;
mod purity;
mod said;
mod site;
mod synthetic;
