//! Reading a whole dataset.

use std::collections::BTreeSet;
use std::fs;
use std::io;

use super::Store;
use crate::build::{Build, BuildEntry};
use crate::campaign::Campaign;
use crate::error::Error;
use crate::hash_profile::ProfileRecord;
use crate::memory::MemoryRecord;
use crate::plan::Planning;
use crate::record::TimingRecord;

/// Everything stored about one candidate.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CandidateEvidence {
    /// What was built, in the order of `build.json`.
    pub builds: Vec<BuildEntry>,
    /// Timing records in the order of their file names.
    pub records: Vec<TimingRecord>,
    /// Profiles in the order of their file names.
    pub profiles: Vec<ProfileRecord>,
    /// Memory records in the order of their file names.
    pub memories: Vec<MemoryRecord>,
}

impl Store {
    /// Every candidate that has a build entry, a record, a profile or a memory record, in order of id.
    ///
    /// # Errors
    /// When `build.json` or a folder cannot be read.
    pub fn candidates(&self) -> Result<Vec<String>, Error> {
        let build = self.read_build()?.unwrap_or_default();
        let mut ids: BTreeSet<String> = build
            .instances
            .into_iter()
            .map(|entry| entry.candidate)
            .collect();
        for kind in ["records", "profile", "memory"] {
            let folder = self.folder().join(kind);
            let entries = match fs::read_dir(&folder) {
                Ok(entries) => entries,
                Err(source) if source.kind() == io::ErrorKind::NotFound => continue,
                Err(source) => return Err(Error::read(&folder, source)),
            };
            for entry in entries {
                let name = entry
                    .map_err(|source| Error::read(&folder, source))?
                    .file_name();
                ids.extend(name.into_string());
            }
        }
        Ok(ids.into_iter().collect())
    }

    /// Everything about one candidate. `build` is the content of `build.json`, read once for all of them.
    ///
    /// # Errors
    /// When a file cannot be read or is of a newer schema.
    pub fn evidence_of(&self, candidate: &str, build: &Build) -> Result<CandidateEvidence, Error> {
        Ok(CandidateEvidence {
            builds: build
                .instances
                .iter()
                .filter(|entry| entry.candidate == candidate)
                .cloned()
                .collect(),
            records: self.records_of(candidate)?,
            profiles: self.profiles_of(candidate)?,
            memories: self.memories_of(candidate)?,
        })
    }

    /// The campaign of this folder, if there is one, refused when it was of another system or planned otherwise: results
    /// of two campaigns must not meet in one folder.
    ///
    /// # Errors
    /// [`Error::OtherCampaign`] then; or when `campaign.json` cannot be read.
    pub fn read_campaign_of(
        &self,
        system_id: &str,
        planning: &Planning,
    ) -> Result<Option<Campaign>, Error> {
        let Some(campaign) = self.read_campaign()? else {
            return Ok(None);
        };
        let other = |what, found: String, wanted: String| {
            Err(Error::OtherCampaign {
                path: self.folder().join("campaign.json"),
                what,
                found,
                wanted,
            })
        };
        if campaign.system_id != system_id {
            return other("system", campaign.system_id, system_id.to_owned());
        }
        if campaign.planning != *planning {
            return other("plan", campaign.planning.to_string(), planning.to_string());
        }
        Ok(Some(campaign))
    }
}
