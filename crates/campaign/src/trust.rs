//! Whether evidence may stand on pages: what was changed since it was measured is refused, not shown.

use std::collections::BTreeMap;

use assay_evidence::{DIGESTS_FILE_NAME, Digests, parse, sha256_hex};
use assay_manifest::Candidate;

use crate::dataset::Dataset;
use crate::error::Error;
use crate::load::read;
use crate::pages::RunFolder;
use crate::parallel;
use crate::validate::{Problem, evidence_problems};

/// Prefix of evidence in `digests.json`, which lists pages as well.
const EVIDENCE: &str = "data/";

/// Refuses a run of which anything was changed: checks records against their own raw data, build entries and campaign, logs
/// against their digests, and every file against `digests.json` where there is one.
///
/// # Errors
/// [`Error::Changed`] then; or when a file cannot be read.
pub fn check(run: &RunFolder, candidates: &[Candidate]) -> Result<(), Error> {
    let Some(dataset) = campaign_of(run) else {
        return Ok(());
    };
    let (mut problems, digests) = evidence_problems(&dataset, candidates, |_| true)?;
    if let Some(stored) = stored_digests(run)? {
        let found: BTreeMap<String, String> = digests
            .into_iter()
            .map(|(name, sha256)| (format!("{EVIDENCE}{name}"), sha256))
            .collect();
        let listed = stored
            .files
            .iter()
            .filter(|(name, _)| name.starts_with(EVIDENCE));
        for (name, sha256) in listed {
            match found.get(name) {
                Some(now) if now == sha256 => {}
                Some(now) => problems.push(changed(name, sha256, now)),
                None => problems.push(Problem::wrong(
                    name.clone(),
                    format!("is missing, but {EVIDENCE}{DIGESTS_FILE_NAME} lists it"),
                )),
            }
        }
        for name in found
            .keys()
            .filter(|name| !stored.files.contains_key(*name))
        {
            problems.push(Problem::wrong(
                name.clone(),
                format!("{EVIDENCE}{DIGESTS_FILE_NAME} does not list this file"),
            ));
        }
    }
    refuse(run, problems)
}

/// Refuses to go on with a run whose files were changed since its digests were written. What is missing is no fault: it is
/// measured again.
///
/// # Errors
/// As [`check`].
pub(crate) fn check_seal(run: &RunFolder, candidates: &[Candidate]) -> Result<(), Error> {
    let (Some(dataset), Some(stored)) = (campaign_of(run), stored_digests(run)?) else {
        return Ok(());
    };
    let files: Vec<(&String, &String)> = stored
        .files
        .iter()
        .filter(|(name, _)| name.starts_with(EVIDENCE) && run.path().join(name).is_file())
        .collect();
    let found = parallel::map(&files, parallel::cores(), |(name, sha256)| {
        let now = sha256_hex(&read(&run.path().join(name))?);
        Ok::<_, Error>((now != **sha256).then(|| changed(name, sha256, &now)))
    });
    let mut problems = Vec::new();
    for problem in found {
        problems.extend(problem?);
    }
    if problems.is_empty() {
        return Ok(());
    }
    // Which member it was, where anything tells.
    let files: Vec<String> = problems
        .iter()
        .map(|problem| problem.file.clone())
        .collect();
    let of = |id: &str| files.iter().any(|name| name.split('/').nth(2) == Some(id));
    let (members, _) = evidence_problems(&dataset, candidates, of)?;
    problems.extend(
        members
            .into_iter()
            .filter(|member| files.contains(&member.file)),
    );
    problems.sort_by(|one, other| one.file.cmp(&other.file));
    refuse(run, problems)
}

/// Refuses evidence about some instances of a candidate, all of it measured or checked in this campaign, that does not hold.
pub(crate) fn check_instances(
    run: &RunFolder,
    candidate: &Candidate,
    labels: &[&str],
) -> Result<(), Error> {
    let Some(dataset) = campaign_of(run) else {
        return Ok(());
    };
    let of = |id: &str| id == candidate.id;
    let (mut problems, _) = evidence_problems(&dataset, std::slice::from_ref(candidate), of)?;
    problems.retain(|problem| {
        let name = problem.file.rsplit('/').next().unwrap_or_default();
        labels.iter().any(|label| {
            let rest = name.strip_prefix(label);
            rest.is_some_and(|rest| rest.starts_with("__") || rest == ".log")
        })
    });
    refuse(run, problems)
}

fn campaign_of(run: &RunFolder) -> Option<Dataset> {
    let campaign = run.store().folder().join("campaign.json");
    campaign
        .is_file()
        .then(|| Dataset::at(run.path()))
        .flatten()
}

fn stored_digests(run: &RunFolder) -> Result<Option<Digests>, Error> {
    let path = run.store().folder().join(DIGESTS_FILE_NAME);
    if !path.exists() {
        return Ok(None);
    }
    Ok(Some(parse(&path, &read(&path)?)?))
}

fn changed(name: &str, stored: &str, now: &str) -> Problem {
    Problem::wrong(
        name,
        format!(
            "was changed after it was written: its SHA-256 is {now}, and {EVIDENCE}{DIGESTS_FILE_NAME} has {stored}"
        ),
    )
}

fn refuse(run: &RunFolder, problems: Vec<Problem>) -> Result<(), Error> {
    if problems.is_empty() {
        return Ok(());
    }
    Err(Error::Changed {
        folder: run.path().to_owned(),
        problems: problems.iter().map(ToString::to_string).collect(),
    })
}
