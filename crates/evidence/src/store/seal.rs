//! What holds a folder together: one campaign at a time, digests of what is there, nothing half written.

use std::fs;
use std::io;
use std::path::Path;

use serde::Serialize;

use super::files::write_json;
use super::{LOCK_FILE_NAME, Lock, Store, atomic};
use crate::digests::DIGESTS_FILE_NAME;
use crate::error::Error;

impl Store {
    /// Whether a campaign holds the folder.
    ///
    /// # Errors
    /// When its lock cannot be looked at.
    pub fn is_locked(&self) -> Result<bool, Error> {
        Lock::is_held(&self.folder.join(LOCK_FILE_NAME))
    }

    /// Removes what writers that are gone left half written, such as those of a campaign that was killed.
    ///
    /// # Errors
    /// When a folder cannot be read or a file cannot be removed.
    pub fn remove_unfinished(&self) -> Result<(), Error> {
        atomic::remove_unfinished(&self.folder)
    }

    /// Removes `digests.json`, which holds no longer once evidence changes.
    pub(super) fn break_seal(&self) -> Result<(), Error> {
        let path = self.folder.join(DIGESTS_FILE_NAME);
        match fs::remove_file(&path) {
            // It must not come back after a power cut, beside files it knows nothing of.
            Ok(()) => fs::File::open(&self.folder)
                .and_then(|folder| folder.sync_all())
                .map_err(|source| Error::write(&self.folder, source)),
            Err(source)
                if matches!(
                    source.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                Ok(())
            }
            Err(source) => Err(Error::write(&path, source)),
        }
    }

    /// Writes a file of evidence.
    pub(super) fn write_evidence(&self, path: &Path, value: &impl Serialize) -> Result<(), Error> {
        self.break_seal()?;
        write_json(path, value)
    }

    /// Removes a file of evidence by its name inside the folder.
    ///
    /// # Errors
    /// When it is there and cannot be removed.
    pub fn remove(&self, name: &str) -> Result<(), Error> {
        self.break_seal()?;
        let path = self.folder.join(name);
        match fs::remove_file(&path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                Err(Error::write(&path, source))
            }
            _ => Ok(()),
        }
    }
}
