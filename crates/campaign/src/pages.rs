//! Pages of a run, written from its evidence alone, and the digests of both.

use std::path::{Path, PathBuf};

use assay_evidence::{
    Build, Campaign, DIGESTS_FILE_NAME, Digests, Error as EvidenceError, FileKind, MemoryRecord,
    ProfileRecord, Store, TimingRecord, files_below, sha256_hex, write_atomically,
};
use assay_manifest::Candidate;
use assay_report::{
    CandidateFacts, CandidatePart, Evidence, SUMMARY_FILE_NAME, common_files, page_file_name,
};

use crate::error::Error;
use crate::load::{LookFor, by_candidate, read, read_json, read_text, without_raw_data};
use crate::parallel;

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

/// What the pages of a run are made from, besides the evidence of single candidates.
pub(crate) struct Frame {
    pub(crate) campaign: Campaign,
    pub(crate) build: Build,
}

/// Records, profiles and memory records, and what candidates contribute to the files about all of them.
#[derive(Default)]
pub(crate) struct Measured {
    pub(crate) records: Vec<TimingRecord>,
    pub(crate) profiles: Vec<ProfileRecord>,
    pub(crate) memories: Vec<MemoryRecord>,
    pub(crate) parts: Vec<CandidatePart>,
}

impl Measured {
    fn of(store: &Store, candidate: &Candidate) -> Result<Measured, Error> {
        Ok(Measured {
            records: store.records_of(&candidate.id)?,
            profiles: store.profiles_of(&candidate.id)?,
            memories: store.memories_of(&candidate.id)?,
            parts: Vec::new(),
        })
    }
}

impl Frame {
    fn read(run: &RunFolder) -> Result<Frame, Error> {
        let store = run.store();
        let campaign = store.read_campaign()?.ok_or_else(|| Error::NoCampaign {
            folder: run.path().to_owned(),
        })?;
        let build = store.read_build()?.unwrap_or_default();
        Ok(Frame { campaign, build })
    }

    fn evidence<'a>(&'a self, measured: &'a Measured) -> Evidence<'a> {
        Evidence {
            system: &self.campaign.system_id,
            campaign: &self.campaign,
            build: &self.build,
            records: &measured.records,
            profiles: &measured.profiles,
            memories: &measured.memories,
        }
    }

    /// Whether a candidate has a page.
    pub(crate) fn has(&self, candidate: &str) -> bool {
        self.build
            .instances
            .iter()
            .any(|entry| entry.candidate == candidate)
    }

    /// The page of a candidate: file name and text. Its part in the common files is kept among what was measured.
    pub(crate) fn page(&self, candidate: &Candidate, measured: &mut Measured) -> (String, String) {
        let facts = CandidateFacts::from_manifest(candidate);
        let (page, part) = CandidatePart::with_page(&facts, &self.evidence(measured));
        measured.parts.push(part);
        (page_file_name(&candidate.id), page.markdown())
    }

    /// Files about all candidates together, by path in the folder of the pages; raw data of the records are not needed.
    pub(crate) fn common_pages(
        &self,
        candidates: &[Candidate],
        measured: &Measured,
    ) -> Vec<(String, String)> {
        let facts: Vec<CandidateFacts> = candidates
            .iter()
            .filter(|candidate| self.has(&candidate.id))
            .map(CandidateFacts::from_manifest)
            .collect();
        common_files(&facts, &self.evidence(measured), &measured.parts)
    }
}

/// Writes the page of one candidate; returns its path.
///
/// # Errors
/// When the evidence cannot be read or the page cannot be written.
pub fn write_page(run: &RunFolder, candidate: &Candidate) -> Result<PathBuf, Error> {
    let frame = Frame::read(run)?;
    let store = run.store();
    let mut measured = Measured::of(&store, candidate)?;
    write_if_new(&run.pages(), frame.page(candidate, &mut measured))
}

/// Writes the pages about all candidates that a run has evidence of, and `digests.json`; returns the path of the
/// summary. It is the last step of a campaign: the digests are those of finished files.
///
/// # Errors
/// When the evidence cannot be read or a file cannot be written.
pub fn write_summary(run: &RunFolder, candidates: &[Candidate]) -> Result<PathBuf, Error> {
    write_digests(run, render(run, candidates)?.digests)?;
    Ok(run.pages().join(SUMMARY_FILE_NAME))
}

