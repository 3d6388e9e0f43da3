//! How much of a candidate's time goes into the placeholder hash functions and the random number generator.
//!
//! `assay-wrap` counts the calls of an operation by shape: function, input length, output length. This crate turns such
//! counts into a [`Profile`]: the share of each function in the operation's ticks, the share of all hash functions
//! together, and calls per operation. Its JSON form is that of the published profiles, so that both can be read, written
//! and checked with the same types. [`Plan`] says how often an operation is to be profiled.
//!
//! # Known limitations
//!
//! * A share is what was seen of it. What the wrappers cannot see is told by [`LowerBound`]; a share with such notes is
//!   to be read as "at least".
//! * Shares are ratios of ticks within one run. The wrappers' bookkeeping is subtracted as it was measured on calls of
//!   nothing ([`Overhead`]); in an operation it may cost a little more, because caches hold other things.
//! * A candidate's own symmetric code is not among the wrapped functions.

#![forbid(unsafe_code)]

mod check;
mod lower_bound;
mod overhead;
mod plan;
mod profile;
mod range;
mod shape;
mod share;

pub use assay_wrap::Function;
pub use check::Discrepancy;
pub use lower_bound::LowerBound;
pub use overhead::Overhead;
pub use plan::Plan;
pub use profile::{Profile, Total};
pub use range::CallRange;
pub use shape::CallShape;
pub use share::{HashShare, Shares};
