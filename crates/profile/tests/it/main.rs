//! Tests of the crate as a whole.

mod arithmetic;
mod plan;
mod published;
