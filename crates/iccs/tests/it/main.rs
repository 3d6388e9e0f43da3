//! Tests of the crate as a whole: the C code as compiled here, the model, and the two against each other.

mod helpers;
mod names;
mod self_tests;
mod sources;
mod support;
mod vectors;

#[cfg(feature = "library")]
mod counters;
#[cfg(feature = "library")]
mod library;
#[cfg(feature = "library")]
mod refused;
#[cfg(feature = "library")]
mod toys;
