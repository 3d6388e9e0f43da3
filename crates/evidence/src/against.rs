//! Comparing records and profiles with what `build.json` and `campaign.json` say of the same things.

use serde_json::Value;

use crate::build::BuildEntry;
use crate::campaign::Campaign;
use crate::check::Discrepancy;
use crate::hash_profile::ProfileRecord;
use crate::memory::MemoryRecord;
use crate::record::{TimingRecord, operation_key};

/// Every member of a timing record that the build entry of its instance contradicts.
#[must_use]
pub fn check_against_build(record: &TimingRecord, entry: &BuildEntry) -> Vec<Discrepancy> {
    let head = &record.head;
    let mut found = Vec::new();
    let mut compare = |member: &str, stored: Value, built: Value| {
        compare_into(&mut found, member, stored, built);
    };
    compare("variant", text(&head.variant), text(&entry.variant));
    compare("flags", text(&head.flags), text(&entry.flags));
    compare("kat", text(&head.kat), text(&entry.kat));
    compare("library", text(&head.library), optional(&entry.library));
    compare(
        "library_sha256",
        text(&head.library_sha256),
        optional(&entry.library_sha256),
    );
    compare("kat_log", optional(&head.kat_log), optional(&entry.kat_log));
    compare(
        "kat_log_sha256",
        optional(&head.kat_log_sha256),
        optional(&entry.kat_log_sha256),
    );
    if let (Some(recorded), Some(built)) = (&head.provenance, &entry.provenance) {
        compare(
            "provenance.origin",
            text(&recorded.origin),
            optional(&built.origin),
        );
        compare(
            "provenance.build_key",
            text(&recorded.build_key),
            optional(&built.build_key),
        );
        if let Some(results) = &record.results {
            compare(
                "build_flags",
                text(results.build_flags.trim_end()),
                built
                    .build_flags
                    .as_deref()
                    .map_or(Value::Null, |flags| text(flags.trim_end())),
            );
        }
    }
    found
}

/// Every member of a profile that the build entry of its instance contradicts.
#[must_use]
pub fn check_profile_against_build(
    profile: &ProfileRecord,
    entry: &BuildEntry,
) -> Vec<Discrepancy> {
    profile.provenance.as_ref().map_or_else(Vec::new, |own| {
        library_and_origin(&own.library_sha256, &own.origin, entry)
    })
}

/// Every member of a memory record that the build entry of its instance contradicts.
#[must_use]
pub fn check_memory_against_build(memory: &MemoryRecord, entry: &BuildEntry) -> Vec<Discrepancy> {
    library_and_origin(
        &memory.provenance.library_sha256,
        &memory.provenance.origin,
        entry,
    )
}

fn library_and_origin(sha256: &str, origin: &str, entry: &BuildEntry) -> Vec<Discrepancy> {
    let mut found = Vec::new();
    compare_into(
        &mut found,
        "provenance.library_sha256",
        text(sha256),
        optional(&entry.library_sha256),
    );
    if let Some(built) = &entry.provenance {
        compare_into(
            &mut found,
            "provenance.origin",
            text(origin),
            optional(&built.origin),
        );
    }
    found
}

/// Every member of a timing record that does not fit its campaign or its own plan.
#[must_use]
pub fn check_against_campaign(record: &TimingRecord, campaign: &Campaign) -> Vec<Discrepancy> {
    let head = &record.head;
    let mut found = Vec::new();
    if let Some(provenance) = &head.provenance {
        compare_into(
            &mut found,
            "provenance.quick",
            provenance.quick.into(),
            campaign.quick.unwrap_or(false).into(),
        );
        if let Some(counter) = &campaign.counter {
            compare_into(
                &mut found,
                "provenance.counter.source",
                text(&provenance.counter.source),
                text(&counter.source),
            );
            compare_into(
                &mut found,
                "provenance.counter.unit",
                text(&provenance.counter.unit),
                text(&counter.unit),
            );
        }
        compare_into(
            &mut found,
            "provenance.host_fixed",
            provenance.host_fixed.into(),
            provenance.host_problems.is_empty().into(),
        );
    }
    compare_into(
        &mut found,
        "environment.architecture",
        text(&head.environment.architecture),
        text(&campaign.environment_at_start.architecture),
    );
    if head.is_complete() {
        let planned = Value::from(head.plan.iterations_per_trial);
        for (index, trial) in record
            .results
            .iter()
            .flat_map(|results| &results.trials)
            .enumerate()
        {
            compare_into(
                &mut found,
                &format!("trials[{index}].measurements"),
                trial.measurements.into(),
                planned.clone(),
            );
        }
    }
    found
}

/// Members that name what a file is about, against the path it lies at: `<folder>/<candidate>/<label>__<operation>.json`.
#[must_use]
pub fn check_path(
    name: &str,
    candidate: &str,
    label: &str,
    operation: &str,
    input_bytes: u64,
) -> Option<Discrepancy> {
    let key = operation_key(operation, input_bytes);
    let (_, place) = name.split_once('/')?;
    let wanted = format!("{candidate}/{label}__{key}.json");
    (place != wanted).then(|| Discrepancy {
        member: "candidate, label, operation, input_bytes".to_owned(),
        stored: Some(wanted.into()),
        recomputed: Some(place.into()),
    })
}

fn compare_into(found: &mut Vec<Discrepancy>, member: &str, stored: Value, recomputed: Value) {
    if stored != recomputed {
        found.push(Discrepancy {
            member: member.to_owned(),
            stored: Some(stored),
            recomputed: Some(recomputed),
        });
    }
}

fn text(text: &str) -> Value {
    text.into()
}

fn optional(text: &Option<String>) -> Value {
    text.as_deref().into()
}
