use std::path::PathBuf;

use crate::Kind;

/// A file could not be used as the library of a candidate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OpenError {
    /// The dynamic loader refused the file.
    #[error("failed to load {}", path.display())]
    Load {
        /// The library.
        path: PathBuf,
        /// What the loader says.
        source: libloading::Error,
    },
    /// The library was not built with our shim.
    #[error("{} exports no `assay_instance`: it was not built with the Assay shim", path.display())]
    NoTable {
        /// The library.
        path: PathBuf,
    },
    /// The library was built with another version of the shim.
    #[error("{} has table version {found}, but version {expected} is needed: build it again", path.display())]
    AbiVersion {
        /// The library.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version this crate reads.
        expected: u32,
    },
    /// The table's kind is none of 1 to 4.
    #[error("{} is of kind {code}, which does not exist: build it again", path.display())]
    UnknownKind {
        /// The library.
        path: PathBuf,
        /// The kind found.
        code: u32,
    },
    /// The table is not as large as its kind demands.
    #[error("{} has a {kind} table of {found} bytes instead of {expected}: build it again", path.display())]
    TableSize {
        /// The library.
        path: PathBuf,
        /// Its kind.
        kind: Kind,
        /// The size in bytes that the table gives.
        found: u64,
        /// The size in bytes on this platform.
        expected: u64,
    },
    /// A function or value that every candidate of the kind has is missing.
    #[error("{} has no {entry} in its {kind} table", path.display())]
    MissingEntry {
        /// The library.
        path: PathBuf,
        /// Its kind.
        kind: Kind,
        /// The name of the entry in C.
        entry: &'static str,
    },
    /// A text in the table is not UTF-8.
    #[error("the {entry} of {} is not UTF-8 text", path.display())]
    Text {
        /// The library.
        path: PathBuf,
        /// The name of the entry in C.
        entry: &'static str,
    },
    /// The table of call counters has another version.
    #[error("{} has call counters of version {found}, but version {expected} is needed: build it again", path.display())]
    CounterVersion {
        /// The library.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version this crate reads.
        expected: u32,
    },
}

/// The library holds a candidate of another kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the library holds a {found}, not a {wanted}")]
pub struct WrongKind {
    /// The kind asked for.
    pub wanted: Kind,
    /// The kind that is there.
    pub found: Kind,
}

/// The library draws no randomness from the generator of the interface, so there is nothing to seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the library has no `drng_algorithm` to seed or draw from")]
pub struct NoGenerator;
