//! The excerpt of the published dataset under `tests/published` reads, re-serialises and recomputes exactly.

use std::fs;
use std::path::{Path, PathBuf};

use assay_evidence::derive::{Facts, results};
use assay_evidence::{Build, Campaign, Profile, ProfileRecord, TimingRecord, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/published")
}

fn files(kind: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for candidate in fs::read_dir(folder().join(kind)).unwrap() {
        for file in fs::read_dir(candidate.unwrap().path()).unwrap() {
            files.push(file.unwrap().path());
        }
    }
    files.sort();
    files
}

fn same_bytes<T: serde::Serialize + serde::de::DeserializeOwned>(path: &Path) -> T {
    let bytes = fs::read(path).unwrap();
    let value: T = serde_json::from_slice(&bytes)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let written = String::from_utf8(json::to_bytes(&value).unwrap()).unwrap();
    assert!(
        written.as_bytes() == bytes,
        "{} changes:\n{written}",
        path.display()
    );
    value
}

#[test]
fn every_file_comes_back_byte_for_byte() {
    let records = files("records");
    let profiles = files("profile");
    assert_eq!((records.len(), profiles.len()), (17, 10));
    for path in &records {
        same_bytes::<TimingRecord>(path);
    }
    for path in &profiles {
        same_bytes::<ProfileRecord>(path);
    }
    let build: Build = same_bytes(&folder().join("build.json"));
    assert_eq!(build.instances.len(), 14);
}

#[test]
fn the_campaign_keeps_every_member() {
    let campaign: Campaign = same_bytes(&folder().join("campaign.json"));
    assert_eq!(campaign.system_id, "x86_1");
}

#[test]
fn every_statistic_is_recomputed_exactly() {
    for path in files("records") {
        let record: TimingRecord = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let facts = Facts {
            input_bytes: record.head.input_bytes,
            tick_unit: None,
            extended: false,
        };
        assert_eq!(
            results(&record.head.processes, facts),
            record.results,
            "{}",
            path.display()
        );
    }
}

#[test]
fn every_share_is_recomputed_exactly() {
    for path in files("profile") {
        let profile: ProfileRecord = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let recomputed = Profile::new(profile.profile.total, profile.profile.calls.clone());
        assert_eq!(recomputed, profile.profile, "{}", path.display());
    }
}

/// For separate processes the timeout follows from the estimate, whatever the calibration was.
#[test]
fn plans_satisfy_the_identity_of_the_timeout() {
    for path in files("records") {
        let record: TimingRecord = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let plan = record.head.plan;
        let expected = 3.0 * plan.estimated_s / plan.trials as f64 + 300.0;
        assert!(
            (plan.timeout_per_process_s / expected - 1.0).abs() < 1e-12,
            "{}",
            path.display()
        );
    }
}
