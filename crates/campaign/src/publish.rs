//! Making a run the published dataset of its system: `reports/<system>`, all of it or nothing.

mod exchange;
mod fit;

use std::fs;
use std::path::{Path, PathBuf};

use assay_evidence::{FileKind, files_below};
use assay_manifest::{Candidate, Systems};

use crate::dataset::Dataset;
use crate::error::Error;
use crate::pages::RunFolder;
use crate::validate::{Options, validate};
use crate::workbench::Repository;

/// What may be published although it usually must not.
#[derive(Debug, Clone, Copy, Default)]
pub struct Allowances {
    /// Records of a machine that was not in the state a publishable measurement needs. Their pages say so.
    pub unfit_host: bool,
    /// A quick look. Its pages say so.
    pub quick: bool,
    /// Fewer candidates than the dataset that is replaced.
    pub fewer: bool,
}

/// What was published.
#[derive(Debug, Clone)]
pub struct Published {
    /// Its folder.
    pub folder: PathBuf,
    /// Whether it replaced an older dataset.
    pub replaced: bool,
    /// Files of evidence and pages.
    pub files: usize,
    /// SHA-256 of its `digests.json`.
    pub seal: String,
}

/// Copies evidence and pages of a run to a folder beside the published one, checks the copy as a published dataset is
/// checked, and puts it in place of the old one in one step. A reader finds the old dataset or the new one.
///
/// # Errors
/// [`Error::NotPublishable`] with every reason against it; or when files cannot be read or written. The old dataset is
/// then untouched.
pub fn publish(
    repository: &Repository,
    run: &RunFolder,
    candidates: &[Candidate],
    systems: &Systems,
    allowances: Allowances,
) -> Result<Published, Error> {
    let dataset = Dataset::at(run.path()).ok_or_else(|| Error::NoCampaign {
        folder: run.path().to_owned(),
    })?;
    let store = run.store();
    let campaign = store.read_campaign()?.ok_or_else(|| Error::NoCampaign {
        folder: run.path().to_owned(),
    })?;
    // Nothing must change while it is copied.
    let lock = store.lock()?;
    let reports = repository.root().join("reports");
    let target = reports.join(&campaign.system_id);
    let mut reasons = fit::reasons_against(&dataset, &campaign, candidates, allowances)?;
    if !allowances.fewer {
        reasons.extend(fit::lost_candidates(&dataset, &target)?);
    }

    let staged = tempfile::Builder::new()
        .prefix(".publishing-")
        .tempdir_in(&reports)
        .map_err(failed("write", &reports))?;
    let files = copy(&dataset, staged.path())?;
    drop(lock);
    let copied = Dataset::at(staged.path())
        .map(|copied| copied.into_published(&campaign.system_id))
        .ok_or_else(|| Error::NoCampaign {
            folder: run.path().to_owned(),
        })?;
    let checked = validate(&copied, candidates, systems, Options::default())?;
    reasons.extend(checked.problems.iter().map(ToString::to_string));
    let seal = match checked.seal {
        Some(seal) if reasons.is_empty() => seal,
        _ => {
            return Err(Error::NotPublishable {
                dataset: repository.shown(run.path()),
                reasons,
            });
        }
    };
    let replaced = exchange::put_in_place(staged, &target)?;
    Ok(Published {
        folder: target,
        replaced,
        files,
        seal,
    })
}

/// Copies evidence, digests and pages; returns how many files.
fn copy(dataset: &Dataset, folder: &Path) -> Result<usize, Error> {
    let store = dataset.store();
    let mut copied = 0;
    for (name, kind) in store.files()? {
        // Stray files come along: the check of the copy names them.
        if kind != FileKind::Working {
            copy_file(store.folder(), &folder.join("data"), &name)?;
            copied += 1;
        }
    }
    if let Some(pages) = dataset.pages() {
        for name in files_below(pages)? {
            copy_file(pages, &folder.join("pages"), &name)?;
            copied += 1;
        }
    }
    Ok(copied)
}

fn copy_file(from: &Path, to: &Path, name: &str) -> Result<(), Error> {
    let (from, to) = (from.join(name), to.join(name));
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder).map_err(failed("write", folder))?;
    }
    fs::copy(&from, &to).map_err(failed("copy", &from))?;
    Ok(())
}

fn failed<'a>(what: &'static str, path: &'a Path) -> impl Fn(std::io::Error) -> Error + 'a {
    move |source| Error::Files {
        what,
        path: path.to_owned(),
        source,
    }
}
