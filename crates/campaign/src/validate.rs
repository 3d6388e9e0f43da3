//! Checking a dataset: everything that can be computed again is, and every byte is accounted for.

mod candidate;
mod digests;
mod pages;
mod problem;

use std::collections::BTreeSet;

use assay_evidence::{Build, Campaign, FileKind, Store};
use assay_manifest::{Candidate, Systems};

pub use problem::Problem;

use crate::dataset::Dataset;
use crate::error::Error;
use crate::load::{LookFor, ReadFile, by_candidate, read_json, read_text};
use crate::pages::{Frame, Measured};
use crate::parallel;
use candidate::Outcome;

/// How to check.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// The dataset is an excerpt: files that it names and does not hold are counted, not held against it, and a file that
    /// belongs in no dataset (a README) is only mentioned.
    pub excerpt: bool,
    /// Refuse paths of the machine it was made on, as in published datasets, also in a run.
    pub no_local_paths: bool,
}

/// What the check of a dataset came to.
#[derive(Debug, Clone, Default)]
pub struct Validation {
    /// What does not hold.
    pub problems: Vec<Problem>,
    /// What could not be checked, and why.
    pub notes: Vec<String>,
    /// Timing records.
    pub records: usize,
    /// Hash profiles.
    pub profiles: usize,
    /// Memory records.
    pub memories: usize,
    /// Logs of known-answer tests.
    pub logs: usize,
    /// Pages that were rendered again.
    pub pages: usize,
    /// SHA-256 of `digests.json`: one number that stands for every byte of the dataset. `None` without that file.
    pub seal: Option<String>,
}

/// Names of files inside the folder of the evidence, with their SHA-256.
pub(crate) type NamedDigests = Vec<(String, String)>;

/// Everything of a dataset that its parts are checked against.
struct Scope<'a> {
    dataset: &'a Dataset,
    store: Store,
    options: Options,
    look_for: LookFor,
    candidates: &'a [Candidate],
    campaign: Option<Campaign>,
    build: Option<Build>,
}

/// Checks a dataset. `candidates` are all manifests of the repository and `systems` its registered machines.
///
/// # Errors
/// When a file or folder cannot be read at all. What is wrong with what they hold is part of the result.
pub fn validate(
    dataset: &Dataset,
    candidates: &[Candidate],
    systems: &Systems,
    options: Options,
) -> Result<Validation, Error> {
    let mut found = Validation::default();
    let store = dataset.store();
    let files = store.files()?;
    let sealed = files.iter().any(|(_, kind)| *kind == FileKind::Digests);
    let look_for = LookFor {
        // With digests, a file in another form is a changed file already.
        other_form: !sealed,
        local_paths: options.no_local_paths || dataset.published_system().is_some(),
    };
    let mut digests = Vec::new();
    let campaign = central(
        dataset,
        &store,
        "campaign.json",
        look_for,
        &mut digests,
        &mut found,
    )?;
    let build = central(
        dataset,
        &store,
        "build.json",
        look_for,
        &mut digests,
        &mut found,
    )?;
    let scope = Scope {
        dataset,
        store,
        options,
        look_for,
        candidates,
        campaign,
        build,
    };
    scope.stray_files(&files, &mut digests, &mut found)?;
    scope.system(systems, &mut found);

    let none = Build::default();
    let of_candidates: Vec<_> = by_candidate(&files, scope.build.as_ref().unwrap_or(&none))
        .into_iter()
        .collect();
    let frame = scope
        .campaign
        .clone()
        .zip(scope.build.clone())
        .map(|(campaign, build)| Frame { campaign, build });
    let outcomes = parallel::map(&of_candidates, parallel::cores(), |(id, files)| {
        candidate::check(&scope, frame.as_ref(), id, files)
    });

    let mut rendered = Vec::new();
    let mut measured = Measured::default();
    let mut all_readable = true;
    let (mut absent_logs, mut nameless) = (0, BTreeSet::new());
    for outcome in outcomes {
        let outcome: Outcome = outcome?;
        found.records += outcome.measured.records.len();
        found.profiles += outcome.measured.profiles.len();
        found.memories += outcome.measured.memories.len();
        found.logs += outcome.logs;
        found.problems.extend(outcome.problems);
        digests.extend(outcome.digests);
        rendered.extend(outcome.page);
        measured.records.extend(outcome.measured.records);
        measured.profiles.extend(outcome.measured.profiles);
        measured.memories.extend(outcome.measured.memories);
        measured.parts.extend(outcome.measured.parts);
        all_readable &= outcome.readable;
        absent_logs += outcome.absent_logs;
        nameless.extend(outcome.without_manifest);
    }
    if absent_logs > 0 {
        found.notes.push(format!(
            "{absent_logs} logs of known-answer tests that build.json names are not in this excerpt"
        ));
    }

    match (dataset.pages(), &frame) {
        (None, _) => found
            .notes
            .push("there are no pages beside this evidence, so none was rendered again".to_owned()),
        (Some(_), None) => found.notes.push(
            "no page was rendered again, as campaign.json or build.json cannot be read".to_owned(),
        ),
        (Some(folder), Some(frame)) => {
            for id in nameless {
                found.problems.push(Problem::wrong(
                    dataset.shown("build.json"),
                    format!(
                        "{id} has no manifest in candidates/, so its page cannot be rendered again"
                    ),
                ));
            }
            if all_readable {
                rendered.extend(frame.common_pages(candidates, &measured));
            } else {
                found.notes.push(
                    "the pages about all candidates were not rendered again, as not all evidence can be read".to_owned(),
                );
            }
            found.pages = rendered.len();
            pages::check(folder, &rendered, all_readable, &mut found.problems)?;
            if sealed {
                digests = digests
                    .into_iter()
                    .map(|(name, sha256)| (dataset.shown(&name), sha256))
                    .collect();
                digests.extend(crate::pages::page_digests(folder)?);
            }
        }
    }
    if sealed {
        digests::check(&scope, digests, &mut found)?;
    } else {
        scope.without_digests(&mut found);
    }
    Ok(found)
}

