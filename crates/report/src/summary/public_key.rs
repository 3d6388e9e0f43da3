//! Rows of signatures, key encapsulation and key exchange.

use assay_evidence::TimingRecord;
use assay_manifest::Function;

use super::{first_cells, notes, rows, table_with};
use crate::context::{Context, expected_operations, is_optimised};
use crate::counter::{distinct, mean, or_chosen, unit_name};
use crate::format::{self, ABSENT};
use crate::page::{Line, Table};
use crate::sections::sizes::summary_cells;

pub(super) fn table(candidates: &[&Context<'_>], function: Function) -> Table {
    let (operations, sizes): (&[&str], &[&str]) = match function {
        Function::Sig => (
            &["keygen", "sign", "verify"],
            &["public key (B)", "signature (B)"],
        ),
        Function::Kex => (&["exchange"], &["bandwidth (bytes)"]),
        _ => (
            &["keygen", "enc", "dec"],
            &["public key (B)", "ciphertext (B)"],
        ),
    };
    let timed = candidates.iter().flat_map(|candidate| {
        let complete = |record: &&&TimingRecord| record.head.is_complete();
        candidate.records.iter().filter(complete)
    });
    let units = distinct(
        timed
            .filter(|record| operations.contains(&record.head.operation.as_str()))
            .map(|record| mean(record).map(|mean| mean.unit)),
    );
    let units = match candidates.first() {
        Some(candidate) => or_chosen(units, candidate.campaign),
        None => units,
    };
    let mut columns: Vec<Line> = Vec::new();
    for operation in operations {
        for unit in &units {
            columns.push(format!("{operation} {} (sym %)", unit_name(unit)).into());
        }
    }
    columns.extend(sizes.iter().map(|size| Line::from(*size)));
    columns.push("notes".into());

    let mut table = table_with(columns);
    for (candidate, label) in rows(candidates) {
        let mut row = first_cells(candidate, label);
        for operation in operations {
            for (index, unit) in units.iter().enumerate() {
                row.push(cell(candidate, label, operation, unit, index == 0).into());
            }
        }
        row.extend(summary_cells(candidate, label, function));
        row.push(notes(candidate, label));
        table.push(row);
    }
    table
}

fn cell(context: &Context<'_>, label: &str, operation: &str, unit: &str, first: bool) -> String {
    let record = context
        .records
        .iter()
        .find(|record| record.head.label == label && record.head.operation == operation);
    let Some(record) = record else {
        return ABSENT.to_owned();
    };
    let results = record
        .results
        .as_ref()
        .filter(|_| record.head.is_complete());
    let Some(results) = results else {
        return if first { "failed" } else { ABSENT }.to_owned();
    };
    let value = match mean(record) {
        Some(mean) if mean.unit == unit => format::own::count(mean.value),
        Some(_) => return ABSENT.to_owned(),
        // A time, where no trial could be counted.
        None if first => format::own::time(results.mean_seconds),
        None => return ABSENT.to_owned(),
    };
    let mut remarks: Vec<String> = share(context, label, operation).into_iter().collect();
    if context.is_disturbed(record) {
        remarks.push("⚠".to_owned());
    }
    if results.measurements < 100 {
        remarks.push(format!("n={}", results.measurements));
    }
    if remarks.is_empty() {
        value
    } else {
        format!("{value} ({})", remarks.join(", "))
    }
}

/// The hash share of an operation; `??%` when all operations were profiled and none calls the placeholder functions.
fn share(context: &Context<'_>, label: &str, operation: &str) -> Option<String> {
    let hash_share = |profile: &assay_evidence::ProfileRecord| {
        Some(
            profile
                .profile
                .hash_share
                .filter(|_| profile.is_complete())?
                .value(),
        )
    };
    let profile = context
        .profiles
        .iter()
        .find(|profile| profile.label == label && profile.operation == operation)?;
    let share = hash_share(profile)?;
    let shares = || {
        context
            .profiles
            .iter()
            .filter_map(|profile| hash_share(profile))
    };
    let profiled = |label: &str, operation: &str| {
        context.profiles.iter().any(|profile| {
            (profile.label.as_str(), profile.operation.as_str()) == (label, operation)
                && hash_share(profile).is_some()
        })
    };
    // An operation that nobody profiled may be the one that calls them.
    let all_profiled = || {
        let labels = context
            .labels
            .iter()
            .filter(|label| !is_optimised(context, label) && !context.records_of(label).is_empty());
        labels.into_iter().all(|label| {
            expected_operations(context.facts.function)
                .into_iter()
                .all(|(operation, _)| profiled(label, operation))
        })
    };
    if shares().all(|share| share == 0.0) && all_profiled() {
        return Some("??%".to_owned());
    }
    let bound = profile
        .provenance
        .as_ref()
        .is_some_and(|provenance| !provenance.lower_bound.is_empty());
    Some(format!(
        "{}{}",
        if bound { "≥ " } else { "" },
        format::share(share)
    ))
}
