//! One table of the summary.

use assay_evidence::TimingRecord;
use assay_manifest::{ExternalSizes, Function, SizeBasis, SurveyVerdict};

use super::Row;
use crate::candidate::hash_share;
use crate::measured::{
    build_of, labels, mean_count, origins, profile_key, records_of, units, why_not_measured,
};
use crate::number::{NONE, count, message_length, share};
use crate::page::{Inline, Table};
use crate::unit::Unit;

/// The table of one kind of algorithm: a row per instance, a column per operation and unit.
pub(super) fn of_kind(function: Function, candidates: &[Row<'_>]) -> Table {
    let operations = operations(function, candidates);
    let records = || {
        candidates
            .iter()
            .flat_map(|row| row.evidence.records.iter())
    };
    let mut units = units(records(), |record| mean_count(record).map(|(unit, _)| unit));
    if units.is_empty() {
        units.push(Unit::CoreCycles);
    }

    let mut columns: Vec<String> = ["id", "algorithm", "origin", "instance"]
        .map(str::to_owned)
        .into();
    for (_, name) in &operations {
        let suffix = if function == Function::Hash {
            ""
        } else {
            " (sym %)"
        };
        columns.extend(units.iter().map(|unit| format!("{name} {unit}{suffix}")));
    }
    columns.extend(size_columns(function).iter().map(|name| (*name).to_owned()));
    columns.push("notes".to_owned());

    let mut table = Table::new(columns);
    for candidate in candidates {
        for label in labels(candidate.evidence) {
            let mut cells = head_cells(candidate, label);
            for (key, _) in &operations {
                cells.extend(
                    units
                        .iter()
                        .map(|unit| cell(candidate, label, key, unit).into()),
                );
            }
            let sizes = candidate
                .facts
                .instance(label)
                .and_then(|instance| instance.external_sizes);
            cells.extend(size_cells(function, sizes).into_iter().map(Inline::from));
            cells.push(notes(candidate, label).into());
            table.row(cells);
        }
    }
    table
}

/// Operation keys with their names in columns.
fn operations(function: Function, candidates: &[Row<'_>]) -> Vec<(String, String)> {
    let named = |keys: &[&str]| {
        let keys = keys.iter();
        keys.map(|key| ((*key).to_owned(), (*key).to_owned()))
            .collect()
    };
    match function {
        Function::Kem => named(&["keygen", "enc", "dec"]),
        Function::Sig => named(&["keygen", "sign", "verify"]),
        Function::Kex => named(&["exchange"]),
        Function::Hash => {
            let mut lengths: Vec<u64> = candidates
                .iter()
                .flat_map(|row| &row.evidence.records)
                .map(|record| record.head.input_bytes)
                .filter(|bytes| matches!(bytes, 32 | 1024 | 65_536))
                .collect();
            lengths.sort_unstable();
            lengths.dedup();
            lengths
                .into_iter()
                .map(|bytes| (format!("hash_{bytes}"), message_length(bytes)))
                .collect()
        }
    }
}

fn head_cells(candidate: &Row<'_>, label: &str) -> Vec<Inline> {
    let facts = candidate.facts;
    let origins: Vec<&str> = origins(candidate.evidence, Some(label))
        .into_iter()
        .collect();
    let origin = if origins.is_empty() {
        NONE.to_owned()
    } else {
        origins.join(", ")
    };
    let mut instance = Inline::of_code(label);
    if let Some(entry) = build_of(candidate.evidence, label)
        && entry.kat != "PASS"
        && why_not_measured(facts, candidate.evidence, label).is_none()
    {
        instance = instance.text(format!(" ⚠ KAT {}", entry.kat));
    }
    vec![
        Inline::new().link(&facts.id, format!("{}.md", facts.id)),
        facts.algorithm.as_str().into(),
        origin.into(),
        instance,
    ]
}

fn cell(candidate: &Row<'_>, label: &str, key: &str, unit: &Unit) -> String {
    let records = records_of(candidate.evidence, label);
    let Some(record) = records
        .into_iter()
        .find(|record| record.head.operation_key() == key)
    else {
        return NONE.to_owned();
    };
    if !record.head.is_complete() {
        return "failed".to_owned();
    }
    let Some((_, mean)) = mean_count(record).filter(|(own, _)| own == unit) else {
        return NONE.to_owned();
    };
    let mut remarks: Vec<String> = share_of(candidate, label, key).into_iter().collect();
    remarks.extend(few_calls(record));
    if remarks.is_empty() {
        count(mean)
    } else {
        format!("{} ({})", count(mean), remarks.join(", "))
    }
}

fn few_calls(record: &TimingRecord) -> Option<String> {
    let calls = record.results.as_ref()?.measurements;
    (calls < 100).then(|| format!("n={calls}"))
}

/// A share of 0 all over says that the candidate brings its own functions, not that it needs none.
fn share_of(candidate: &Row<'_>, label: &str, key: &str) -> Option<String> {
    let profiles = &candidate.evidence.profiles;
    let profile = profiles.iter().find(|profile| {
        profile.is_complete() && profile.label == label && profile_key(profile) == key
    })?;
    let value = hash_share(profile)?;
    let used = profiles
        .iter()
        .filter_map(hash_share)
        .any(|share| share > 0.0);
    if !used {
        return Some("??%".to_owned());
    }
    let lower_bound = profile
        .provenance
        .as_ref()
        .is_some_and(|provenance| !provenance.lower_bound.is_empty());
    Some(format!(
        "{}{}",
        if lower_bound { "≥ " } else { "" },
        share(value)
    ))
}

fn size_columns(function: Function) -> &'static [&'static str] {
    match function {
        Function::Kem => &["public key (B)", "ciphertext (B)"],
        Function::Sig => &["public key (B)", "signature (B)"],
        Function::Kex => &["bandwidth (B)"],
        Function::Hash => &[],
    }
}

fn size_cells(function: Function, sizes: Option<ExternalSizes>) -> Vec<String> {
    match sizes {
        Some(ExternalSizes::Kem {
            public_key,
            ciphertext,
            ..
        }) => {
            vec![public_key.to_string(), ciphertext.to_string()]
        }
        Some(ExternalSizes::Sig {
            public_key,
            signature,
            basis,
        }) => {
            let mark = match basis {
                SizeBasis::Encoded => "",
                SizeBasis::MaximumVariable => "≤ ",
                SizeBasis::NominalVariable => "≈ ",
            };
            vec![public_key.to_string(), format!("{mark}{signature}")]
        }
        Some(ExternalSizes::Kex {
            public_key_a,
            public_key_b,
            messages,
        }) => {
            vec![(public_key_a + public_key_b + messages).to_string()]
        }
        None => vec![NONE.to_owned(); size_columns(function).len()],
    }
}

fn notes(candidate: &Row<'_>, label: &str) -> String {
    let facts = candidate.facts;
    let mut notes: Vec<String> = why_not_measured(facts, candidate.evidence, label)
        .into_iter()
        .collect();
    match facts.survey.as_ref().map(|survey| survey.verdict) {
        Some(SurveyVerdict::Bypass) => notes.push("own symmetric functions".to_owned()),
        Some(SurveyVerdict::Mixed) => notes.push("some own symmetric functions".to_owned()),
        Some(SurveyVerdict::InstanceDependent) => {
            notes.push("symmetric functions differ by instance".to_owned());
        }
        Some(SurveyVerdict::IccsOnly) | None => {}
    }
    if let Some(instance) = facts.instance(label) {
        notes.extend(instance.notes.iter().cloned());
    }
    if notes.is_empty() {
        NONE.to_owned()
    } else {
        notes.join("; ")
    }
}
