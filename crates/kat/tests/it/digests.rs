//! The parser of `kat.sha256`.

use std::path::Path;

use assay_kat::canonical::Mode;
use assay_kat::digests::{Digests, Found};
use proptest::prelude::*;

const A: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
const B: &str = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

fn parse(text: &str) -> Result<Digests, String> {
    Digests::parse(text, Path::new("kat/kem-00/kat.sha256")).map_err(|error| error.to_string())
}

fn message(text: &str) -> String {
    parse(text).map_or_else(|message| message, |digests| format!("{digests:?}"))
}

#[test]
fn label_and_file_come_before_the_bare_file_name() {
    let text = format!("{A} strict:3 one/KAT KEM.txt\n{B} nolen two/KAT KEM.txt\n");
    let digests = parse(&text).expect("it is well formed");
    let labels = ["one", "two", "three"];
    let lookup = |label, file| digests.lookup(label, file, &labels);
    let Ok(Found::Own(entry)) = lookup("two", "KAT KEM.txt") else {
        panic!("it has a line of its own");
    };
    assert_eq!(
        (entry.sha256.as_str(), entry.mode, entry.records),
        (B, Mode::NoLen, None)
    );
    let entry = &digests.entries()[0];
    assert_eq!(
        (entry.mode, entry.records, entry.line),
        (Mode::Strict, Some(3), 1)
    );
    insta::assert_snapshot!(lookup("three", "KAT KEM.txt").expect_err("it is ambiguous"), @"kat/kem-00/kat.sha256: KAT KEM.txt stands on lines 1 and 2 with different digests, and neither is for three; add a line for three/KAT KEM.txt");
    assert_eq!(
        lookup("one", "other.txt").expect("nothing fits"),
        Found::Nothing
    );
}

#[test]
fn another_instance_vouches_by_file_name_and_a_stranger_does_not() {
    let digests = parse(&format!(
        "{A} strict gone/x\n{B} strict one/x\n{B} strict two/x\n"
    ))
    .expect("it is well formed");
    let found = digests.lookup("three", "x", &["one", "two", "three"]);
    assert!(
        matches!(found, Ok(Found::Sibling(entry)) if entry.label == "one"),
        "{found:?}"
    );
    let found = digests.lookup("three", "x", &["three"]);
    assert!(
        matches!(found, Ok(Found::Stranger(entry)) if entry.line == 1),
        "{found:?}"
    );
}

#[test]
fn a_byte_order_mark_and_blanks_around_lines_do_not_count() {
    let digests = parse(&format!(
        "\u{feff}{A} strict one/x \t\r\n  \r\n {B} strict two/y\u{a0}\r\n"
    ))
    .expect("it is well formed");
    let files: Vec<&str> = digests
        .entries()
        .iter()
        .map(|entry| entry.file.as_str())
        .collect();
    assert_eq!(files, ["x", "y"]);
    assert_eq!(
        digests.entries()[0].to_string(),
        format!("{A} strict one/x")
    );
}

#[test]
fn what_is_no_text_file_is_refused_with_advice() {
    let folder = tempfile::tempdir().expect("a folder");
    let message = |path: &Path| {
        let text = Digests::load(path).expect_err("it is no file").to_string();
        text.replace(&folder.path().display().to_string(), "DIR")
    };
    insta::assert_snapshot!(message(folder.path()), @"failed to read the expected digests DIR: it is a folder; it must be a text file with a line per instance, so move the folder away");
    let file = folder.path().join("kat.sha256");
    std::fs::write(&file, [0xff, 0xfe, b'a', 0]).expect("written");
    insta::assert_snapshot!(message(&file), @"failed to read the expected digests DIR/kat.sha256: it is no UTF-8 text; save it as UTF-8");
    assert!(message(&file.join("below")).contains("a file stands where a folder must be"));
}

#[test]
fn errors_name_file_and_line() {
    insta::assert_snapshot!(message("\nabc strict a/b"), @r#"kat/kem-00/kat.sha256:2: "abc" is not a digest of 64 lower-case hexadecimal digits; a line is `<64 hexadecimal digits> strict|nolen[:records] <label>/<file>`"#);
    insta::assert_snapshot!(message(&format!("{A} loose a/b")), @r#"kat/kem-00/kat.sha256:1: "loose" is no mode; a line is `<64 hexadecimal digits> strict|nolen[:records] <label>/<file>`"#);
    insta::assert_snapshot!(message(&format!("{A} strict:0 a/b")), @r#"kat/kem-00/kat.sha256:1: "0" is not a number of records; a line is `<64 hexadecimal digits> strict|nolen[:records] <label>/<file>`"#);
    insta::assert_snapshot!(message(&format!("{A} strict ab")), @r#"kat/kem-00/kat.sha256:1: "ab" has no label in front of a slash; a line is `<64 hexadecimal digits> strict|nolen[:records] <label>/<file>`"#);
    insta::assert_snapshot!(message(&format!("{A} strict a/b\n{B} strict a/b")), @"kat/kem-00/kat.sha256:2: a/b already stands on line 1; a line is `<64 hexadecimal digits> strict|nolen[:records] <label>/<file>`");
}

#[test]
fn a_file_that_is_not_there_is_no_error() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("no-such-file");
    assert_eq!(Digests::load(&path).expect("absence is no error"), None);
}

proptest! {
    #[test]
    fn any_text_is_taken_or_refused_without_a_panic(text in "[ -~\n]{0,200}") {
        let _ = parse(&text);
    }
}
