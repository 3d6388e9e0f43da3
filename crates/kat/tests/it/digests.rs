//! The parser of `kat.sha256`.

use std::path::Path;

use assay_kat::canonical::Mode;
use assay_kat::digests::Digests;
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
    let entry = digests
        .lookup("two", "KAT KEM.txt")
        .expect("it is unique")
        .expect("it is there");
    assert_eq!(
        (entry.sha256.as_str(), entry.mode, entry.records),
        (B, Mode::NoLen, None)
    );
    let entry = &digests.entries()[0];
    assert_eq!(
        (entry.mode, entry.records, entry.line),
        (Mode::Strict, Some(3), 1)
    );
    insta::assert_snapshot!(digests.lookup("three", "KAT KEM.txt").expect_err("it is ambiguous"), @"kat/kem-00/kat.sha256: KAT KEM.txt stands on lines 1 and 2 with different digests, and neither is for three; add a line for three/KAT KEM.txt");
    assert_eq!(
        digests.lookup("one", "other.txt").expect("nothing fits"),
        None
    );
}

#[test]
fn a_bare_file_name_that_agrees_everywhere_is_found() {
    let digests =
        parse(&format!("{A} strict one/x\n{A} strict two/x\n")).expect("it is well formed");
    let entry = digests
        .lookup("three", "x")
        .expect("both agree")
        .expect("it is there");
    assert_eq!(entry.sha256, A);
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
