//! Tests of the crate as a whole.

mod arithmetic;
mod overhead;
mod plan;
mod published;
