//! One file that knows every other: `digests.json`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::json;
use crate::record::SCHEMA;
use crate::store::sha256_hex;

/// Name of the file in the folder of the evidence.
pub const DIGESTS_FILE_NAME: &str = "digests.json";

/// SHA-256 of every evidence file and page of a dataset, written with the pages.
///
/// It has exactly one form for given files, so a changed byte in it is found as well: it no longer equals what the
/// files give.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Digests {
    /// Schema of the file.
    pub schema: u32,
    /// `SHA-256`.
    pub algorithm: String,
    /// Digest by path relative to the folder of the run or system: `data/build.json`, `pages/summary.md`.
    pub files: BTreeMap<String, String>,
}

impl Digests {
    /// Of files whose digests are known.
    #[must_use]
    pub fn new(files: impl IntoIterator<Item = (String, String)>) -> Digests {
        Digests {
            schema: SCHEMA,
            algorithm: "SHA-256".to_owned(),
            files: files.into_iter().collect(),
        }
    }

    /// The one content the file can have.
    ///
    /// # Errors
    /// Never for digests made here; the type is that of the serialiser.
    pub fn to_bytes(&self) -> Result<Vec<u8>, serde_json::Error> {
        json::to_bytes(self)
    }

    /// One number for all of it: SHA-256 of the file itself.
    ///
    /// # Errors
    /// As [`Digests::to_bytes`].
    pub fn seal(&self) -> Result<String, serde_json::Error> {
        Ok(sha256_hex(&self.to_bytes()?))
    }
}
