//! The canonical form, against a simple second implementation.

use std::io::Write as _;

use assay_kat::canonical::{Canonical, Canonicaliser, Mode};
use proptest::prelude::*;
use sha2::{Digest as _, Sha256};

fn canonical(text: &[u8], mode: Mode, limit: Option<u64>, piece: usize) -> Canonical {
    let mut canonicaliser = Canonicaliser::new(mode, limit);
    for bytes in text.chunks(piece) {
        canonicaliser
            .write_all(bytes)
            .expect("digesting does not fail");
    }
    canonicaliser.finish()
}

/// The rules read once more, with the whole text in memory.
fn simple(text: &str, mode: Mode, limit: Option<u64>) -> String {
    let mut kept = String::new();
    let mut records = 0;
    for line in text.split('\n') {
        let line = line.trim_end_matches(['\r', ' ', '\t']);
        if line.is_empty() {
            continue;
        }
        if line.starts_with("Count =") {
            records += 1;
            if limit.is_some_and(|limit| records > limit) {
                break;
            }
        }
        let length = line
            .find('=')
            .is_some_and(|at| at >= 5 && line[..at].trim().ends_with("_Len"));
        if !(length && mode == Mode::NoLen) {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    Sha256::digest(kept)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[test]
fn line_ends_and_blanks_do_not_count() {
    let plain = canonical(
        b"Count = 0\nPK_Len = 2\nPK = 0A0B\n\n",
        Mode::Strict,
        None,
        1000,
    );
    let odd = canonical(
        b"\r\nCount = 0\t\r\nPK_Len = 2 \r\n\n\nPK = 0A0B",
        Mode::Strict,
        None,
        3,
    );
    assert_eq!(plain, odd);
    assert_eq!(
        (plain.lines, plain.records, plain.blank_lengths),
        (3, 1, false)
    );
}

#[test]
fn blank_lengths_are_noticed() {
    let text = b"Count = 0\r\nPK_Len = \r\nPK = 0A0B\r\n";
    assert!(canonical(text, Mode::Strict, None, 5).blank_lengths);
    let filled = b"Count = 0\r\nPK_Len = 2\r\nPK = 0A0B\r\n";
    let [one, other] = [&text[..], filled].map(|text| canonical(text, Mode::NoLen, None, 5).sha256);
    assert_eq!(one, other);
}

#[test]
fn a_line_of_many_megabytes_is_taken_like_any_other() {
    let text = format!("Count = 0\nSK = {}\nX", "AB".repeat(4 << 20));
    let long = canonical(text.as_bytes(), Mode::Strict, None, 1 << 16);
    assert_eq!(long.sha256, simple(&text, Mode::Strict, None));
}

fn lines() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        "Count = [0-9]{1,2}",
        "(PK|SK|Msg|X)_Len ?= ?[0-9]{0,3}",
        "[ \t]{0,2}[A-Za-z_=]{0,6}[ \t\r]{0,3}[=A-F]{0,4}[ \t\r]{0,2}",
    ];
    proptest::collection::vec(line, 0..30).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn streaming_in_any_pieces_agrees_with_the_simple_reading(
        text in lines(), nolen: bool, limit in proptest::option::of(0_u64..4), piece in 1_usize..40,
    ) {
        let mode = if nolen { Mode::NoLen } else { Mode::Strict };
        let streamed = canonical(text.as_bytes(), mode, limit, piece);
        prop_assert_eq!(streamed.sha256, simple(&text, mode, limit));
    }
}
