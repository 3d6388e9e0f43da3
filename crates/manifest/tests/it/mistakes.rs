//! Every error message, as printed.

use std::fmt::Write;

use crate::repository::{Repository, VALID, assert_text};

/// The messages of `VALID` after each replacement.
fn messages(cases: &[(&str, &str, &str)]) -> String {
    let mut text = String::new();
    for (name, old, new) in cases {
        assert!(VALID.contains(old), "{name}: nothing to replace");
        let error = Repository::new(&VALID.replacen(old, new, 1)).error();
        writeln!(text, "## {name}\n{error}\n").unwrap();
    }
    text
}

#[test]
fn keys_and_types() {
    assert_text!(messages(&[
        ("syntax", "algorithm = \"Example\"", "algorithm = \"Example"),
        ("unknown key", "algorithm =", "algorythm ="),
        ("unknown key of an instance", "kat-file =", "kat-files ="),
        ("unknown table", "[independent]", "[indepedent]"),
        (
            "unknown key, nothing like it",
            "algorithm = \"Example\"",
            "algorithm = \"Example\"\ncolour = 3"
        ),
        ("missing key", "algorithm = \"Example\"\n", ""),
        (
            "missing kat-file",
            "kat-file = \"KAT_KEM_example128.txt\"\n",
            ""
        ),
        (
            "duplicate key",
            "algorithm = \"Example\"",
            "algorithm = \"Example\"\nalgorithm = \"Example\""
        ),
        ("unknown function", "\"kem\"", "\"kemm\""),
        ("unknown variant", "\"reference\"", "\"optimised-avx2\""),
        ("unknown profile", "\"guide\"", "\"fast\""),
        ("wrong type", "736", "\"736\""),
        ("string for a list", "[\"*.c\"]", "\"*.c\""),
        (
            "string for a table",
            "{ defines = [\"EXAMPLE_LEVEL=128\"] }",
            "\"EXAMPLE_LEVEL=128\""
        ),
        ("negative size", "736", "-1"),
        (
            "unknown library",
            "sources = [\"*.c\"]",
            "sources = [\"*.c\"]\nlibraries = [\"openssl\"]"
        ),
        (
            "unknown verdict",
            "[independent]",
            "[survey]\nverdict = \"iccs-only\"\n\n[independent]"
        ),
        (
            "unknown action",
            "kat-file",
            "issues = [ { action = \"skip\", cause = \"x\" } ]\nkat-file"
        ),
    ]));
}

#[test]
fn facts() {
    let submission = |line: &str| {
        let mut table = String::from("[submission]\n");
        for (key, value) in [
            ("archive", "\"a.zip\""),
            ("sha256", "\"00\""),
            ("size", "1"),
            ("folder", "\"a\""),
        ] {
            match line.strip_prefix(key) {
                Some(_) => writeln!(table, "{line}").unwrap(),
                None if key == "sha256" => {
                    writeln!(table, "sha256 = \"{}\"", "0".repeat(64)).unwrap()
                }
                None => writeln!(table, "{key} = {value}").unwrap(),
            }
        }
        table + "\n[independent]"
    };
    assert_text!(messages(&[
        ("id differs from folder", "\"kem-24\"", "\"kem-25\""),
        ("id of other letters", "\"kem-24\"", "\"KEM 24\""),
        ("empty algorithm", "\"Example\"", "\" \""),
        ("no instances", &VALID[VALID.find("[[").unwrap()..], ""),
        ("label with a slash", "\"example128\"", "\"example/128\""),
        (
            "label with two underscores",
            "\"example128\"",
            "\"example__128\""
        ),
        (
            "kat-file in a folder",
            "\"KAT_KEM_example128.txt\"",
            "\"../KAT_KEM_example128.txt\""
        ),
        (
            "instance name with a quote",
            "variant =",
            "instance = 'exam\"ple'\nvariant ="
        ),
        (
            "stack of no use",
            "variant =",
            "stack-bytes = 1024\nvariant ="
        ),
        (
            "empty cause",
            "variant =",
            "issues = [ { action = \"measure\", cause = \"\" } ]\nvariant ="
        ),
        (
            "link without a scheme",
            "[independent]",
            "[links]\nsubmission = \"www.example.org\"\n\n[independent]"
        ),
        (
            "archive in a folder",
            "[independent]",
            &submission("archive = \"a/b.zip\"")
        ),
        (
            "digest too short",
            "[independent]",
            &submission("sha256 = \"00\"")
        ),
        (
            "folder outside the archive",
            "[independent]",
            &submission("folder = \"../a\"")
        ),
    ]));
}

