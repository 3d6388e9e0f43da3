//! Evidence of measurements: what was measured, where the numbers come from, and how to compute them again.
//!
//! # Why
//! A published number is worth as much as the chance to check it. A record holds the raw results of every process, so
//! that anyone can recompute each statistic from them, and a dataset is a folder of such records.
//!
//! # How
//! [`TimingRecord`], [`ProfileRecord`], [`Build`] and [`Campaign`] are the files of a dataset. They read the published
//! schema 2 and write schema 3, a superset; members they do not know are kept. [`mod@derive`] computes everything that
//! follows from raw data and [`check()`] finds what contradicts it, [`Digests`] lists every file, [`mod@comparison`] compares
//! two campaigns, [`plan`] says how often an operation is called, and
//! [`Store`] reads and writes a folder: every file through a temporary one, fsync and rename, so a file that is there
//! is whole.
//!
//! # Known limitations
//! Percentiles are of the calls that were stamped one by one, not of the batch the mean comes from. The interval over
//! trials assumes that trials are independent and roughly normal, with five of them that is an assumption.
//!
//! # Source
//! The published dataset of the NGCC performance campaign (schema 2) and its planning rules.
#![forbid(unsafe_code)]

mod against;
mod build;
mod campaign;
mod check;
mod digests;
mod environment;
mod error;
mod hash_profile;
mod kind;
mod memory;
mod record;
mod sample;
mod store;

pub mod comparison;
pub mod derive;
pub mod json;
pub mod plan;
pub mod provenance;
pub mod raw;
pub mod statistics;

pub use against::{
    check_against_build, check_against_campaign, check_memory_against_build, check_path,
    check_profile_against_build,
};
pub use assay_profile::{CallRange, CallShape, Overhead, Profile, Total};
pub use build::{Build, BuildEntry, BuildProvenance, SectionSizes};
pub use campaign::Campaign;
pub use check::{Discrepancy, RELATIVE_TOLERANCE, check, recompute};
pub use digests::{DIGESTS_FILE_NAME, Digests};
pub use environment::Environment;
pub use error::Error;
pub use hash_profile::{ProfileProvenance, ProfileRecord};
pub use kind::{FileKind, files_below};
pub use memory::{HeapCall, HeapUse, MemoryDiscrepancy, MemoryProvenance, MemoryRecord, StackUse};
pub use record::{
    Disturbance, Head, PUBLISHED_SCHEMA, Process, Results, SCHEMA, TimingRecord, Trial,
    operation_key,
};
pub use sample::{Distribution, Sample};
pub use store::{CandidateEvidence, Lock, Store, parse, sha256_hex, write_atomically};
