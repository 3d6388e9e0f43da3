//! Evidence on disk: written once, atomically; a file that is there is whole.

mod atomic;
mod dataset;
mod files;
mod lock;
mod seal;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

pub(crate) use atomic::UNFINISHED;
pub use atomic::write_atomically;
pub use dataset::CandidateEvidence;
pub use files::parse;
use files::{read_folder, read_json, write_json};
pub use lock::Lock;

use crate::build::Build;
use crate::campaign::Campaign;
use crate::error::Error;
use crate::hash_profile::ProfileRecord;
use crate::memory::MemoryRecord;
use crate::raw::{Calibration, RawTrial};
use crate::record::TimingRecord;

/// Name of the file that the campaign at work in a folder holds.
const LOCK_FILE_NAME: &str = ".campaign.lock";

/// The folder of a dataset or of a run: `build.json`, `campaign.json`, `records/`, `profile/`, `memory/`, `kat/`, and for runs the
/// working files `calibrate/`, `raw/` and `logs/` that are never published.
///
/// Evidence that is written here breaks the seal: `digests.json` is removed, until whoever writes the pages makes it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// A store in a folder, which need not exist until something is written.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Store {
        Store {
            folder: folder.into(),
        }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Takes the folder for one campaign until the lock is dropped.
    ///
    /// # Errors
    /// When another campaign holds it, or the folder cannot be written.
    pub fn lock(&self) -> Result<Lock, Error> {
        Lock::take(&self.folder.join(LOCK_FILE_NAME))
    }

    /// Path of a timing record.
    #[must_use]
    pub fn record_path(&self, candidate: &str, label: &str, operation_key: &str) -> PathBuf {
        self.folder
            .join("records")
            .join(candidate)
            .join(file_name(label, operation_key))
    }

    /// Path of a profile.
    #[must_use]
    pub fn profile_path(&self, candidate: &str, label: &str, operation_key: &str) -> PathBuf {
        self.folder
            .join("profile")
            .join(candidate)
            .join(file_name(label, operation_key))
    }

    /// Path of a memory record.
    #[must_use]
    pub fn memory_path(&self, candidate: &str, label: &str, operation_key: &str) -> PathBuf {
        self.folder
            .join("memory")
            .join(candidate)
            .join(file_name(label, operation_key))
    }

    /// Path of a calibration.
    #[must_use]
    pub fn calibration_path(&self, candidate: &str, label: &str, operation_key: &str) -> PathBuf {
        self.folder
            .join("calibrate")
            .join(candidate)
            .join(file_name(label, operation_key))
    }

    /// Path of the raw result of process `index` of an operation.
    #[must_use]
    pub fn raw_path(
        &self,
        candidate: &str,
        label: &str,
        operation_key: &str,
        index: u64,
    ) -> PathBuf {
        self.folder
            .join("raw")
            .join(candidate)
            .join(format!("{label}__{operation_key}__{index}.json"))
    }

    /// Path of the log of a known-answer test, relative to the folder.
    #[must_use]
    pub fn kat_log_name(candidate: &str, label: &str) -> String {
        format!("kat/{candidate}/{label}.log")
    }

    /// Folder of candidates' output, not evidence.
    #[must_use]
    pub fn logs(&self) -> PathBuf {
        self.folder.join("logs")
    }

    /// Writes a timing record where it belongs.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_record(&self, record: &TimingRecord) -> Result<(), Error> {
        let head = &record.head;
        self.write_evidence(
            &self.record_path(&head.candidate, &head.label, &head.operation_key()),
            record,
        )
    }

    /// Reads a timing record; `None` when it is not there.
    ///
    /// # Errors
    /// When it cannot be read or is of a newer schema.
    pub fn read_record(
        &self,
        candidate: &str,
        label: &str,
        key: &str,
    ) -> Result<Option<TimingRecord>, Error> {
        read_json(&self.record_path(candidate, label, key))
    }

    /// Writes a profile where it belongs.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_profile(&self, profile: &ProfileRecord) -> Result<(), Error> {
        let key = profile.operation_key();
        self.write_evidence(
            &self.profile_path(&profile.candidate, &profile.label, &key),
            profile,
        )
    }

    /// Reads a profile; `None` when it is not there.
    ///
    /// # Errors
    /// When it cannot be read or is of a newer schema.
    pub fn read_profile(
        &self,
        candidate: &str,
        label: &str,
        key: &str,
    ) -> Result<Option<ProfileRecord>, Error> {
        read_json(&self.profile_path(candidate, label, key))
    }

    /// Writes a memory record where it belongs.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_memory(&self, memory: &MemoryRecord) -> Result<(), Error> {
        let key = memory.operation_key();
        self.write_evidence(
            &self.memory_path(&memory.candidate, &memory.label, &key),
            memory,
        )
    }

    /// Reads a memory record; `None` when it is not there.
    ///
    /// # Errors
    /// When it cannot be read or is of a newer schema.
    pub fn read_memory(
        &self,
        candidate: &str,
        label: &str,
        key: &str,
    ) -> Result<Option<MemoryRecord>, Error> {
        read_json(&self.memory_path(candidate, label, key))
    }

    /// Writes a calibration where it belongs.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_calibration(&self, calibration: &Calibration) -> Result<(), Error> {
        let Calibration {
            candidate,
            label,
            operation_key,
            ..
        } = calibration;
        write_json(
            &self.calibration_path(candidate, label, operation_key),
            calibration,
        )
    }

    /// Reads a calibration; `None` when it is not there.
    ///
    /// # Errors
    /// When it cannot be read or is of a newer schema.
    pub fn read_calibration(
        &self,
        candidate: &str,
        label: &str,
        key: &str,
    ) -> Result<Option<Calibration>, Error> {
        read_json(&self.calibration_path(candidate, label, key))
    }

    /// Writes the raw result of one process.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_raw(&self, raw: &RawTrial) -> Result<(), Error> {
        let identity = &raw.identity;
        let path = self.raw_path(
            &identity.candidate,
            &identity.label,
            &identity.operation_key,
            raw.index,
        );
        write_json(&path, raw)
    }

    /// Reads the raw result of one process; `None` when it is not there.
    ///
    /// # Errors
    /// When it cannot be read or is of a newer schema.
    pub fn read_raw(
        &self,
        candidate: &str,
        label: &str,
        key: &str,
        index: u64,
    ) -> Result<Option<RawTrial>, Error> {
        read_json(&self.raw_path(candidate, label, key, index))
    }

    /// Removes the raw results of an operation, once its record is written.
    ///
    /// # Errors
    /// When a file that is there cannot be removed.
    pub fn remove_raw(
        &self,
        candidate: &str,
        label: &str,
        key: &str,
        processes: u64,
    ) -> Result<(), Error> {
        for index in 0..processes {
            let path = self.raw_path(candidate, label, key, index);
            match fs::remove_file(&path) {
                Err(source) if source.kind() != io::ErrorKind::NotFound => {
                    return Err(Error::write(&path, source));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Writes the log of a known-answer test; returns its name inside the folder and its SHA-256.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_kat_log(
        &self,
        candidate: &str,
        label: &str,
        text: &str,
    ) -> Result<(String, String), Error> {
        let name = Store::kat_log_name(candidate, label);
        self.break_seal()?;
        write_atomically(&self.folder.join(&name), text.as_bytes())?;
        Ok((name, sha256_hex(text.as_bytes())))
    }

    /// SHA-256 of a file of the folder; `None` when it is not there.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn digest_of(&self, name: &str) -> Result<Option<String>, Error> {
        let path = self.folder.join(name);
        match fs::read(&path) {
            Ok(bytes) => Ok(Some(sha256_hex(&bytes))),
            Err(source) if source.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(Error::read(&path, source)),
        }
    }

    /// Writes `build.json`.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_build(&self, build: &Build) -> Result<(), Error> {
        self.write_evidence(&self.folder.join("build.json"), build)
    }

    /// Reads `build.json`; `None` when it is not there.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read_build(&self) -> Result<Option<Build>, Error> {
        read_json(&self.folder.join("build.json"))
    }

    /// Writes `campaign.json`.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write_campaign(&self, campaign: &Campaign) -> Result<(), Error> {
        self.write_evidence(&self.folder.join("campaign.json"), campaign)
    }

    /// Reads `campaign.json`; `None` when it is not there.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read_campaign(&self) -> Result<Option<Campaign>, Error> {
        read_json(&self.folder.join("campaign.json"))
    }

    /// All timing records of a candidate in the order of their file names.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn records_of(&self, candidate: &str) -> Result<Vec<TimingRecord>, Error> {
        read_folder(&self.folder.join("records").join(candidate))
    }

    /// All profiles of a candidate in the order of their file names.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn profiles_of(&self, candidate: &str) -> Result<Vec<ProfileRecord>, Error> {
        read_folder(&self.folder.join("profile").join(candidate))
    }

    /// All memory records of a candidate in the order of their file names.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn memories_of(&self, candidate: &str) -> Result<Vec<MemoryRecord>, Error> {
        read_folder(&self.folder.join("memory").join(candidate))
    }
}

/// SHA-256 as 64 lower-case hexadecimal digits.
#[must_use]
pub fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn file_name(label: &str, operation_key: &str) -> String {
    format!("{label}__{operation_key}.json")
}