#[test]
fn duplicate_labels() {
    let second = &VALID[VALID.find("[[").unwrap()..];
    assert_text!(Repository::new(&format!("{VALID}\n{second}")).error());
}

#[test]
fn sizes_and_features() {
    assert_text!(messages(&[
        (
            "member of another function",
            "ciphertext = 760",
            "signature = 760"
        ),
        ("missing basis", ", basis = \"encoded\"", ""),
        ("unknown basis", "\"encoded\"", "\"exact\""),
        ("kem sizes for a key exchange", "\"kem\"", "\"kex\""),
        ("kem sizes for a signature", "\"kem\"", "\"sig\""),
        ("sizes for a hash", "\"kem\"", "\"hash\""),
        (
            "unknown feature",
            "variant =",
            "requires = [\"avx-2\"]\nvariant ="
        ),
        (
            "features of two architectures",
            "variant =",
            "requires = [\"avx2\", \"sve\"]\nvariant ="
        ),
        (
            "variant without its feature",
            "\"reference\"",
            "\"optimized-avx2\""
        ),
    ]));
}

#[test]
fn files() {
    assert_text!(messages(&[
        ("missing source", "\"*.c\"", "\"kem.c\", \"ploy.c\""),
        ("glob without match", "\"*.c\"", "\"*.c\", \"ref/*.c\""),
        ("invalid glob", "\"*.c\"", "\"[.c\""),
        ("header as a source", "\"*.c\"", "\"*\""),
        (
            "test program as a source",
            "\"*.c\"",
            "\"tests/roundtrip.c\""
        ),
        (
            "exclude without match",
            "sources = [\"*.c\"]",
            "sources = [\"*.c\"]\nexclude = [\"kat.c\"]"
        ),
        (
            "everything excluded",
            "sources = [\"*.c\"]",
            "sources = [\"*.c\"]\nexclude = [\"*.c\"]"
        ),
        ("parent folder", "\"*.c\"", "\"../submission/*.c\""),
        (
            "parent folder in the middle",
            "\"*.c\"",
            "\"ref/../../a.c\""
        ),
        ("absolute source", "\"*.c\"", "\"/etc/passwd\""),
        (
            "absolute include directory",
            "sources = [\"*.c\"]",
            "sources = [\"*.c\"]\ninclude-directories = [\"/usr\"]"
        ),
        (
            "missing include directory",
            "sources = [\"*.c\"]",
            "sources = [\"*.c\"]\ninclude-directories = [\"inc\"]"
        ),
        (
            "missing API header",
            "sources = [\"*.c\"]",
            "sources = [\"*.c\"]\napi-header = \"kem.h\""
        ),
        (
            "default API header of another function",
            "\"kem\"",
            "\"hash\""
        ),
        ("no sources at all", "sources = [\"*.c\"]", "sources = []"),
        (
            "define that is no identifier",
            "EXAMPLE_LEVEL=128",
            "EXAMPLE-LEVEL=128"
        ),
        (
            "define with a line break",
            "EXAMPLE_LEVEL=128",
            "EXAMPLE_LEVEL=1\\n#include <x>"
        ),
        (
            "define that looks like an option",
            "EXAMPLE_LEVEL=128",
            "-fplugin=x"
        ),
        (
            "reserved define",
            "EXAMPLE_LEVEL=128",
            "ASSAY_BUILD_FLAGS=1"
        ),
        (
            "duplicate define",
            "\"EXAMPLE_LEVEL=128\"",
            "\"EXAMPLE_LEVEL=128\", \"EXAMPLE_LEVEL\""
        ),
    ]));
}

