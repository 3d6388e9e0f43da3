//! What a record says of itself against what its raw data say.

use std::fmt;

use serde_json::{Map, Value};

use super::{Facts, results};
use crate::record::{Head, TimingRecord};

/// How far a stored number may be from the recomputed one, relative to it: the tolerance of the published method, whose
/// sums were not all rounded alike.
const TOLERANCE: f64 = 1e-9;

/// A member of a record that does not follow from its raw data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discrepancy {
    /// Path of the member: `mean_seconds`, `distribution.percentiles.p50`.
    pub member: String,
    /// What the record says, as JSON; `absent` when it is not there.
    pub stored: String,
    /// What its raw data say.
    pub recomputed: String,
}

impl fmt::Display for Discrepancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Discrepancy {
            member,
            stored,
            recomputed,
        } = self;
        write!(
            f,
            "{member} is stored as {stored}, but the raw data give {recomputed}"
        )
    }
}

/// Everything in a record that does not follow from its processes: statistics, and whether it is complete.
///
/// An empty list means that the record holds. Numbers may differ by one part in 10^9.
#[must_use]
pub fn check(record: &TimingRecord) -> Vec<Discrepancy> {
    let head = &record.head;
    let mut found = Vec::new();
    let recomputed = results(&head.processes, Facts::of(head));
    compare(
        "",
        &members(record.results.as_ref()),
        &members(recomputed.as_ref()),
        &mut found,
    );
    let status = if is_complete(head) {
        "complete"
    } else {
        "failed_or_partial"
    };
    if head.status != status {
        found.push(discrepancy(
            "status",
            Some(&head.status.as_str().into()),
            Some(&status.into()),
        ));
    }
    let retries: u64 = head
        .processes
        .iter()
        .map(|process| process.disturbed_retries)
        .sum();
    if head.disturbed_retries != retries {
        found.push(discrepancy(
            "disturbed_retries",
            Some(&head.disturbed_retries.into()),
            Some(&retries.into()),
        ));
    }
    found
}

/// Every process is complete and there are as many trials as planned.
fn is_complete(head: &Head) -> bool {
    let trials: u64 = head
        .processes
        .iter()
        .map(|process| process.trials.len() as u64)
        .sum();
    trials == head.plan.trials
        && head
            .processes
            .iter()
            .all(|process| process.status == "complete")
}

fn members(results: Option<&crate::Results>) -> Value {
    results
        .and_then(|results| serde_json::to_value(results).ok())
        .unwrap_or_else(|| Value::Object(Map::new()))
}

fn compare(path: &str, stored: &Value, recomputed: &Value, found: &mut Vec<Discrepancy>) {
    match (stored, recomputed) {
        (Value::Object(stored), Value::Object(recomputed)) => {
            for name in stored
                .keys()
                .chain(recomputed.keys().filter(|name| !stored.contains_key(*name)))
            {
                let path = if path.is_empty() {
                    name.clone()
                } else {
                    format!("{path}.{name}")
                };
                match (stored.get(name), recomputed.get(name)) {
                    (Some(stored), Some(recomputed)) => compare(&path, stored, recomputed, found),
                    (stored, recomputed) => found.push(discrepancy(&path, stored, recomputed)),
                }
            }
        }
        (Value::Array(stored), Value::Array(recomputed)) if stored.len() == recomputed.len() => {
            for (index, (stored, recomputed)) in stored.iter().zip(recomputed).enumerate() {
                compare(&format!("{path}[{index}]"), stored, recomputed, found);
            }
        }
        _ if same(stored, recomputed) => {}
        _ => found.push(discrepancy(path, Some(stored), Some(recomputed))),
    }
}

/// Counts must agree exactly, floating-point numbers within the tolerance.
fn same(stored: &Value, recomputed: &Value) -> bool {
    if stored == recomputed {
        return true;
    }
    if !stored.is_f64() && !recomputed.is_f64() {
        return false;
    }
    match (stored.as_f64(), recomputed.as_f64()) {
        (Some(stored), Some(recomputed)) => {
            (stored - recomputed).abs() <= TOLERANCE * recomputed.abs()
        }
        _ => false,
    }
}

fn discrepancy(member: &str, stored: Option<&Value>, recomputed: Option<&Value>) -> Discrepancy {
    let text = |value: Option<&Value>| value.map_or_else(|| "absent".to_owned(), Value::to_string);
    Discrepancy {
        member: member.to_owned(),
        stored: text(stored),
        recomputed: text(recomputed),
    }
}
