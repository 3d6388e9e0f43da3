//! Checking the evidence of one candidate.

use assay_evidence::{
    BuildEntry, Discrepancy, MemoryRecord, ProfileRecord, SCHEMA, TimingRecord,
    check_against_build, check_against_campaign, check_memory_against_build, check_path,
    check_profile_against_build,
};

use super::Scope;
use super::problem::{self, Problem};
use crate::error::Error;
use crate::load::{CandidateFiles, ReadFile, read_json, read_text, without_raw_data};
use crate::pages::{Frame, Measured};

/// Pseudo-candidate whose records hold the placeholder functions themselves. It has no manifest and no page.
const PLACEHOLDERS: &str = "iccs";

/// What the check of a candidate came to.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) problems: Vec<Problem>,
    /// By path relative to the folder of the evidence.
    pub(super) digests: Vec<(String, String)>,
    /// Without raw data.
    pub(super) measured: Measured,
    pub(super) logs: usize,
    /// Logs that are named and, in an excerpt, not there.
    pub(super) absent_logs: usize,
    /// File name and text of the page, rendered again.
    pub(super) page: Option<(String, String)>,
    /// Whether all of its evidence could be read.
    pub(super) readable: bool,
    /// Its id, when it should have a page and has no manifest.
    pub(super) without_manifest: Option<String>,
}

pub(super) fn check(
    scope: &Scope<'_>,
    frame: Option<&Frame>,
    id: &str,
    files: &CandidateFiles,
) -> Result<Outcome, Error> {
    let mut outcome = Outcome {
        readable: true,
        ..Outcome::default()
    };
    let entries: Option<Vec<&BuildEntry>> = scope.build.as_ref().map(|build| {
        let all = build.instances.iter();
        all.filter(|entry| entry.candidate == id).collect()
    });
    let entries = entries.as_deref();
    for name in &files.records {
        let file = read_json::<TimingRecord>(&scope.store, name, scope.look_for)?;
        if let Some(record) = outcome.take(scope, file) {
            let shown = scope.dataset.shown(name);
            record_problems(scope, entries, &shown, name, &record, &mut outcome.problems);
            outcome.measured.records.push(record);
        }
    }
    for name in &files.profiles {
        let file = read_json::<ProfileRecord>(&scope.store, name, scope.look_for)?;
        if let Some(profile) = outcome.take(scope, file) {
            let shown = scope.dataset.shown(name);
            profile_problems(entries, &shown, name, &profile, &mut outcome.problems);
            outcome.measured.profiles.push(profile);
        }
    }
    for name in &files.memories {
        let file = read_json::<MemoryRecord>(&scope.store, name, scope.look_for)?;
        if let Some(memory) = outcome.take(scope, file) {
            let shown = scope.dataset.shown(name);
            memory_problems(entries, &shown, name, &memory, &mut outcome.problems);
            outcome.measured.memories.push(memory);
        }
    }
    logs(scope, entries.unwrap_or_default(), files, &mut outcome)?;

    let manifest = scope.candidates.iter().find(|candidate| candidate.id == id);
    match (manifest, frame) {
        (Some(candidate), Some(frame))
            if outcome.readable && frame.has(id) && scope.dataset.pages().is_some() =>
        {
            outcome.page = Some(frame.page(candidate, &mut outcome.measured));
        }
        (None, _) if id != PLACEHOLDERS => outcome.without_manifest = Some(id.to_owned()),
        _ => {}
    }
    without_raw_data(
        &mut outcome.measured.records,
        &mut outcome.measured.profiles,
    );
    Ok(outcome)
}

impl Outcome {
    /// Takes note of a file; its content, when there is any.
    fn take<T>(&mut self, scope: &Scope<'_>, file: ReadFile<T>) -> Option<T> {
        problem::of_file(scope.dataset, &file, &mut self.problems);
        self.digests.push((file.name, file.sha256));
        self.readable &= file.content.is_ok();
        file.content.ok()
    }
}

fn add(
    problems: &mut Vec<Problem>,
    file: &str,
    source: &'static str,
    found: impl IntoIterator<Item = Discrepancy>,
) {
    problems.extend(
        found
            .into_iter()
            .map(|found| Problem::of(file.to_owned(), &found, source)),
    );
}

fn record_problems(
    scope: &Scope<'_>,
    entries: Option<&[&BuildEntry]>,
    file: &str,
    name: &str,
    record: &TimingRecord,
    problems: &mut Vec<Problem>,
) {
    let head = &record.head;
    let path = check_path(
        name,
        &head.candidate,
        &head.label,
        &head.operation,
        head.input_bytes,
    );
    add(problems, file, "its path says", path);
    add(
        problems,
        file,
        "the raw data give",
        assay_evidence::check(record),
    );
    if head.schema >= SCHEMA && head.provenance.is_none() {
        problems.push(Problem::wrong(
            file,
            "provenance is missing, which every record of this schema has",
        ));
    }
    if head.environment.architecture.is_empty() {
        problems.push(Problem::wrong(
            file,
            "environment.architecture is empty: a record without its machine is not trusted",
        ));
    }
    if head.started_utc > head.ended_utc {
        problems.push(Problem::wrong(
            file,
            format!(
                "ended_utc is {}, before started_utc, which is {}",
                head.ended_utc, head.started_utc
            ),
        ));
    }
    if let Some(campaign) = &scope.campaign {
        add(
            problems,
            file,
            "the campaign or plan gives",
            check_against_campaign(record, campaign),
        );
    }
    if let Some(entry) = entry(entries, file, &head.candidate, &head.label, problems) {
        add(
            problems,
            file,
            "build.json gives",
            check_against_build(record, entry),
        );
    }
}

