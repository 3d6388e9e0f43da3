//! Damaged manifests: a candidate or messages that name the file, never a panic, never much memory.

use std::path::{Path, PathBuf};

use assay_mutation::{bounded, damage_bytes, damage_lines, inputs_of};
use proptest::prelude::*;
use proptest::sample::Index;

use crate::repository::{Repository, VALID};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}

/// `kem-24`, whose files are all there.
fn repository() -> &'static Repository {
    static REPOSITORY: std::sync::LazyLock<Repository> =
        std::sync::LazyLock::new(|| Repository::new(VALID));
    &REPOSITORY
}

fn take(text: &str) {
    let repository = repository();
    repository.write("candidates/kem-24/candidate.toml", text);
    match assay_manifest::load_all(repository.root()) {
        Ok(candidates) => {
            assert_eq!(candidates[0].id, "kem-24");
            assert!(!candidates[0].instances.is_empty());
        }
        Err(error) => assert!(error.to_string().contains("candidate.toml:"), "{error}"),
    }
}

#[test]
fn kept_inputs() {
    for (_, bytes) in inputs_of(corpus()) {
        take(&String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn manifests() {
    bounded("fuzz::manifests", damaged);
}

const WORDS: &[&str] = &[
    "\"kem\"",
    "\"kex\"",
    "\"sig\"",
    "\"hash\"",
    "[]",
    "[\"*.c\"]",
    "[\"../../*.c\"]",
    "[\"/etc/*\"]",
    "[\"**/**/**\"]",
    "[\"[\"]",
    "{}",
    "true",
    "1979-05-27",
    "[[instances]]",
    "[independent]",
    "[submitted]",
    "[submission]",
    "[survey]",
    "[links]",
    "\"reference\"",
    "\"optimized-avx2\"",
    "\"guide-performance\"",
    "external-sizes",
    "known-issues",
    "stack-bytes",
    "[\"A=$(id)\"]",
    "9223372036854775807",
    "-9223372036854775808",
    "\"\\u0000\"",
    "'''",
    "label",
    "a.b.c",
];

proptest! {
    fn damaged(
        index: Index, changes in damage_lines(WORDS), bytes in proptest::option::weighted(0.2, damage_bytes()),
    ) {
        let inputs = inputs_of(corpus());
        let (_, seed) = index.get(&inputs);
        let text = String::from_utf8_lossy(seed).into_owned();
        let mut text = changes.iter().fold(text, |text, change| change.apply(&text)).into_bytes();
        bytes.iter().flatten().for_each(|change| change.apply(&mut text));
        take(&String::from_utf8_lossy(&text));
    }
}
