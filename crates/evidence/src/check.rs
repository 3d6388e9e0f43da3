//! Comparing what a record says with what its own raw data say. Profiles do the same in `assay-profile`.

use std::fmt;

use serde_json::Value;

use crate::derive::{Facts, results, total};
use crate::record::{Results, TimingRecord};

/// Largest relative difference at which two floating-point numbers count as equal. Summing in another order changes the
/// last digits; nothing else does.
pub const RELATIVE_TOLERANCE: f64 = 1e-9;

/// A member whose stored value does not follow from the raw data of its file.
#[derive(Debug, Clone, PartialEq)]
pub struct Discrepancy {
    /// Path of the member, such as `mean_seconds` or `trials[2].cycles`.
    pub member: String,
    /// What the file says; `None` when the member is absent.
    pub stored: Option<Value>,
    /// What follows from the raw data; `None` when there should be no such member.
    pub recomputed: Option<Value>,
}

impl fmt::Display for Discrepancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is ", self.member)?;
        write_value(f, self.stored.as_ref())?;
        f.write_str(", but the raw data give ")?;
        write_value(f, self.recomputed.as_ref())
    }
}

fn write_value(f: &mut fmt::Formatter<'_>, value: Option<&Value>) -> fmt::Result {
    match value {
        Some(value) => write!(f, "{value}"),
        None => f.write_str("absent"),
    }
}

/// The results that follow from the processes of a record; `None` when they produced no trial.
#[must_use]
pub fn recompute(record: &TimingRecord) -> Option<Results> {
    results(&record.head.processes, Facts::of(&record.head))
}

/// Every member of a timing record that its processes contradict; empty when all of it holds.
#[must_use]
pub fn check(record: &TimingRecord) -> Vec<Discrepancy> {
    let mut found = Vec::new();
    let head = &record.head;
    let recomputed = recompute(record);

    let mut compare = |member: &str, stored: Value, recomputed: Value| {
        differences(member, Some(&stored), Some(&recomputed), &mut found);
    };
    let trials = recomputed
        .as_ref()
        .map_or(0, |results| results.trials.len());
    let whole = head
        .processes
        .iter()
        .all(|process| process.status == "complete")
        && trials as u64 == head.plan.trials;
    let status = if whole {
        "complete"
    } else {
        "failed_or_partial"
    };
    compare("status", head.status.as_str().into(), status.into());
    compare(
        "kat_not_passed",
        head.kat_not_passed.into(),
        (head.kat != "PASS").into(),
    );
    let retries = total(
        head.processes
            .iter()
            .map(|process| process.disturbed_retries),
    );
    compare(
        "disturbed_retries",
        head.disturbed_retries.into(),
        retries.into(),
    );

    let members = |results: &Option<Results>| {
        results
            .as_ref()
            .and_then(|results| serde_json::to_value(results).ok())
            .unwrap_or(Value::Object(serde_json::Map::new()))
    };
    differences(
        "",
        Some(&members(&record.results)),
        Some(&members(&recomputed)),
        &mut found,
    );
    found
}

/// Walks two values side by side; `path` names the place.
fn differences(
    path: &str,
    stored: Option<&Value>,
    recomputed: Option<&Value>,
    found: &mut Vec<Discrepancy>,
) {
    match (stored, recomputed) {
        (Some(Value::Object(left)), Some(Value::Object(right))) => {
            let added = right.keys().filter(|name| !left.contains_key(*name));
            for name in left.keys().chain(added) {
                let dot = if path.is_empty() { "" } else { "." };
                let path = format!("{path}{dot}{name}");
                differences(&path, left.get(name), right.get(name), found);
            }
        }
        (Some(Value::Array(left)), Some(Value::Array(right))) => {
            for index in 0..left.len().max(right.len()) {
                let path = format!("{path}[{index}]");
                differences(&path, left.get(index), right.get(index), found);
            }
        }
        _ if same(stored, recomputed) => {}
        _ => found.push(Discrepancy {
            member: path.to_owned(),
            stored: stored.cloned(),
            recomputed: recomputed.cloned(),
        }),
    }
}

fn same(stored: Option<&Value>, recomputed: Option<&Value>) -> bool {
    let (Some(Value::Number(left)), Some(Value::Number(right))) = (stored, recomputed) else {
        return stored == recomputed;
    };
    if let (Some(left), Some(right)) = (left.as_u64(), right.as_u64()) {
        return left == right;
    }
    match (left.as_f64(), right.as_f64()) {
        (Some(left), Some(right)) => {
            (left - right).abs() <= RELATIVE_TOLERANCE * left.abs().max(right.abs())
        }
        _ => false,
    }
}
