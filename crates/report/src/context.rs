//! The evidence of one candidate, ordered and asked the questions that several sections have.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use assay_evidence::{
    Build, BuildEntry, Campaign, Environment, MemoryRecord, ProfileRecord, TimingRecord,
};
use assay_manifest::{Function, IssueAction, Variant};

use crate::disturbance::disturbed_in_every_attempt;
use crate::facts::{CandidateFacts, InstanceFacts};
use crate::failure::failure_reason;
use crate::natural::natural_order;

/// What was measured: a campaign, what was built, and records, profiles and memory records in the order of their paths.
/// Those of other candidates may be among them.
#[derive(Debug, Clone, Copy)]
pub struct Evidence<'a> {
    /// Identifier of the system: `x86_1`, `local`.
    pub system: &'a str,
    /// The campaign.
    pub campaign: &'a Campaign,
    /// What was built.
    pub build: &'a Build,
    /// Timing records.
    pub records: &'a [TimingRecord],
    /// Profiles.
    pub profiles: &'a [ProfileRecord],
    /// Memory records; published data has none.
    pub memories: &'a [MemoryRecord],
}

pub(crate) struct Context<'a> {
    pub(crate) facts: &'a CandidateFacts,
    pub(crate) system: &'a str,
    pub(crate) campaign: &'a Campaign,
    /// Of this candidate.
    pub(crate) entries: Vec<&'a BuildEntry>,
    /// Of this candidate, in path order.
    pub(crate) records: Vec<&'a TimingRecord>,
    /// Of this candidate, in path order.
    pub(crate) profiles: Vec<&'a ProfileRecord>,
    /// Of this candidate.
    pub(crate) memories: Vec<&'a MemoryRecord>,
    /// In natural order.
    pub(crate) labels: Vec<&'a str>,
    /// Whether the data is of the published schema.
    pub(crate) published: bool,
}

/// Evidence by candidate, so that a page about all candidates does not search all of it for each.
pub(crate) struct Index<'a> {
    evidence: Evidence<'a>,
    entries: BTreeMap<&'a str, Vec<&'a BuildEntry>>,
    records: BTreeMap<&'a str, Vec<&'a TimingRecord>>,
    profiles: BTreeMap<&'a str, Vec<&'a ProfileRecord>>,
    memories: BTreeMap<&'a str, Vec<&'a MemoryRecord>>,
}

impl<'a> Index<'a> {
    pub(crate) fn new(evidence: &Evidence<'a>) -> Index<'a> {
        Index {
            evidence: *evidence,
            entries: group(&evidence.build.instances, None, |entry| &entry.candidate),
            records: group(evidence.records, None, |record| &record.head.candidate),
            profiles: group(evidence.profiles, None, |profile| &profile.candidate),
            memories: group(evidence.memories, None, |memory| &memory.candidate),
        }
    }

    /// That of one candidate alone.
    fn of_one(evidence: &Evidence<'a>, id: &str) -> Index<'a> {
        let only = Some(id);
        Index {
            evidence: *evidence,
            entries: group(&evidence.build.instances, only, |entry| &entry.candidate),
            records: group(evidence.records, only, |record| &record.head.candidate),
            profiles: group(evidence.profiles, only, |profile| &profile.candidate),
            memories: group(evidence.memories, only, |memory| &memory.candidate),
        }
    }
}

/// By candidate, in the order they have; `only` that of one.
fn group<'a, T>(
    items: &'a [T],
    only: Option<&str>,
    candidate: impl Fn(&T) -> &str,
) -> BTreeMap<&'a str, Vec<&'a T>> {
    let mut groups: BTreeMap<&str, Vec<&T>> = BTreeMap::new();
    for item in items {
        let id = candidate(item);
        if only.is_none_or(|only| only == id) {
            groups.entry(id).or_default().push(item);
        }
    }
    groups
}

impl<'a> Context<'a> {
    pub(crate) fn new(facts: &'a CandidateFacts, evidence: &Evidence<'a>) -> Context<'a> {
        Context::of(facts, &Index::of_one(evidence, &facts.id))
    }

    pub(crate) fn of(facts: &'a CandidateFacts, index: &Index<'a>) -> Context<'a> {
        let id = facts.id.as_str();
        let evidence = &index.evidence;
        let entries = index.entries.get(id).cloned().unwrap_or_default();
        let records = index.records.get(id).cloned().unwrap_or_default();
        let profiles = index.profiles.get(id).cloned().unwrap_or_default();
        let memories = index.memories.get(id).cloned().unwrap_or_default();
        let published = evidence.campaign.schema.is_none()
            && records
                .iter()
                .all(|record| record.head.provenance.is_none())
            && entries.iter().all(|entry| entry.provenance.is_none());

