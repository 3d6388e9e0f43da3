//! Tests of the crate as its users see it.

mod fuzz;
mod loading;
mod mistakes;
mod repository;
mod selecting;
mod systems;
mod templates;
