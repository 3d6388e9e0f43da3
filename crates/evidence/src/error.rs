//! What can go wrong with evidence.

use std::io;
use std::path::{Path, PathBuf};

/// Failure to read or write evidence. Messages complete the sentence "failed to …" or state the fact.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The device is full.
    #[error("failed to write {}: the disk is full; free some space and run again, nothing complete is lost", path.display())]
    DiskFull {
        /// The file.
        path: PathBuf,
    },
    /// The folder does not let us write.
    #[error("failed to write {}: {source}; choose another folder or change its permissions", path.display())]
    NotWritable {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Any other failure to write.
    #[error("failed to write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Failure to read.
    #[error("failed to read {}: {source}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file that is not what it should be.
    #[error("failed to read {}: {source}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Where and what.
        source: serde_json::Error,
    },
    /// A file of a later version.
    #[error(
        "failed to read {}: it has schema {found} and this version of Assay knows schemas up to {known}; use a newer one",
        path.display()
    )]
    NewerSchema {
        /// The file.
        path: PathBuf,
        /// Its schema.
        found: u64,
        /// Newest known one.
        known: u32,
    },
    /// A value that JSON cannot hold.
    #[error("failed to serialise {}: {source}", path.display())]
    Serialise {
        /// The file it was for.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
    /// Another campaign works in the folder.
    #[error(
        "failed to lock {}: another campaign is at work there ({holder}); wait for it or choose another folder with --run",
        path.display()
    )]
    Locked {
        /// The lock file.
        path: PathBuf,
        /// What the lock file says of its holder.
        holder: String,
    },
    /// The run folder holds a campaign of another kind.
    #[error(
        "{} holds a campaign with another {what}: {found}, not {wanted}; choose another folder with --run",
        path.display()
    )]
    OtherCampaign {
        /// The file that says so.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// What is there.
        found: String,
        /// What was asked for.
        wanted: String,
    },
}

impl Error {
    pub(crate) fn write(path: &Path, source: io::Error) -> Error {
        let path = path.to_owned();
        match source.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::DiskFull { path },
            io::ErrorKind::PermissionDenied
            | io::ErrorKind::ReadOnlyFilesystem
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::AlreadyExists => Error::NotWritable { path, source },
            _ => Error::Write { path, source },
        }
    }

    pub(crate) fn read(path: &Path, source: io::Error) -> Error {
        Error::Read {
            path: path.to_owned(),
            source,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_called_full() {
        for kind in [io::ErrorKind::StorageFull, io::ErrorKind::QuotaExceeded] {
            let error = Error::write(Path::new("data/build.json"), kind.into());
            assert_eq!(
                error.to_string(),
                "failed to write data/build.json: the disk is full; free some space and run again, nothing complete is lost"
            );
        }
    }

    #[test]
    fn a_read_only_disk_asks_for_another_folder() {
        let error = Error::write(Path::new("data"), io::ErrorKind::ReadOnlyFilesystem.into());
        assert!(
            error
                .to_string()
                .ends_with("choose another folder or change its permissions"),
            "{error}"
        );
    }
}
