//! Records that do not hold are found, member by member.

use std::fs;
use std::path::Path;

use assay_evidence::TimingRecord;
use assay_evidence::derive::check;

fn record(name: &str) -> TimingRecord {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/published/records")
        .join(name);
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

fn found(record: &TimingRecord) -> Vec<String> {
    check(record).iter().map(ToString::to_string).collect()
}

#[test]
fn published_records_hold() {
    for name in [
        "kem-24/scabbard128__enc.json",
        "kex-06/MAMBA-NIKE-128__pass1.json",
        "kem-22/Mithril-128-avx2__keygen.json",
    ] {
        assert_eq!(found(&record(name)), [""; 0], "{name}");
    }
}

#[test]
fn every_changed_statistic_is_named() {
    let whole = record("kem-24/scabbard128__enc.json");
    let value = serde_json::to_value(&whole).unwrap();
    for member in [
        "mean_seconds",
        "median_trial_seconds",
        "min_trial_seconds",
        "max_trial_seconds",
        "mean_cycles",
        "median_trial_cycles",
        "operations_per_second",
    ] {
        let mut changed = value.clone();
        changed[member] = (changed[member].as_f64().unwrap() * (1.0 + 3e-9)).into();
        let changed: TimingRecord = serde_json::from_value(changed).unwrap();
        let members: Vec<_> = check(&changed)
            .into_iter()
            .map(|found| found.member)
            .collect();
        assert_eq!(members, [member]);
    }
}

#[test]
fn a_change_in_the_last_digit_is_rounding() {
    let mut record = record("kem-24/scabbard128__enc.json");
    record.results.as_mut().unwrap().mean_seconds *= 1.0 + 1e-12;
    assert_eq!(found(&record), [""; 0]);
}

#[test]
fn counts_must_agree_exactly() {
    let mut record = record("kem-24/scabbard128__enc.json");
    let results = record.results.as_mut().unwrap();
    results.measurements += 1;
    results.trials[1].cycles = Some(7);
    results.sizes.insert("pk_bytes".to_owned(), 737.into());
    results.mean_cycles = None;
    let found = found(&record);
    assert_eq!(found.len(), 4, "{found:#?}");
    assert!(found[0].starts_with("trials[1].cycles is stored as 7, but the raw data give "));
    assert_eq!(
        found[1],
        "measurements is stored as 13216, but the raw data give 13215"
    );
    assert!(found[2].starts_with("mean_cycles is stored as null, but the raw data give 775"));
    assert_eq!(
        found[3],
        "sizes.pk_bytes is stored as 737, but the raw data give 736"
    );
}

#[test]
fn a_record_that_lost_a_process_is_not_complete() {
    let mut record = record("kem-24/scabbard128__enc.json");
    record.head.processes.pop();
    let found = found(&record);
    assert!(found.iter().any(|line| line
        == "status is stored as \"complete\", but the raw data give \"failed_or_partial\""));
}

#[test]
fn results_without_trials_follow_from_nothing() {
    let mut record = record("kem-24/scabbard128__enc.json");
    record.results = None;
    assert!(
        found(&record)
            .iter()
            .any(|line| line.starts_with("mean_seconds is stored as absent"))
    );
}
