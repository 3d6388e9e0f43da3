//! Profiles published for one system: what they store follows from their counts, to the last bit.

use std::{fs, path::Path};

use assay_profile::{Discrepancy, Function, Profile};
use serde_json::{Value, json};

fn published() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut profiles: Vec<_> = fs::read_dir(folder)
        .expect("the folder of published profiles")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let text = fs::read_to_string(&path).expect("a profile");
            let name = path
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, serde_json::from_str(&text).expect("JSON"))
        })
        .collect();
    profiles.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(profiles.len(), 10);
    profiles
}

fn read(value: &Value) -> Profile {
    serde_json::from_value(value.clone()).expect("a profile in the published form")
}

fn one(name: &str) -> Profile {
    let (_, value) = published()
        .into_iter()
        .find(|(other, _)| other == name)
        .expect("the profile is there");
    read(&value)
}

#[test]
fn shares_are_recomputed_exactly() {
    for (name, value) in published() {
        let stored = read(&value);
        assert_eq!(
            Profile::new(stored.total, stored.calls.iter().copied()),
            stored,
            "{name}"
        );
        assert_eq!(stored.check(), [], "{name}");
    }
}

#[test]
fn the_published_form_is_written_again() {
    for (name, value) in published() {
        let written = serde_json::to_value(read(&value)).expect("JSON");
        for member in ["total", "calls", "share", "hash_share"] {
            assert_eq!(
                written[member].to_string(),
                value[member].to_string(),
                "{member} of {name}"
            );
        }
    }
}

#[test]
fn a_key_generation_of_scabbard128_makes_92_xof_calls() {
    let profile = one("scabbard128__keygen");
    assert_eq!(profile.calls_per_operation(Function::PseudoXof), Some(92.0));
    assert_eq!(profile.calls_per_operation(Function::Drng), Some(3.0));
    assert_eq!(profile.calls_per_operation(Function::Sm3hash), Some(0.0));
    let shapes = profile.shapes_per_operation().expect("operations");
    let of_matrix = shapes
        .iter()
        .find(|(shape, _)| (shape.in_bits, shape.out_bits) == (144, 896));
    assert_eq!(of_matrix.map(|&(_, calls)| calls), Some(81.0));
}

#[test]
fn without_hash_functions_the_hash_share_is_the_integer_0() {
    let profile = one("MAMBA-NIKE-128__exchange");
    assert_eq!(profile.functions(), [Function::Drng]);
    assert_eq!(
        serde_json::to_value(profile.hash_share).expect("JSON"),
        json!(0)
    );
    assert_eq!(profile.hash_share.map(|share| share.value()), Some(0.0));
}

#[test]
fn a_changed_share_is_found() {
    let mut profile = one("scabbard512__dec");
    let shares = profile.share.as_mut().expect("shares");
    let computed = shares.0[0].1;
    shares.0[0].1 += 2e-9;
    let (function, stored) = shares.0[0];
    assert_eq!(
        profile.check(),
        [Discrepancy::Share {
            function,
            stored,
            computed
        }]
    );
    profile.share.as_mut().expect("shares").0[0].1 = computed + 0.5e-9;
    assert_eq!(profile.check(), []);
}