#[test]
fn several_mistakes_are_shown_together_in_order() {
    let manifest = VALID
        .replacen("\"Example\"", "\"\"", 1)
        .replacen("\"*.c\"", "\"x.c\"", 1);
    let manifest = format!("{manifest}\n{}", &manifest[manifest.find("[[").unwrap()..]);
    let repository = Repository::new(&manifest);
    repository.write("candidates/kem-25/candidate.toml", "id = 7\n");
    assert_text!(repository.error());
}

#[test]
fn place_is_counted_in_characters() {
    let manifest = VALID.replacen(
        "[independent]",
        "[links]\nsubmission = \"密\"\t# 密\r\n\n[independent]",
        1,
    );
    assert_text!(Repository::new(&manifest).error());
}

#[test]
fn independent_folder_is_missing() {
    let repository = Repository::new(VALID);
    std::fs::remove_dir_all(repository.root().join("candidates/kem-24/independent")).unwrap();
    assert_text!(repository.error());
}

#[test]
fn link_out_of_the_folder() {
    let repository = Repository::new(VALID);
    let outside = repository.write("outside.c", "");
    std::os::unix::fs::symlink(
        outside,
        repository
            .root()
            .join("candidates/kem-24/independent/linked.c"),
    )
    .unwrap();
    assert_text!(repository.error());
}

#[test]
fn not_text() {
    let repository = Repository::new(VALID);
    std::fs::write(
        repository.root().join("candidates/kem-24/candidate.toml"),
        b"id = \"\xff\"",
    )
    .unwrap();
    assert_text!(repository.error());
}

#[test]
fn not_a_repository() {
    let folder = tempfile::tempdir().unwrap();
    let error = assay_manifest::load_all(folder.path())
        .unwrap_err()
        .to_string();
    assert_text!(error.replace(folder.path().to_str().unwrap(), "<root>"));
}

proptest::proptest! {
    /// Whatever stands in the file, the answer is a candidate or a message, never a panic.
    #[test]
    fn arbitrary_damage_never_panics(at in 0..VALID.len(), length in 0..40_usize, text in "\\PC{0,12}") {
        let end = (at + length).min(VALID.len());
        let damaged = format!("{}{text}{}", &VALID[..at], &VALID[end..]);
        let repository = Repository::new(&damaged);
        if let Err(error) = assay_manifest::load_all(repository.root()) {
            proptest::prop_assert!(error.to_string().contains("candidate.toml:"), "{error}");
        }
    }
}

#[test]
fn names_that_no_file_can_have() {
    let long = "x".repeat(201);
    for (old, new, what) in [
        (
            "label = \"example128\"",
            format!("label = \"{long}\""),
            "label",
        ),
        ("KAT_KEM_example128.txt", long.clone(), "kat-file"),
    ] {
        let error = Repository::new(&VALID.replacen(old, &new, 1)).error();
        let expected =
            format!("{what} has 201 bytes; it becomes part of file names and may have 200");
        assert!(error.contains(&expected), "{error}");
    }
    let most = format!("label = \"{}\"", "x".repeat(200));
    let repository = Repository::new(&VALID.replacen("label = \"example128\"", &most, 1));
    assert_eq!(
        assay_manifest::load_all(repository.root()).unwrap().len(),
        1
    );
    assert!(assay_manifest::id_problem(&"x".repeat(201)).is_some());
    assert_eq!(assay_manifest::id_problem("kem-24"), None);
}
