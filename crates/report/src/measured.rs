//! What pages ask of evidence.

use std::collections::BTreeSet;

use assay_evidence::{BuildEntry, Campaign, CandidateEvidence, ProfileRecord, TimingRecord};

use assay_manifest::IssueAction;

use crate::facts::CandidateFacts;
use crate::natural::natural_order;
use crate::operation::operation_order;
use crate::unit::Unit;

/// Labels that have a record or a build entry, in natural order.
pub(crate) fn labels(evidence: &CandidateEvidence) -> Vec<&str> {
    let built = evidence.builds.iter().map(|entry| entry.label.as_str());
    let timed = evidence
        .records
        .iter()
        .map(|record| record.head.label.as_str());
    let labels: BTreeSet<&str> = built.chain(timed).collect();
    let mut labels: Vec<&str> = labels.into_iter().collect();
    labels.sort_by(|left, right| natural_order(left, right));
    labels
}

/// Records of one instance in the order of operations.
pub(crate) fn records_of<'a>(
    evidence: &'a CandidateEvidence,
    label: &str,
) -> Vec<&'a TimingRecord> {
    let mut records: Vec<&TimingRecord> = evidence
        .records
        .iter()
        .filter(|record| record.head.label == label)
        .collect();
    records.sort_by(|left, right| {
        operation_order(&left.head.operation_key(), &right.head.operation_key())
    });
    records
}

/// Profiles of one instance in the order of operations.
pub(crate) fn profiles_of<'a>(
    evidence: &'a CandidateEvidence,
    label: &str,
) -> Vec<&'a ProfileRecord> {
    let mut profiles: Vec<&ProfileRecord> = evidence
        .profiles
        .iter()
        .filter(|profile| profile.label == label)
        .collect();
    profiles.sort_by(|left, right| operation_order(&profile_key(left), &profile_key(right)));
    profiles
}

pub(crate) fn profile_key(profile: &ProfileRecord) -> String {
    assay_evidence::operation_key(&profile.operation, profile.input_bytes)
}

/// The build entry of an instance.
pub(crate) fn build_of<'a>(evidence: &'a CandidateEvidence, label: &str) -> Option<&'a BuildEntry> {
    evidence.builds.iter().find(|entry| entry.label == label)
}

/// Whether the campaign was measured by this program; published campaigns carry no schema.
pub(crate) fn is_ours(campaign: &Campaign) -> bool {
    campaign.schema.is_some()
}

/// Mean count per call with its unit.
pub(crate) fn mean_count(record: &TimingRecord) -> Option<(Unit, f64)> {
    let results = record.results.as_ref()?;
    match (results.mean_cycles, &results.tick_unit) {
        (Some(cycles), _) => Some((Unit::CoreCycles, cycles)),
        (None, Some(unit)) => Some((Unit::from_name(unit), results.mean_ticks?)),
        (None, None) => None,
    }
}

/// Units that occur in some records, in the order of columns.
pub(crate) fn units<'a>(
    records: impl IntoIterator<Item = &'a TimingRecord>,
    of: impl Fn(&TimingRecord) -> Option<Unit>,
) -> Vec<Unit> {
    let units: BTreeSet<Unit> = records.into_iter().filter_map(of).collect();
    units.into_iter().collect()
}

/// Unit of the single calls of a record.
pub(crate) fn sample_unit(record: &TimingRecord) -> Option<Unit> {
    let distribution = record.results.as_ref()?.distribution.as_ref()?;
    Some(Unit::from_name(&distribution.unit))
}

/// Why an instance has no timing, in words; `None` when it could have one.
pub(crate) fn why_not_measured(
    facts: &CandidateFacts,
    evidence: &CandidateEvidence,
    label: &str,
) -> Option<String> {
    let entry = build_of(evidence, label);
    let not_run = entry.and_then(|entry| entry.provenance.as_ref()?.not_run.as_ref());
    if let Some(reason) = not_run {
        return Some(format!("not run: {reason}"));
    }
    let excluded = facts.instance(label).and_then(|instance| {
        let issues = &instance.issues;
        issues
            .iter()
            .find(|issue| issue.action == IssueAction::Exclude)
    });
    if let Some(issue) = excluded {
        return Some(format!("not timed: {}", issue.cause));
    }
    entry
        .filter(|entry| entry.library.is_none())
        .map(|entry| format!("not measured: KAT {}", entry.kat))
}

