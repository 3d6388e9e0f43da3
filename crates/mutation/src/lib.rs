//! Damaged inputs for tests of parsers, and a bound on what a parser may take.
//!
//! # Why
//! Random bytes are refused by the first check of a parser. Valid inputs with a few faults, made with some knowledge of their
//! structure, reach what lies behind it.
//!
//! # How
//! [`damage_bytes`], [`damage_lines`] and [`damage_json`] are strategies for lists of changes that are applied to a valid input.
//! [`bounded`] runs a test once more as a process of its own with little address space and processor time, so that an
//! allocation or a loop without end fails. [`inputs_of`] reads a corpus.
//!
//! # Known limitations
//! The bounds are those of a whole test process, not of a single input.
//!
//! # Source
//! None; the awkward values are those that readers of sizes, counts and offsets are known to get wrong.
#![forbid(unsafe_code)]

mod bounded;
mod bytes;
mod corpus;
mod json;
mod lines;

pub use bounded::bounded;
pub use bytes::{ByteChange, damage_bytes};
pub use corpus::inputs_of;
pub use json::{JsonChange, damage_json};
pub use lines::{LineChange, damage_lines};
