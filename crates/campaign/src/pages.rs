//! Pages of a run, written from its evidence alone.

use std::path::{Path, PathBuf};

use assay_evidence::{
    Build, Campaign, MemoryRecord, ProfileRecord, Store, TimingRecord, write_atomically,
};
use assay_manifest::Candidate;
use assay_report::{
    CandidateFacts, Evidence, SUMMARY_FILE_NAME, candidate_page, page_file_name, summary_page,
};

use crate::error::Error;

/// A run folder: `data/` holds the evidence, `pages/` the pages.
#[derive(Debug, Clone)]
pub struct RunFolder {
    folder: PathBuf,
}

impl RunFolder {
    /// The run in a folder.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> RunFolder {
        RunFolder {
            folder: folder.into(),
        }
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Its evidence.
    #[must_use]
    pub fn store(&self) -> Store {
        Store::new(self.folder.join("data"))
    }

    /// Folder of its pages.
    #[must_use]
    pub fn pages(&self) -> PathBuf {
        self.folder.join("pages")
    }
}

/// Everything the pages of a run are made from.
struct Loaded {
    campaign: Campaign,
    build: Build,
    records: Vec<TimingRecord>,
    profiles: Vec<ProfileRecord>,
    memories: Vec<MemoryRecord>,
}

impl Loaded {
    fn new(run: &RunFolder, candidates: &[&Candidate]) -> Result<Loaded, Error> {
        let store = run.store();
        let campaign = store.read_campaign()?.ok_or_else(|| Error::NoCampaign {
            folder: run.path().to_owned(),
        })?;
        let build = store.read_build()?.unwrap_or_default();
        let mut records = Vec::new();
        let mut profiles = Vec::new();
        let mut memories = Vec::new();
        for candidate in candidates {
            records.extend(store.records_of(&candidate.id)?);
            profiles.extend(store.profiles_of(&candidate.id)?);
            memories.extend(store.memories_of(&candidate.id)?);
        }
        Ok(Loaded {
            campaign,
            build,
            records,
            profiles,
            memories,
        })
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence {
            system: &self.campaign.system_id,
            campaign: &self.campaign,
            build: &self.build,
            records: &self.records,
            profiles: &self.profiles,
            memories: &self.memories,
        }
    }
}

/// Writes the page of one candidate; returns its path.
///
/// # Errors
/// When the evidence cannot be read or the page cannot be written.
pub fn write_page(run: &RunFolder, candidate: &Candidate) -> Result<PathBuf, Error> {
    let loaded = Loaded::new(run, &[candidate])?;
    let page = candidate_page(
        &CandidateFacts::from_manifest(candidate),
        &loaded.evidence(),
    );
    let path = run.pages().join(page_file_name(&candidate.id));
    write_if_new(&path, &page.markdown())?;
    Ok(path)
}

/// Writes the summary of a run over all candidates that it has evidence of; returns its path.
///
/// # Errors
/// When the evidence cannot be read or the page cannot be written.
pub fn write_summary(run: &RunFolder, candidates: &[Candidate]) -> Result<PathBuf, Error> {
    let all: Vec<&Candidate> = candidates.iter().collect();
    let loaded = Loaded::new(run, &all)?;
    let facts: Vec<CandidateFacts> = candidates
        .iter()
        .filter(|candidate| {
            loaded
                .build
                .instances
                .iter()
                .any(|entry| entry.candidate == candidate.id)
        })
        .map(CandidateFacts::from_manifest)
        .collect();
    let path = run.pages().join(SUMMARY_FILE_NAME);
    write_if_new(
        &path,
        &summary_page(&facts, &[loaded.evidence()]).markdown(),
    )?;
    Ok(path)
}

/// Writes every page of a run again; returns their paths, the summary last.
///
/// # Errors
/// When the evidence cannot be read or a page cannot be written.
pub fn write_all(run: &RunFolder, candidates: &[Candidate]) -> Result<Vec<PathBuf>, Error> {
    let store = run.store();
    let build = store.read_build()?.ok_or_else(|| Error::NoCampaign {
        folder: run.path().to_owned(),
    })?;
    let mut paths = Vec::new();
    for candidate in candidates {
        if build
            .instances
            .iter()
            .any(|entry| entry.candidate == candidate.id)
        {
            paths.push(write_page(run, candidate)?);
        }
    }
    paths.push(write_summary(run, candidates)?);
    Ok(paths)
}

/// An unchanged page is left alone, so that its time tells when it changed.
fn write_if_new(path: &Path, text: &str) -> Result<(), Error> {
    if std::fs::read(path).is_ok_and(|bytes| bytes == text.as_bytes()) {
        return Ok(());
    }
    write_atomically(path, text.as_bytes())?;
    Ok(())
}
