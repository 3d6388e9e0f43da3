//! One campaign per folder.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::Path;

use crate::error::Error;

/// An exclusive hold on a folder. The system releases it when the process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Whether somebody has the lock, which is not taken.
    pub(super) fn is_held(path: &Path) -> Result<bool, Error> {
        let file = match File::open(path) {
            Ok(file) => file,
            Err(source) if source.kind() == io::ErrorKind::NotFound => return Ok(false),
            Err(source) => return Err(Error::read(path, source)),
        };
        match file.try_lock_shared() {
            Ok(()) => Ok(false),
            Err(TryLockError::WouldBlock) => Ok(true),
            Err(TryLockError::Error(source)) => Err(Error::read(path, source)),
        }
    }

    /// Takes the lock or says who has it.
    pub(super) fn take(path: &Path) -> Result<Lock, Error> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|source| Error::write(folder, source))?;
        }
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .read(true)
            .open(path)
            .map_err(|source| Error::write(path, source))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let holder = fs::read_to_string(path).unwrap_or_default();
                let holder = match holder.trim() {
                    "" => "unknown process".to_owned(),
                    text => text.to_owned(),
                };
                return Err(Error::Locked {
                    path: path.to_owned(),
                    holder,
                });
            }
            Err(TryLockError::Error(source)) => return Err(Error::write(path, source)),
        }
        let holder = format!("process {}\n", std::process::id());
        file.set_len(0)
            .and_then(|()| file.write_all(holder.as_bytes()))
            .map_err(|source| Error::write(path, source))?;
        Ok(Lock { _file: file })
    }
}