        let mut labels: BTreeSet<&str> = records
            .iter()
            .map(|record| record.head.label.as_str())
            .chain(entries.iter().map(|entry| entry.label.as_str()))
            .collect();
        // What a run left out is shown as left out; published pages list what was built.
        if !published {
            labels.extend(
                facts
                    .instances
                    .iter()
                    .map(|instance| instance.label.as_str()),
            );
        }
        let mut labels: Vec<&str> = labels.into_iter().collect();
        labels.sort_by(|a, b| natural_order(a, b));
        Context {
            facts,
            system: evidence.system,
            campaign: evidence.campaign,
            entries,
            records,
            profiles,
            memories,
            labels,
            published,
        }
    }

    pub(crate) fn entry(&self, label: &str) -> Option<&'a BuildEntry> {
        self.entries
            .iter()
            .copied()
            .find(|entry| entry.label == label)
    }

    pub(crate) fn instance(&self, label: &str) -> Option<&'a InstanceFacts> {
        self.facts.instance(label)
    }

    /// Records of an instance in the order of a page: the order in which operations are used.
    pub(crate) fn records_of(&self, label: &str) -> Vec<&'a TimingRecord> {
        let mut records: Vec<_> = self
            .records
            .iter()
            .copied()
            .filter(|record| record.head.label == label)
            .collect();
        records
            .sort_by_key(|record| operation_rank(&record.head.operation, record.head.input_bytes));
        records
    }

    /// Profiles of an instance in the order of a page.
    pub(crate) fn profiles_of(&self, label: &str) -> Vec<&'a ProfileRecord> {
        let mut profiles: Vec<_> = self
            .profiles
            .iter()
            .copied()
            .filter(|profile| profile.label == label)
            .collect();
        profiles.sort_by_key(|profile| operation_rank(&profile.operation, profile.input_bytes));
        profiles
    }

    /// The memory of what a timing record timed.
    pub(crate) fn memory_of(&self, record: &TimingRecord) -> Option<&'a MemoryRecord> {
        self.memories.iter().copied().find(|memory| {
            memory.label == record.head.label
                && memory.operation == record.head.operation
                && memory.input_bytes == record.head.input_bytes
        })
    }

    /// Whether no attempt of one of its trials was undisturbed.
    pub(crate) fn is_disturbed(&self, record: &TimingRecord) -> bool {
        record.head.is_complete()
            && disturbed_in_every_attempt(record, self.records.iter().copied())
    }

    /// State of the machine that the page shows first.
    pub(crate) fn environment(&self) -> &'a Environment {
        let complete = || {
            self.records
                .iter()
                .filter(|record| record.head.is_complete())
        };
        // The main CPU of the published campaigns; a few of their records come from another one.
        let main =
            complete().find(|record| self.published && record.head.environment.cpu_number == 2);
        main.or_else(|| complete().next())
            .map_or(&self.campaign.environment_at_start, |record| {
                &record.head.environment
            })
    }

    /// Whose code the evidence of an instance is about: `independent`, `submission`. More than one when records of
    /// different code lie side by side, empty when the evidence does not say.
    pub(crate) fn origins(&self, label: &str) -> BTreeSet<&'a str> {
        let built = self
            .entry(label)
            .and_then(|entry| entry.provenance.as_ref()?.origin.as_deref());
        let timed = self
            .records
            .iter()
            .filter(|record| record.head.label == label);
        let timed =
            timed.filter_map(|record| Some(record.head.provenance.as_ref()?.origin.as_str()));
        let profiled = self
            .profiles
            .iter()
            .filter(|profile| profile.label == label);
        let profiled =
            profiled.filter_map(|profile| Some(profile.provenance.as_ref()?.origin.as_str()));
        built.into_iter().chain(timed).chain(profiled).collect()
    }

    /// Why nothing else is known of an operation: that timing it failed, or that there is no `what` of it.
    pub(crate) fn why_no(
        &self,
        what: &str,
        label: &str,
        operation: &str,
        input_bytes: u64,
    ) -> String {
        let record = self.records_of(label).into_iter().find(|record| {
            (record.head.operation.as_str(), record.head.input_bytes) == (operation, input_bytes)
        });
        match record {
            Some(record) if !record.head.is_complete() => {
                format!("timing {operation} {}", failed(record))
            }
            _ => format!("there is no {what} of it in this run"),
        }
    }

    /// Why an instance has no numbers.
    pub(crate) fn why_not_measured(&self, label: &str) -> String {
        if let Some(issue) = self.instance(label).and_then(|instance| {
            instance
                .issues
                .iter()
                .find(|issue| issue.action == IssueAction::Exclude)
        }) {
            return format!("excluded by the manifest: {}", issue.cause);
        }
        let Some(entry) = self.entry(label) else {
            return "this run did not select it".to_owned();
        };
        if let Some(reason) = not_run(entry) {
            return reason.to_owned();
        }
        if let Some(record) = self
            .records_of(label)
            .into_iter()
            .find(|r| !r.head.is_complete())
        {
            return format!("timing {} {}", record.head.operation_key(), failed(record));
        }
        match (&entry.library, entry.kat.as_str()) {
            (None, "PASS") => "there is no library".to_owned(),
            (_, "PASS") => "there is no record of it in this run".to_owned(),
            (_, verdict) => format!("the verdict of the known-answer test is {verdict}"),
        }
    }
}

