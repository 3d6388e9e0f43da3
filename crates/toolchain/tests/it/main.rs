//! Tests of the crate as its users see it: real compilers on small C fixtures.

mod builds;
mod cache;
mod candidates;
mod failures;
mod instrumented;
mod project;
mod sanitizers;
mod sizes;
mod tools;
