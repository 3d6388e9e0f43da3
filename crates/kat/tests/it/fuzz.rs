//! Damaged known-answer texts, expected digests and logs: taken or refused, never a panic, never much memory.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use assay_kat::canonical::{Canonical, Canonicaliser, Mode};
use assay_kat::compare::{Comparison, compare};
use assay_kat::digests::{Digests, Found};
use assay_kat::log::verdict_of_log;
use assay_mutation::{bounded, damage_bytes, damage_lines, inputs_of};
use proptest::prelude::*;
use proptest::sample::Index;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/corpus")
        .join(name)
}

fn seed(folder_name: &str, index: Index) -> String {
    let inputs = inputs_of(folder(folder_name));
    let (_, bytes) = index.get(&inputs);
    String::from_utf8_lossy(bytes).into_owned()
}

fn take_digests(text: &str) {
    match Digests::parse(text, Path::new("kat.sha256")) {
        Ok(digests) => {
            for entry in digests.entries() {
                assert_eq!(entry.sha256.len(), 64);
                assert!(entry.line >= 1 && entry.line <= text.lines().count());
                let labels = [entry.label.as_str()];
                let found = digests.lookup(&entry.label, &entry.file, &labels);
                assert_eq!(found.unwrap(), Found::Own(entry));
                let other = digests.lookup("", &entry.file, &[]);
                assert!(matches!(other.unwrap(), Found::Stranger(_) | Found::Own(_)));
            }
        }
        Err(error) => assert!(error.to_string().contains("kat.sha256:"), "{error}"),
    }
}

fn canonical(text: &[u8], mode: Mode, limit: Option<u64>, piece: usize) -> Canonical {
    let mut canonicaliser = Canonicaliser::new(mode, limit);
    text.chunks(piece)
        .for_each(|bytes| canonicaliser.write_all(bytes).unwrap());
    canonicaliser.finish()
}

/// Pieces make no difference, and a text is equal to itself.
fn take_text(text: &[u8], original: &[u8]) {
    for (mode, limit) in [(Mode::Strict, None), (Mode::NoLen, Some(1))] {
        let whole = canonical(text, mode, limit, usize::MAX);
        assert_eq!(whole, canonical(text, mode, limit, 7));
        assert!(whole.lines <= text.len() as u64 && whole.records <= whole.lines);
    }
    if let Comparison::Different(difference) = compare(text, original).unwrap() {
        assert!(!difference.to_string().is_empty());
    }
    match compare(text, text).unwrap() {
        Comparison::Equal { .. } | Comparison::NoReference => {}
        other => panic!("{other:?}"),
    }
}

#[test]
fn kept_inputs() {
    for (_, bytes) in inputs_of(folder("digests")) {
        take_digests(&String::from_utf8_lossy(&bytes));
    }
    for (_, bytes) in inputs_of(folder("texts")) {
        take_text(&bytes, b"Count = 0\n");
    }
    for (_, bytes) in inputs_of(folder("logs")) {
        drop(verdict_of_log(&String::from_utf8_lossy(&bytes)));
    }
}

#[test]
fn expected_digests() {
    bounded("fuzz::expected_digests", damaged_digests);
}

proptest! {
    fn damaged_digests(
        index: Index,
        changes in damage_lines(&["strict", "nolen", "strict:1", "nolen:18446744073709551615", ":", "a/b", "/b", "a/", "  "]),
        bytes in proptest::option::of(damage_bytes()),
    ) {
        let text = changes.iter().fold(seed("digests", index), |text, change| change.apply(&text));
        let mut text = text.into_bytes();
        bytes.iter().flatten().for_each(|change| change.apply(&mut text));
        take_digests(&String::from_utf8_lossy(&text));
    }
}

#[test]
fn known_answers() {
    bounded("fuzz::known_answers", damaged_texts);
}

proptest! {
    fn damaged_texts(
        index: Index,
        changes in damage_lines(&["Count = ", "Count = 1", "PK_Len", "_Len", "PK", "Msg", "=", "= =", "0A0B", "zz", "\r", "\n"]),
        bytes in proptest::option::of(damage_bytes()),
    ) {
        let original = seed("texts", index);
        let text = changes.iter().fold(original.clone(), |text, change| change.apply(&text));
        let mut text = text.into_bytes();
        bytes.iter().flatten().for_each(|change| change.apply(&mut text));
        take_text(&text, original.as_bytes());
    }
}

#[test]
fn logs() {
    bounded("fuzz::logs", damaged_logs);
}

proptest! {
    fn damaged_logs(
        index: Index,
        changes in damage_lines(&["RESULT", "RESULT a b PASS", "PASS", "MISMATCH", "FAIL", "RESULT "]),
    ) {
        let text = changes.iter().fold(seed("logs", index), |text, change| change.apply(&text));
        drop(verdict_of_log(&text));
    }
}
