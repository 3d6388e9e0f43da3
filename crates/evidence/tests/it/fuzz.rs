//! Damaged evidence of every kind: an error or a value that can be checked, never a panic, never much memory.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use assay_evidence::raw::{Calibration, RawTrial};
use assay_evidence::{
    Build, Campaign, Digests, MemoryRecord, ProfileRecord, TimingRecord, check,
    check_against_build, check_against_campaign, check_memory_against_build,
    check_profile_against_build, json, parse,
};
use assay_mutation::{bounded, damage_bytes, damage_json, inputs_of};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name)
}

/// Valid evidence of every kind: published files, and those of a campaign of this version.
static SEEDS: LazyLock<Vec<(String, Value)>> = LazyLock::new(|| {
    let published = [
        "published",
        "published/records/kem-24",
        "published/records/kex-06",
        "published/profile/kem-24",
    ];
    let folders = published.into_iter().chain(["corpus"]);
    let files = folders.flat_map(|name| inputs_of(folder(name)));
    let seeds: Vec<(String, Value)> = files
        .filter(|(name, bytes)| name.ends_with(".json") && bytes.len() < 200_000)
        .filter_map(|(name, bytes)| Some((name, serde_json::from_slice(&bytes).ok()?)))
        .collect();
    assert!(seeds.len() > 10, "{}", seeds.len());
    seeds
});

/// What is read is written in a form that reads as the same.
fn read<T: Serialize + DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let path = Path::new("evidence.json");
    let value: T = match parse(path, bytes) {
        Ok(value) => value,
        Err(error) => {
            let message = error.to_string();
            assert!(
                message.starts_with("failed to read evidence.json: "),
                "{message}"
            );
            return None;
        }
    };
    let written = json::to_bytes(&value).unwrap();
    let again: T = parse(path, &written).unwrap();
    assert!(
        json::to_bytes(&again).unwrap() == written,
        "{}",
        String::from_utf8_lossy(&written)
    );
    Some(value)
}

/// The bytes as every kind of evidence, with everything that is computed from it.
fn take(bytes: &[u8]) {
    let build: Option<Build> = read(bytes);
    let campaign: Option<Campaign> = read(bytes);
    if let Some(build) = &build {
        let _ = build.entry("kem-24", "scabbard128");
    }
    if let Some(record) = read::<TimingRecord>(bytes) {
        let found = check(&record);
        found.iter().for_each(|found| drop(found.to_string()));
        BUILD
            .instances
            .iter()
            .for_each(|entry| drop(check_against_build(&record, entry)));
        drop(check_against_campaign(
            &record,
            campaign.as_ref().unwrap_or(&CAMPAIGN),
        ));
    }
    if let Some(profile) = read::<ProfileRecord>(bytes) {
        profile
            .profile
            .check()
            .iter()
            .for_each(|found| drop(found.to_string()));
        BUILD
            .instances
            .iter()
            .for_each(|entry| drop(check_profile_against_build(&profile, entry)));
    }
    if let Some(memory) = read::<MemoryRecord>(bytes) {
        memory
            .check()
            .iter()
            .for_each(|found| drop(found.to_string()));
        BUILD
            .instances
            .iter()
            .for_each(|entry| drop(check_memory_against_build(&memory, entry)));
    }
    read::<RawTrial>(bytes);
    if let Some(calibration) = read::<Calibration>(bytes)
        && let Some(campaign) = &campaign
    {
        let call_s = calibration.call_s.unwrap_or_default();
        let _ = campaign.planning.plan(call_s, calibration.setup_s, None);
    }
    if let Some(campaign) = &campaign {
        for seconds in [0.0, -1.0, 1e-300, 1e300, f64::MAX] {
            let _ = campaign.planning.plan(seconds, seconds, Some(seconds));
        }
    }
    read::<Digests>(bytes);
}

static BUILD: LazyLock<Build> = LazyLock::new(|| {
    parse(
        Path::new("build.json"),
        &std::fs::read(folder("published/build.json")).unwrap(),
    )
    .unwrap()
});
static CAMPAIGN: LazyLock<Campaign> = LazyLock::new(|| {
    let bytes = std::fs::read(folder("published/campaign.json")).unwrap();
    parse(Path::new("campaign.json"), &bytes).unwrap()
});

#[test]
fn kept_inputs() {
    for (_, bytes) in inputs_of(folder("corpus")) {
        take(&bytes);
    }
}

#[test]
fn json_structure() {
    bounded("fuzz::json_structure", damaged_structure);
}

proptest! {
    fn damaged_structure(seed in any::<prop::sample::Index>(), changes in damage_json()) {
        let (_, mut value) = seed.get(&SEEDS).clone();
        changes.iter().for_each(|change| change.apply(&mut value));
        take(&serde_json::to_vec(&value).unwrap());
    }
}

#[test]
fn json_text() {
    bounded("fuzz::json_text", damaged_text);
}

proptest! {
    fn damaged_text(seed in any::<prop::sample::Index>(), changes in damage_bytes()) {
        let (_, value) = seed.get(&SEEDS);
        let mut bytes = serde_json::to_vec(value).unwrap();
        changes.iter().for_each(|change| change.apply(&mut bytes));
        take(&bytes);
    }
}
