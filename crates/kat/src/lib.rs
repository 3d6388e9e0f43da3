//! Known-answer tests of KEMs, key exchanges, signatures and hash functions that follow the ICCS
//! submission interface.
//!
//! # Why
//! A library is only worth measuring when it computes what its submitter says it computes. The
//! official test drivers write a text file from a fixed seed; whoever reproduces that file has the
//! same algorithm. The official drivers trust the code they drive. This crate does not: outputs
//! have guard bytes around them, lengths must be written, inputs must stay as they are, and every
//! record is made twice with other memory contents.
//!
//! # How
//! A candidate is anything that implements [`kem::Kem`], [`kex::Kex`], [`sig::Sig`] or
//! [`hash::Hash`]: a foreign library, or a few lines of Rust in a test. `record` makes one record,
//! independently of the others, as the seeds come from a model of the generator. [`judge`] compares
//! the text with an expected digest ([`digests`]) or with full vectors ([`compare`]), and the result
//! is one [`Verdict`] with a sentence that explains it. PASS needs at least one compared vector.
//!
//! # Known limitations
//! A candidate that keeps state from one record to the next cannot reproduce its file here, as
//! records are made independently; it is reported as not deterministic. A write that jumps over the
//! guard bytes is not seen. Reads past the end are seen only if the caller's [`buffer::Memory`] has
//! pages that fault. Values that happen to equal the memory fill are taken as unwritten only if they
//! change with the fill.
//!
//! # Source
//! The text formats are those of the official ICCS drivers and of the public manifest of digests.
#![forbid(unsafe_code)]

pub mod buffer;
mod call;
pub mod canonical;
pub mod compare;
pub mod digests;
mod failure;
pub mod hash;
pub mod judge;
pub mod kem;
pub mod kex;
pub mod log;
mod record;
pub mod sig;
mod sizes;
mod verdict;

pub use call::{Candidate, LARGEST_BUFFER, Run, Runs, record_seed};
pub use failure::Failure;
pub use record::{Field, Form, Record, Value, write_records};
pub use verdict::{UnknownVerdict, Verdict};

/// Records in a file of a KEM, signature scheme or key exchange.
pub const RECORDS: u64 = 10;