/// That an operation failed, and why.
pub(crate) fn failed(record: &TimingRecord) -> String {
    match failure_reason(record) {
        Some(reason) => format!("failed: {reason}"),
        None => "failed: no trial is stored".to_owned(),
    }
}

/// Why an instance was not run on this machine, if it was not.
pub(crate) fn not_run(entry: &BuildEntry) -> Option<&str> {
    entry.provenance.as_ref()?.not_run.as_deref()
}

/// Optimised code, by the manifest or, for labels the manifest does not know, by the build entry or the name.
pub(crate) fn is_optimised(context: &Context<'_>, label: &str) -> bool {
    match (context.instance(label), context.entry(label)) {
        (Some(instance), _) if !context.published => instance.variant != Variant::Reference,
        (_, Some(entry)) => entry.variant != "reference",
        _ => label.ends_with("-avx2"),
    }
}

/// Operations that every instance of a kind has, with the message length of hashes.
pub(crate) fn expected_operations(function: Function) -> Vec<(&'static str, u64)> {
    match function {
        Function::Kem => vec![("keygen", 0), ("enc", 0), ("dec", 0)],
        Function::Sig => vec![("keygen", 0), ("sign", 0), ("verify", 0)],
        Function::Kex => vec![("exchange", 0)],
        Function::Hash => [32, 128, 512, 1024, 4096, 8192, 16384, 65536]
            .map(|bytes| ("hash", bytes))
            .to_vec(),
    }
}

/// The order in which operations are used; hashes by size.
pub(crate) fn operation_rank(operation: &str, input_bytes: u64) -> (u64, u64, String) {
    let position = match operation {
        "keygen" => 0,
        "enc" => 1,
        "dec" => 2,
        "sign" => 3,
        "verify" => 4,
        "exchange" => 5,
        "init_a" => 6,
        "init_b" => 7,
        "derive_a" => 1000,
        "derive_b" => 1001,
        "hash" => 1002,
        pass => match pass.strip_prefix("pass").map(str::parse::<u64>) {
            Some(Ok(number)) => 8 + number.min(900),
            _ => 2000,
        },
    };
    (position, input_bytes, operation.to_owned())
}

/// The order of records on pages: candidates and labels as people count, operations as they are used.
#[must_use]
pub fn page_order(a: &TimingRecord, b: &TimingRecord) -> Ordering {
    let rank =
        |record: &TimingRecord| operation_rank(&record.head.operation, record.head.input_bytes);
    natural_order(&a.head.candidate, &b.head.candidate)
        .then_with(|| natural_order(&a.head.label, &b.head.label))
        .then_with(|| rank(a).cmp(&rank(b)))
}

/// Name of an architecture on pages.
pub(crate) fn architecture(environment: &Environment) -> &str {
    match environment.architecture.as_str() {
        "x86_64" => "x86-64",
        "aarch64" => "AArch64",
        other => other,
    }
}

/// Name of the self-assessment guide of an architecture.
pub(crate) fn guide(environment: &Environment) -> &str {
    match environment.architecture.as_str() {
        "aarch64" => "ARM",
        _ => "x86",
    }
}

/// A cell or sentence for something that is not there.
pub(crate) fn not_measured(reason: impl std::fmt::Display) -> String {
    format!("not measured: {reason}")
}
