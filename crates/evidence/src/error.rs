//! What can go wrong with evidence.

use std::io;
use std::path::{Path, PathBuf};

use crate::digests::DIGESTS_FILE_NAME;

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
    /// Something else has the name of the file.
    #[error("failed to write {}: {source}; move what stands there away and run again", path.display())]
    Obstacle {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The process may not write files of that size.
    #[error("failed to write {}: {source}; raise the limit on the size of files (`ulimit -f unlimited`) and run again, nothing complete is lost", path.display())]
    TooLarge {
        /// The file.
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
    #[error("failed to read {}: {source}; {}", path.display(), advice_to_read(source))]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A file that is not what it should be.
    #[error("failed to read {}: {source}; the file is damaged, {}", path.display(), advice_when_damaged(path))]
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
            io::ErrorKind::IsADirectory | io::ErrorKind::DirectoryNotEmpty => {
                Error::Obstacle { path, source }
            }
            io::ErrorKind::FileTooLarge => Error::TooLarge { path, source },
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

fn advice_to_read(source: &io::Error) -> &'static str {
    match source.kind() {
        io::ErrorKind::PermissionDenied => "change its permissions and run again",
        io::ErrorKind::IsADirectory | io::ErrorKind::NotADirectory => {
            "something else stands there, move it away and run again"
        }
        _ => "look at the disk, then run again",
    }
}

/// What to do about a damaged file: most are made again when they are not there.
fn advice_when_damaged(path: &Path) -> &'static str {
    match path.file_name().and_then(|name| name.to_str()) {
        Some("campaign.json") => {
            "and only it says how the records were made: put it back from a copy, or choose another folder with --run"
        }
        Some(DIGESTS_FILE_NAME) => {
            "move it away; `cargo xtask validate` checks what else there is and `cargo xtask report` writes it again"
        }
        _ => "move it away and run the campaign again, which makes this one file again",
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
    fn what_stands_in_the_way_is_to_be_moved() {
        let error = Error::write(Path::new("a.json"), io::ErrorKind::IsADirectory.into());
        assert_eq!(
            error.to_string(),
            "failed to write a.json: is a directory; move what stands there away and run again"
        );
        let error = Error::read(Path::new("a.json"), io::ErrorKind::IsADirectory.into());
        assert_eq!(
            error.to_string(),
            "failed to read a.json: is a directory; something else stands there, move it away and run again"
        );
    }

    #[test]
    fn a_limit_on_the_size_of_files_is_to_be_raised() {
        let error = Error::write(Path::new("a.json"), io::ErrorKind::FileTooLarge.into());
        assert_eq!(
            error.to_string(),
            "failed to write a.json: file too large; raise the limit on the size of files (`ulimit -f unlimited`) and run again, \
             nothing complete is lost"
        );
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