/// Writes every page of a run again, and `digests.json`; returns their paths. While a campaign is
/// at work there, its evidence is not finished and `digests.json` is left to it.
///
/// Nothing is checked here: [`crate::trust::check`] does that.
///
/// # Errors
/// When the evidence cannot be read or a file cannot be written.
pub fn write_all(run: &RunFolder, candidates: &[Candidate]) -> Result<Vec<PathBuf>, Error> {
    let rendered = render(run, candidates)?;
    if !run.store().is_locked()? {
        write_digests(run, rendered.digests)?;
    }
    Ok(rendered.paths)
}

/// What was written, and the digests of all evidence by path relative to its folder.
struct Rendered {
    paths: Vec<PathBuf>,
    digests: Vec<(String, String)>,
}

/// Writes every page.
fn render(run: &RunFolder, candidates: &[Candidate]) -> Result<Rendered, Error> {
    let frame = Frame::read(run)?;
    let store = run.store();
    let files = store.files()?;
    let of_candidates: Vec<_> = by_candidate(&files, &frame.build).into_iter().collect();
    // One pass over the evidence yields pages and digests; what is kept of it is small.
    let parts = parallel::map(&of_candidates, parallel::cores(), |(id, files)| {
        let mut digests = Vec::new();
        let mut measured = Measured::default();
        for name in &files.records {
            let file = read_json(&store, name, LookFor::default())?;
            measured.records.push(file.content?);
            digests.push((file.name, file.sha256));
        }
        for name in &files.profiles {
            let file = read_json(&store, name, LookFor::default())?;
            measured.profiles.push(file.content?);
            digests.push((file.name, file.sha256));
        }
        for name in &files.memories {
            let file = read_json(&store, name, LookFor::default())?;
            measured.memories.push(file.content?);
            digests.push((file.name, file.sha256));
        }
        for name in &files.logs {
            let file = read_text(&store, name, LookFor::default())?;
            digests.push((file.name, file.sha256));
        }
        let candidate = candidates.iter().find(|candidate| candidate.id == *id);
        let page = match candidate.filter(|_| frame.has(id)) {
            Some(candidate) => {
                let page = frame.page(candidate, &mut measured);
                Some(write_if_new(&run.pages(), page)?)
            }
            None => None,
        };
        without_raw_data(&mut measured.records, &mut measured.profiles);
        Ok::<_, Error>((page, digests, measured))
    });
    let mut paths = Vec::new();
    let mut digests = Vec::new();
    let mut all = Vec::new();
    for part in parts {
        let (page, of_candidate, measured) = part?;
        paths.extend(page);
        digests.extend(of_candidate);
        all.push(Ok(measured));
    }
    let measured = together(all)?;
    for page in frame.common_pages(candidates, &measured) {
        paths.push(write_if_new(&run.pages(), page)?);
    }
    for (name, kind) in &files {
        // Those of candidates are known from the pass above.
        if matches!(
            kind,
            FileKind::Campaign | FileKind::Build | FileKind::KatCheck
        ) {
            digests.push((name.clone(), sha256_hex(&read(&store.folder().join(name))?)));
        }
    }
    Ok(Rendered { paths, digests })
}

fn together(parts: Vec<Result<Measured, Error>>) -> Result<Measured, Error> {
    let mut all = Measured::default();
    for part in parts {
        let part = part?;
        all.records.extend(part.records);
        all.profiles.extend(part.profiles);
        all.memories.extend(part.memories);
        all.parts.extend(part.parts);
    }
    Ok(all)
}

/// Digests of all pages, by path relative to the run folder.
pub(crate) fn page_digests(pages: &Path) -> Result<Vec<(String, String)>, Error> {
    let mut digests = Vec::new();
    for name in files_below(pages)? {
        let sha256 = sha256_hex(&read(&pages.join(&name))?);
        digests.push((format!("pages/{name}"), sha256));
    }
    Ok(digests)
}

fn write_digests(run: &RunFolder, data: Vec<(String, String)>) -> Result<(), Error> {
    let data = data
        .into_iter()
        .map(|(name, sha256)| (format!("data/{name}"), sha256));
    let digests = Digests::new(data.chain(page_digests(&run.pages())?));
    let path = run.store().folder().join(DIGESTS_FILE_NAME);
    let bytes = digests
        .to_bytes()
        .map_err(|source| EvidenceError::Serialise {
            path: path.clone(),
            source,
        })?;
    write_atomically(&path, &bytes)?;
    Ok(())
}

/// An unchanged page is left alone, so that its time tells when it changed.
fn write_if_new(folder: &Path, (name, text): (String, String)) -> Result<PathBuf, Error> {
    let path = folder.join(name);
    if !std::fs::read(&path).is_ok_and(|bytes| bytes == text.as_bytes()) {
        write_atomically(&path, text.as_bytes())?;
    }
    Ok(path)
}
