//! Checking finds what was changed and nothing else.

use std::fs;
use std::path::Path;

use assay_evidence::{Discrepancy, TimingRecord, check, recompute};
use serde_json::{Value, json};

fn read(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/published")
        .join(name);
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

fn record(change: impl FnOnce(&mut Value)) -> TimingRecord {
    let mut value = read("records/kem-24/scabbard128__enc.json");
    change(&mut value);
    serde_json::from_value(value).unwrap()
}

fn messages(found: &[Discrepancy]) -> Vec<String> {
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn published_records_hold() {
    assert_eq!(messages(&check(&record(|_| {}))), [""; 0]);
}

/// Every member that follows from the trials is compared, so no changed one passes.
#[test]
fn every_changed_statistic_is_named() {
    let members = [
        "measurements",
        "guide_100_measurements_met",
        "mean_seconds",
        "median_trial_seconds",
        "min_trial_seconds",
        "max_trial_seconds",
        "mean_cycles",
        "median_trial_cycles",
        "operations_per_second",
        "baseline_rss_bytes",
        "peak_rss_bytes",
        "timing_scope",
        "build_flags",
    ];
    for member in members {
        let changed = record(|value| {
            let old = &value[member];
            value[member] = match old {
                Value::Bool(old) => json!(!old),
                Value::String(old) => json!(format!("{old} changed")),
                Value::Number(old) if old.is_u64() => json!(old.as_u64().unwrap() + 1),
                Value::Number(old) => json!(old.as_f64().unwrap() * 1.000_001),
                other => panic!("{member} is {other}"),
            };
        });
        let found = check(&changed);
        assert_eq!(found.len(), 1, "{member}: {found:?}");
        assert_eq!(found[0].member, member);
        assert_ne!(found[0].stored, found[0].recomputed);
    }
}

#[test]
fn the_last_digits_of_a_sum_in_another_order_pass() {
    let nudged = record(|value| {
        value["mean_seconds"] = json!(value["mean_seconds"].as_f64().unwrap() * (1.0 + 1e-12));
    });
    assert_eq!(check(&nudged), []);
}

#[test]
fn a_trial_that_no_process_made_is_named() {
    let changed = record(|value| {
        value["trials"][2]["cycles"] = json!(1);
        value["trials"].as_array_mut().unwrap().pop();
    });
    let found = check(&changed);
    let places: Vec<&str> = found.iter().map(|found| found.member.as_str()).collect();
    assert_eq!(places, ["trials[2].cycles", "trials[4]"]);
}

#[test]
fn a_record_that_claims_more_than_its_processes_is_named() {
    let changed = record(|value| value["plan"]["trials"] = json!(6));
    assert_eq!(
        messages(&check(&changed)),
        ["status is \"complete\", but the raw data give \"failed_or_partial\""]
    );
    let changed = record(|value| value["kat"] = json!("MISMATCH"));
    assert_eq!(
        messages(&check(&changed)),
        ["kat_not_passed is false, but the raw data give true"]
    );
    let changed = record(|value| value["processes"][0]["disturbed_retries"] = json!(2));
    assert_eq!(
        messages(&check(&changed)),
        ["disturbed_retries is 0, but the raw data give 2"]
    );
}

#[test]
fn results_without_processes_are_an_invention() {
    let mut changed = record(|value| value["processes"] = json!([]));
    let found = check(&changed);
    assert!(
        found
            .iter()
            .any(|found| found.member == "mean_seconds" && found.recomputed.is_none()),
        "{found:?}"
    );
    changed.results = None;
    changed.head.status = "failed_or_partial".to_owned();
    assert_eq!(check(&changed), []);
    assert_eq!(recompute(&changed), None);
}
