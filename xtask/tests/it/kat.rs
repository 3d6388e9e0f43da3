//! Known-answer tests of this project's own candidates.

use std::fs;

use crate::repository::{Repository, run};

#[test]
fn every_instance_of_kem_24_passes() {
    let outcome = run(&["kat", "kem-24"]);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    insta::assert_snapshot!(outcome.stdout, @r"
    kem-24/scabbard128  PASS (10 records compared, independent, flags guide)
    kem-24/scabbard256  PASS (10 records compared, independent, flags guide)
    kem-24/scabbard512  PASS (10 records compared, independent, flags guide)
    3 of 3 instances reproduce their known answers
    ");
}

#[test]
fn every_instance_of_kex_06_passes() {
    let outcome = run(&["kat", "kex-06"]);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    insta::assert_snapshot!(outcome.stdout, @r"
    kex-06/MAMBA-NIKE-128  PASS (10 records compared, independent, flags guide)
    kex-06/MAMBA-NIKE-192  PASS (10 records compared, independent, flags guide)
    kex-06/MAMBA-NIKE-256  PASS (10 records compared, independent, flags guide)
    kex-06/MAMBA-NIKE-384  PASS (10 records compared, independent, flags guide)
    kex-06/MAMBA-NIKE-512  PASS (10 records compared, independent, flags guide)
    5 of 5 instances reproduce their known answers
    ");
}

#[test]
fn one_instance_can_be_chosen() {
    let outcome = run(&["kat", "kem-24/scabbard256"]);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    insta::assert_snapshot!(outcome.stdout, @r"
    kem-24/scabbard256  PASS (10 records compared, independent, flags guide)
    1 of 1 instances reproduce their known answers
    ");
}

#[test]
fn a_wrong_digest_is_a_mismatch() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let digits = "0".repeat(64);
    repository.write(
        "kat/kem-01/kat.sha256",
        &format!("{digits} strict toy_kem/KAT_KEM_toy_kem.txt\n"),
    );
    let outcome = repository.run(&["kat"]);
    assert_eq!(outcome.exit, Some(1), "{outcome:?}");
    assert!(
        outcome
            .stdout
            .contains("kem-01/toy_kem  MISMATCH (0 records compared"),
        "{outcome:?}"
    );
    assert!(
        outcome
            .stdout
            .contains("digest differs from line 1 of kat.sha256"),
        "{outcome:?}"
    );
}

#[test]
fn nothing_passes_without_known_answers() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    fs::remove_file(repository.path().join("kat/kem-01/kat.sha256")).unwrap();
    let outcome = repository.run(&["kat"]);
    assert_eq!(outcome.exit, Some(1), "{outcome:?}");
    assert!(
        outcome
            .stdout
            .contains("kem-01/toy_kem  NOKAT (0 records compared"),
        "{outcome:?}"
    );
}

/// With full vectors the first difference is named by record, field and byte.
#[test]
fn a_changed_byte_in_full_vectors_is_found() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let record = |count: usize, secret: &str| format!("Count = {count}\nSS = {secret}\n\n");
    let vectors = record(0, "007F9C35B923CD7029130020A82A0FA3");
    repository.write("vectors/KAT_KEM_toy_kem.txt", &vectors);
    let folder = repository.path().join("vectors");
    let outcome = repository.run(&["kat", "--vectors", folder.to_str().unwrap()]);
    assert_eq!(outcome.exit, Some(1), "{outcome:?}");
    assert!(outcome.stdout.contains("MISMATCH"), "{outcome:?}");
    assert!(outcome.stdout.contains("record 0"), "{outcome:?}");
}
