//! Rows of hash functions.

use assay_evidence::TimingRecord;

use super::{first_cells, notes, rows, table_with};
use crate::context::{Context, Evidence};
use crate::counter::{distinct, mean, or_chosen, unit_name};
use crate::format::{self, ABSENT};
use crate::page::{Line, Table};

const LENGTHS: [u64; 3] = [32, 1024, 65536];
/// Pseudo-candidate whose records hold the placeholder functions themselves.
pub(super) const PLACEHOLDERS: &str = "iccs";

pub(super) fn table(candidates: &[&Context<'_>], evidence: &[Evidence<'_>]) -> Table {
    let complete = candidates
        .iter()
        .flat_map(|candidate| candidate.records.iter())
        .filter(|record| record.head.is_complete());
    let units = distinct(complete.map(|record| mean(record).map(|mean| mean.unit)));
    let units = match candidates.first() {
        Some(candidate) => or_chosen(units, candidate.campaign),
        None => units,
    };
    let placeholders: Vec<&TimingRecord> = evidence
        .iter()
        .flat_map(|evidence| evidence.records)
        .filter(|record| record.head.candidate == PLACEHOLDERS && record.head.is_complete())
        .collect();

    let mut columns: Vec<Line> = Vec::new();
    for length in LENGTHS {
        for unit in &units {
            let ratio = if placeholders.is_empty() {
                ""
            } else {
                " (× pseudoXOF)"
            };
            columns.push(
                format!(
                    "{} {}{ratio}",
                    format::message_length(length),
                    unit_name(unit)
                )
                .into(),
            );
        }
    }
    columns.push("notes".into());
    let mut table = table_with(columns);
    for (candidate, label) in rows(candidates) {
        let mut row = first_cells(candidate, label);
        for length in LENGTHS {
            for (index, unit) in units.iter().enumerate() {
                row.push(cell(candidate, label, length, unit, index == 0, &placeholders).into());
            }
        }
        row.push(notes(candidate, label));
        table.push(row);
    }
    table
}

fn cell(
    context: &Context<'_>,
    label: &str,
    length: u64,
    unit: &str,
    first: bool,
    placeholders: &[&TimingRecord],
) -> String {
    let record = context
        .records
        .iter()
        .find(|record| record.head.label == label && record.head.input_bytes == length);
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
        Some(mean) if mean.unit == unit => mean.value,
        _ => return ABSENT.to_owned(),
    };
    let mut remarks = Vec::new();
    if !placeholders.is_empty() {
        let digest_bits = results.size("digest_bytes").unwrap_or(0) * 8;
        let baseline = placeholders
            .iter()
            .filter(|other| {
                other.head.label == format!("pseudoXOF-{digest_bits}")
                    && other.head.input_bytes == length
            })
            .find_map(|other| mean(other).filter(|mean| mean.unit == unit));
        remarks.push(match baseline {
            Some(baseline) => format::ratio(value / baseline.value),
            None => format!("ratio {ABSENT}"),
        });
    }
    if context.is_disturbed(record) {
        remarks.push("⚠".to_owned());
    }
    if results.measurements < 100 {
        remarks.push(format!("n={}", results.measurements));
    }
    if remarks.is_empty() {
        format::own::count(value)
    } else {
        format!("{} ({})", format::own::count(value), remarks.join(", "))
    }
}
