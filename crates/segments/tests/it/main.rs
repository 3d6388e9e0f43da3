//! Files compiled here, and the same files damaged.

mod compiled;
mod damaged;
mod fixture;
mod fuzz;