fn profile_problems(
    entries: Option<&[&BuildEntry]>,
    file: &str,
    name: &str,
    profile: &ProfileRecord,
    problems: &mut Vec<Problem>,
) {
    let path = check_path(
        name,
        &profile.candidate,
        &profile.label,
        &profile.operation,
        profile.input_bytes,
    );
    add(problems, file, "its path says", path);
    let contradictions = profile.profile.check();
    problems.extend(
        contradictions
            .iter()
            .map(|found| Problem::wrong(file, found.to_string())),
    );
    if profile.is_complete() && profile.profile.total.is_none() {
        problems.push(Problem::wrong(
            file,
            "status is \"complete\", but total is missing",
        ));
    }
    if let Some(entry) = entry(entries, file, &profile.candidate, &profile.label, problems) {
        add(
            problems,
            file,
            "build.json gives",
            check_profile_against_build(profile, entry),
        );
    }
}

fn memory_problems(
    entries: Option<&[&BuildEntry]>,
    file: &str,
    name: &str,
    memory: &MemoryRecord,
    problems: &mut Vec<Problem>,
) {
    let path = check_path(
        name,
        &memory.candidate,
        &memory.label,
        &memory.operation,
        memory.input_bytes,
    );
    add(problems, file, "its path says", path);
    let contradictions = memory.check();
    problems.extend(
        contradictions
            .iter()
            .map(|found| Problem::wrong(file, found.to_string())),
    );
    if let Some(entry) = entry(entries, file, &memory.candidate, &memory.label, problems) {
        add(
            problems,
            file,
            "build.json gives",
            check_memory_against_build(memory, entry),
        );
    }
}

/// The build entry a file refers to, among those of its folder's candidate. Without a readable `build.json` there is
/// nothing to say here.
fn entry<'a>(
    entries: Option<&[&'a BuildEntry]>,
    file: &str,
    candidate: &str,
    label: &str,
    problems: &mut Vec<Problem>,
) -> Option<&'a BuildEntry> {
    let entry = entries?
        .iter()
        .copied()
        .find(|entry| entry.candidate == candidate && entry.label == label);
    if entry.is_none() {
        problems.push(Problem::wrong(
            file,
            format!("build.json has no entry {candidate}/{label}"),
        ));
    }
    entry
}

/// Logs of known-answer tests: as many as `build.json` names, with the digests and verdicts it says.
fn logs(
    scope: &Scope<'_>,
    entries: &[&BuildEntry],
    files: &CandidateFiles,
    outcome: &mut Outcome,
) -> Result<(), Error> {
    let named = |entry: &&BuildEntry, name: &str| entry.kat_log.as_deref() == Some(name);
    for name in &files.logs {
        let file = read_text(&scope.store, name, scope.look_for)?;
        let sha256 = file.sha256.clone();
        let shown = scope.dataset.shown(name);
        let Some(text) = outcome.take(scope, file) else {
            continue;
        };
        outcome.logs += 1;
        let Some(entry) = entries.iter().find(|entry| named(entry, name)) else {
            if scope.build.is_some() {
                outcome.problems.push(Problem::wrong(
                    shown,
                    "no entry of build.json names this log",
                ));
            }
            continue;
        };
        let recorded = entry.kat_log_sha256.as_deref().unwrap_or("absent");
        if recorded != sha256 {
            outcome.problems.push(Problem::differs(
                scope.dataset.shown("build.json"),
                &format!("{}/{}.kat_log_sha256", entry.candidate, entry.label),
                recorded,
                &sha256,
                "the log gives",
            ));
        }
        let verdict = verdict(&text).unwrap_or("no verdict");
        if verdict != entry.kat {
            outcome.problems.push(Problem::differs(
                scope.dataset.shown("build.json"),
                &format!("{}/{}.kat", entry.candidate, entry.label),
                &entry.kat,
                verdict,
                "its log ends with",
            ));
        }
    }
    for entry in entries {
        let Some(name) = &entry.kat_log else {
            continue;
        };
        if files.logs.contains(name) {
            continue;
        }
        if scope.options.excerpt {
            outcome.absent_logs += 1;
        } else {
            outcome.problems.push(Problem::wrong(
                scope.dataset.shown(name),
                format!(
                    "is missing, but build.json names it for {}/{}",
                    entry.candidate, entry.label
                ),
            ));
        }
    }
    Ok(())
}

/// The verdict of a log: the third word of the last line that begins with RESULT. Published logs have words of their own,
/// such as FAIL, so the word is not taken for one of ours.
fn verdict(log: &str) -> Option<&str> {
    log.lines()
        .rev()
        .find(|line| line.starts_with("RESULT "))?
        .split_whitespace()
        .nth(3)
}