/// How the first process of an incomplete record failed.
pub(crate) fn failure(record: &TimingRecord) -> String {
    let processes = &record.head.processes;
    let Some(process) = processes
        .iter()
        .find(|process| process.status != "complete")
    else {
        return "failed: trials missing".to_owned();
    };
    let told = process
        .other
        .get("failure")
        .and_then(|failure| failure.as_str());
    match (told, process.exit_code) {
        (Some(told), _) => format!("failed: {}", first_line(told)),
        (None, Some(code)) => format!("failed: process {}, exit code {code}", process.status),
        (None, None) => format!("failed: process {}", process.status),
    }
}

/// The start of a message that may be long, such as the output of a compiler.
pub(crate) fn first_line(message: &str) -> String {
    const MOST: usize = 200;
    let mut lines = message.lines();
    let line = lines.next().unwrap_or_default().trim_end();
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None if lines.next().is_some() => format!("{line} …"),
        None => line.to_owned(),
    }
}

/// Where the code of an instance comes from: all origins its evidence names.
pub(crate) fn origins<'a>(
    evidence: &'a CandidateEvidence,
    label: Option<&str>,
) -> BTreeSet<&'a str> {
    let wanted = |other: &str| label.is_none_or(|label| label == other);
    let built = evidence
        .builds
        .iter()
        .filter(|entry| wanted(&entry.label))
        .filter_map(|entry| entry.provenance.as_ref()?.origin.as_deref());
    let timed = evidence
        .records
        .iter()
        .filter(|record| wanted(&record.head.label))
        .filter_map(|record| Some(record.head.provenance.as_ref()?.origin.as_str()));
    let profiled = evidence
        .profiles
        .iter()
        .filter(|profile| wanted(&profile.label))
        .filter_map(|profile| Some(profile.provenance.as_ref()?.origin.as_str()));
    built.chain(timed).chain(profiled).collect()
}

/// An origin in plain words.
pub(crate) fn origin_words(origin: &str) -> String {
    match origin {
        "independent" => "independent implementation written from the functional specification, not the submitter's code".to_owned(),
        "submission" => "the submitter's own code".to_owned(),
        other => other.to_owned(),
    }
}

/// Problems of the machine over some records: `None` when every one was measured on a fit machine.
pub(crate) fn host_problems<'a>(
    records: impl IntoIterator<Item = &'a TimingRecord>,
) -> Option<BTreeSet<&'a str>> {
    let mut unfit = false;
    let mut problems = BTreeSet::new();
    for provenance in records
        .into_iter()
        .filter_map(|record| record.head.provenance.as_ref())
    {
        if !provenance.host_fixed {
            unfit = true;
            problems.extend(provenance.host_problems.iter().map(String::as_str));
        }
    }
    unfit.then_some(problems)
}

/// Whether any record or the campaign was a quick look.
pub(crate) fn is_quick<'a>(
    campaign: &Campaign,
    records: impl IntoIterator<Item = &'a TimingRecord>,
) -> bool {
    campaign.quick == Some(true)
        || records.into_iter().any(|record| {
            record
                .head
                .provenance
                .as_ref()
                .is_some_and(|provenance| provenance.quick)
        })
}

/// A number the driver told in every process, summed; `None` when none did.
pub(crate) fn sum_of_meta(record: &TimingRecord, name: &str) -> Option<u64> {
    record
        .head
        .processes
        .iter()
        .filter_map(|process| meta_number(process, name))
        .reduce(|left, right| left + right)
}

/// A number the driver told in one process.
pub(crate) fn meta_number(process: &assay_evidence::Process, name: &str) -> Option<u64> {
    process.meta.get(name)?.as_str()?.parse().ok()
}

/// The architecture as in titles, and the guide's word for it.
pub(crate) fn architecture(campaign: &Campaign) -> (&str, &str) {
    match campaign.environment_at_start.architecture.as_str() {
        "x86_64" => ("x86-64", "x86"),
        "aarch64" => ("AArch64", "ARM"),
        other => (other, other),
    }
}
