//! Reasons not to publish a run.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use assay_evidence::{BuildEntry, Campaign, FileKind, Store, TimingRecord, operation_key};
use assay_iccs::{Kind, Operation};
use assay_manifest::{Candidate, Function, Instance};

use super::Allowances;
use crate::dataset::Dataset;
use crate::error::Error;
use crate::schedule::operations_of;

/// Everything that speaks against publishing a run, apart from what the check of the dataset finds.
pub(super) fn reasons_against(
    dataset: &Dataset,
    campaign: &Campaign,
    candidates: &[Candidate],
    allowances: Allowances,
) -> Result<Vec<String>, Error> {
    let mut reasons = Vec::new();
    if campaign.quick == Some(true) && !allowances.quick {
        reasons.push(
            "it is a quick look, whose trials are too short to be published; run without --quick, or publish it with --allow-quick".to_owned(),
        );
    }
    let store = dataset.store();
    if campaign.ended_utc.is_none() {
        reasons.push("the campaign has not ended; run it again to its end".to_owned());
    }
    let files = store.files()?;
    let unfinished = files
        .iter()
        .filter(|(name, kind)| *kind == FileKind::Working && name.starts_with("raw/"))
        .count();
    if unfinished > 0 {
        reasons.push(format!(
            "{unfinished} processes belong to operations that are not complete; run the campaign again to its end"
        ));
    }

    let build = store.read_build()?.unwrap_or_default();
    let mut unfit: BTreeMap<String, usize> = BTreeMap::new();
    let ids: BTreeSet<&str> = build
        .instances
        .iter()
        .map(|entry| entry.candidate.as_str())
        .collect();
    for id in ids {
        let records = store.records_of(id)?;
        for record in &records {
            let Some(provenance) = &record.head.provenance else {
                continue;
            };
            if provenance.host_fixed {
                continue;
            }
            for problem in &provenance.host_problems {
                *unfit.entry(problem.clone()).or_default() += 1;
            }
        }
        let candidate = candidates.iter().find(|candidate| candidate.id == id);
        for entry in build.instances.iter().filter(|entry| entry.candidate == id) {
            let instance = candidate.and_then(|candidate| candidate.instance(&entry.label));
            let function = candidate.map(|candidate| candidate.function);
            reasons.extend(of_instance(entry, instance, function, &records));
        }
    }
    if !allowances.unfit_host {
        reasons.extend(unfit.into_iter().map(|(problem, records)| {
            format!("the host was not fit in {records} records: {problem} (--allow-unfit-host publishes them all the same)")
        }));
    }
    Ok(reasons)
}

fn of_instance(
    entry: &BuildEntry,
    instance: Option<&Instance>,
    function: Option<Function>,
    records: &[TimingRecord],
) -> Vec<String> {
    let name = format!("{}/{}", entry.candidate, entry.label);
    let not_run = entry
        .provenance
        .as_ref()
        .is_some_and(|provenance| provenance.not_run.is_some());
    let Some(instance) = instance else {
        return vec![format!("{name} is not in any manifest")];
    };
    if not_run || instance.excluded().is_some() {
        return Vec::new();
    }
    let mut reasons = Vec::new();
    // Commands in records and profiles name the same path.
    if let Some(library) = entry
        .library
        .as_deref()
        .filter(|path| path.starts_with('/'))
    {
        reasons.push(format!(
            "the library of {name} has an absolute path, {library}: it was built outside the repository, leave CARGO_TARGET_DIR unset"
        ));
    }
    let stated = !instance.issues.is_empty();
    if entry.kat != "PASS" && !stated {
        reasons.push(format!(
            "{name} does not pass its known-answer test ({}) and its manifest states no issue that explains it",
            entry.kat
        ));
    }
    let own: Vec<&TimingRecord> = records
        .iter()
        .filter(|record| record.head.label == entry.label)
        .collect();
    if entry.kat != "PASS" && own.is_empty() {
        return reasons;
    }
    for key in function.map_or_else(Vec::new, |function| expected(function, &own)) {
        match own.iter().find(|record| record.head.operation_key() == key) {
            None => reasons.push(format!(
                "{name} has no record of {key}: the campaign is not finished"
            )),
            Some(record) if !record.head.is_complete() && !stated => reasons.push(format!(
                "the measurement of {name} {key} failed and its manifest states no issue that explains it"
            )),
            Some(_) => {}
        }
    }
    reasons
}

/// Operations of which a finished instance has records.
fn expected(function: Function, records: &[&TimingRecord]) -> Vec<String> {
    let mut keys: Vec<String> = operations_of(function)
        .into_iter()
        .map(|call| call.key())
        .collect();
    if function == Function::Kex
        && let Some(results) = records
            .iter()
            .find(|record| record.head.operation == "exchange")
            .and_then(|record| record.results.as_ref())
    {
        let passes = |name: &str| results.kex.get(name).and_then(serde_json::Value::as_u64);
        let passes = passes("kex_passes")
            .into_iter()
            .chain(passes("kex_passes_run"))
            .min()
            .unwrap_or(0);
        keys.extend(
            Operation::of(Kind::Kex, passes.try_into().unwrap_or(0))
                .into_iter()
                .map(|operation| operation_key(&operation.to_string(), 0)),
        );
        keys.sort();
        keys.dedup();
    }
    keys
}

/// Candidates of the published dataset that the run does not have.
pub(super) fn lost_candidates(dataset: &Dataset, target: &Path) -> Result<Vec<String>, Error> {
    let old: Vec<String> = Store::new(target.join("data")).candidates()?;
    let new: Vec<String> = dataset.store().candidates()?;
    Ok(old
        .into_iter()
        .filter(|id| !new.contains(id))
        .map(|id| {
            format!("the published dataset has {id} and this run does not (--allow-fewer drops it)")
        })
        .collect())
}
