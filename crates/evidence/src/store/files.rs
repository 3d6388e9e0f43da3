//! Single files of evidence, and folders of them.

use std::fs;
use std::io;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::atomic::write_atomically;
use crate::error::Error;
use crate::json;
use crate::record::SCHEMA;

pub(super) fn write_json(path: &Path, value: &impl Serialize) -> Result<(), Error> {
    let bytes = json::to_bytes(value).map_err(|source| Error::Serialise {
        path: path.to_owned(),
        source,
    })?;
    write_atomically(path, &bytes)
}

/// Reads one evidence file; `None` when it is not there.
pub(super) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, Error> {
    match fs::read(path) {
        Ok(bytes) => parse(path, &bytes).map(Some),
        Err(source) if source.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::read(path, source)),
    }
}

/// Reads the bytes of an evidence file; `path` is for messages.
///
/// # Errors
/// When they are not what the file should hold, or of a newer schema.
pub fn parse<T: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<T, Error> {
    #[derive(serde::Deserialize)]
    struct Version {
        schema: Option<u64>,
    }
    let format = |source| Error::Format {
        path: path.to_owned(),
        source,
    };
    // A newer file may differ anywhere, so its version is looked at before its members.
    let version: Version = serde_json::from_slice(bytes).map_err(format)?;
    match version.schema {
        Some(found) if found > u64::from(SCHEMA) => Err(Error::NewerSchema {
            path: path.to_owned(),
            found,
            known: SCHEMA,
        }),
        _ => serde_json::from_slice(bytes).map_err(format),
    }
}

pub(super) fn read_folder<T: DeserializeOwned>(folder: &Path) -> Result<Vec<T>, Error> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(source) if source.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => return Err(Error::read(folder, source)),
    };
    let mut paths = Vec::new();
    for entry in entries {
        let path = entry.map_err(|source| Error::read(folder, source))?.path();
        // Temporary files of an interrupted write have no such ending.
        if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            paths.push(path);
        }
    }
    paths.sort();
    paths
        .iter()
        .map(|path| {
            parse(
                path,
                &fs::read(path).map_err(|source| Error::read(path, source))?,
            )
        })
        .collect()
}
