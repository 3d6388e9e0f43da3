//! Reading the figures of a process.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::{fs, num};

use nix::unistd::{SysconfVar, sysconf};

use crate::parse::{self, ParseError, Statm, Status};

/// The folder of the calling process.
pub const SELF: &str = "/proc/self";

/// A figure that could not be had.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MemoryError {
    /// A file could not be read.
    #[error("failed to read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file does not say what it should.
    #[error("failed to understand {}: {source}", path.display())]
    Parse {
        /// The file.
        path: PathBuf,
        /// Why.
        source: ParseError,
    },
    /// The high-water mark could not be reset.
    #[error("failed to reset the high-water mark through {}: {source}", path.display())]
    Reset {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The system does not tell its page size or number of CPUs.
    #[error("failed to ask the system for {what}")]
    System {
        /// What was asked.
        what: &'static str,
    },
}

/// High-water mark and resident set from `status`. `process` is usually [`SELF`].
///
/// # Errors
///
/// When the file cannot be read or a figure is missing.
pub fn status(process: impl AsRef<Path>) -> Result<Status, MemoryError> {
    read(process.as_ref(), "status", parse::parse_status)
}

/// The figures of `statm`, in pages of [`page_size`].
///
/// # Errors
///
/// When the file cannot be read or a figure is missing.
pub fn statm(process: impl AsRef<Path>) -> Result<Statm, MemoryError> {
    read(process.as_ref(), "statm", parse::parse_statm)
}

/// The exact resident set in bytes from `smaps_rollup`, which walks all page tables.
///
/// # Errors
///
/// When the file cannot be read or a figure is missing.
pub fn exact_resident_bytes(process: impl AsRef<Path>) -> Result<u64, MemoryError> {
    read(process.as_ref(), "smaps_rollup", parse::parse_smaps_rollup)
}

/// Sets the high-water mark of a process back to its resident set, by writing `5` to `clear_refs`
/// (Linux 4.0).
///
/// The published peak of a record is that of the whole process: do not reset before reading it.
///
/// # Errors
///
/// When the file cannot be written; a process that is not dumpable (`PR_SET_DUMPABLE`) cannot
/// write its own as an ordinary user.
pub fn reset_high_water_mark(process: impl AsRef<Path>) -> Result<(), MemoryError> {
    let path = process.as_ref().join("clear_refs");
    fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .and_then(|mut file| file.write_all(b"5"))
        .map_err(|source| MemoryError::Reset { path, source })
}

/// The size of a page in bytes.
///
/// # Errors
///
/// When the system does not tell.
pub fn page_size() -> Result<u64, MemoryError> {
    system_value(SysconfVar::PAGE_SIZE, "the page size")
}

pub(crate) fn online_cpus() -> Result<u64, MemoryError> {
    system_value(SysconfVar::_NPROCESSORS_ONLN, "the number of CPUs")
}

fn system_value(variable: SysconfVar, what: &'static str) -> Result<u64, MemoryError> {
    sysconf(variable)
        .ok()
        .flatten()
        .and_then(|value| u64::try_from(value).ok())
        .and_then(num::NonZeroU64::new)
        .map(num::NonZeroU64::get)
        .ok_or(MemoryError::System { what })
}

fn read<T>(
    process: &Path,
    file: &str,
    parse: impl Fn(&str) -> Result<T, ParseError>,
) -> Result<T, MemoryError> {
    let path = process.join(file);
    match fs::read_to_string(&path) {
        Ok(text) => parse(&text).map_err(|source| MemoryError::Parse { path, source }),
        Err(source) => Err(MemoryError::Read { path, source }),
    }
}