/// What does not hold in the evidence of some candidates itself, pages and `digests.json` aside, and the digests of all files
/// read for it.
pub(crate) fn evidence_problems(
    dataset: &Dataset,
    candidates: &[Candidate],
    of: impl Fn(&str) -> bool,
) -> Result<(Vec<Problem>, NamedDigests), Error> {
    let mut found = Validation::default();
    let mut digests = Vec::new();
    let (store, look_for) = (dataset.store(), LookFor::default());
    let campaign = central(
        dataset,
        &store,
        "campaign.json",
        look_for,
        &mut digests,
        &mut found,
    )?;
    let build = central(
        dataset,
        &store,
        "build.json",
        look_for,
        &mut digests,
        &mut found,
    )?;
    let files = store.files()?;
    let scope = Scope {
        dataset,
        store,
        options: Options::default(),
        look_for,
        candidates,
        campaign,
        build,
    };
    for (name, kind) in &files {
        if *kind == FileKind::KatCheck {
            let file = read_text(&scope.store, name, look_for)?;
            digests.push((file.name, file.sha256));
        }
    }
    let none = Build::default();
    let of_candidates: Vec<_> = by_candidate(&files, scope.build.as_ref().unwrap_or(&none))
        .into_iter()
        .filter(|(id, _)| of(id))
        .collect();
    let outcomes = parallel::map(&of_candidates, parallel::cores(), |(id, files)| {
        candidate::check(&scope, None, id, files)
    });
    for outcome in outcomes {
        let outcome = outcome?;
        found.problems.extend(outcome.problems);
        digests.extend(outcome.digests);
    }
    Ok((found.problems, digests))
}

/// Reads one of the two files that everything refers to.
fn central<T: serde::Serialize + serde::de::DeserializeOwned>(
    dataset: &Dataset,
    store: &Store,
    name: &str,
    look_for: LookFor,
    digests: &mut Vec<(String, String)>,
    found: &mut Validation,
) -> Result<Option<T>, Error> {
    if !store.folder().join(name).is_file() {
        found
            .problems
            .push(Problem::wrong(dataset.shown(name), "is missing"));
        return Ok(None);
    }
    let file: ReadFile<T> = read_json(store, name, look_for)?;
    digests.push((name.to_owned(), file.sha256.clone()));
    problem::of_file(dataset, &file, &mut found.problems);
    Ok(file.content.ok())
}

impl Scope<'_> {
    /// Files that belong to no candidate.
    fn stray_files(
        &self,
        files: &[(String, FileKind)],
        digests: &mut Vec<(String, String)>,
        found: &mut Validation,
    ) -> Result<(), Error> {
        for (name, kind) in files {
            match kind {
                FileKind::KatCheck => {
                    let file = read_text(&self.store, name, self.look_for)?;
                    problem::of_file(self.dataset, &file, &mut found.problems);
                    digests.push((file.name, file.sha256));
                }
                FileKind::Stray if self.options.excerpt => found.notes.push(format!(
                    "{} is no part of a dataset",
                    self.dataset.shown(name)
                )),
                FileKind::Stray => found.problems.push(Problem::wrong(
                    self.dataset.shown(name),
                    "is no part of a dataset; no check covers it, move it elsewhere",
                )),
                FileKind::Working if self.dataset.published_system().is_some() => {
                    found.problems.push(Problem::wrong(
                        self.dataset.shown(name),
                        "is a working file of a campaign and does not belong in a published dataset",
                    ));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The folder of a published dataset says which registered system it is of.
    fn system(&self, systems: &Systems, found: &mut Validation) {
        let (Some(folder), Some(campaign)) = (self.dataset.published_system(), &self.campaign)
        else {
            return;
        };
        let file = self.dataset.shown("campaign.json");
        if campaign.system_id != folder {
            found.problems.push(Problem::differs(
                file.clone(),
                "system_id",
                &campaign.system_id,
                folder,
                "the folder's name gives",
            ));
        }
        if systems.get(folder).is_none() {
            found.problems.push(Problem::wrong(
                file,
                format!("the system {folder} is not registered in reports/systems.toml"),
            ));
        }
    }

    /// What the absence of `digests.json` means.
    fn without_digests(&self, found: &mut Validation) {
        let published_elsewhere = self
            .campaign
            .as_ref()
            .is_some_and(|campaign| campaign.schema.is_none());
        let ended = self
            .campaign
            .as_ref()
            .is_some_and(|campaign| campaign.ended_utc.is_some());
        if published_elsewhere {
            found.notes.push(
                "data of schema 2 has no digests.json: statistics, shares, logs and the form of every file were checked, but a \
                 changed value that nothing else in the dataset determines would not be found"
                    .to_owned(),
            );
        } else if ended || self.dataset.published_system().is_some() {
            found.problems.push(Problem::wrong(
                self.dataset.shown("digests.json"),
                "is missing; a campaign writes it at its end, and `cargo xtask report` does",
            ));
        } else {
            found.notes.push(
                "the campaign has not ended, so there is no digests.json yet: a changed value that nothing else in the \
                 dataset determines would not be found"
                    .to_owned(),
            );
        }
    }
}
