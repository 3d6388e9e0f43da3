//! Known-answer tests of this project's own candidates.

use std::fs;

use crate::repository::{Repository, TOY_KEM, run};

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
            .contains("kem-01/toy_kem  MISMATCH (independent, flags harness-default)\n    the same with the flags of class guide"),
        "{outcome:?}"
    );
    assert!(
        outcome
            .stdout
            .contains("10 records compared, the text differs: the strict digest of KAT_KEM_toy_kem.txt is not that of line 1 of kat.sha256"),
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
    for part in [
        "kat/kem-01/kat.sha256 does not exist".to_owned(),
        format!("generated, as a line of kat.sha256: {TOY_KEM} strict toy_kem/KAT_KEM_toy_kem.txt"),
    ] {
        assert!(outcome.stdout.contains(&part), "{outcome:?}");
    }
    assert!(!outcome.stdout.contains("<id>"), "{outcome:?}");
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

/// A file name under a label that is nobody's vouches for nothing.
#[test]
fn a_line_of_an_unknown_label_is_not_taken() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let line = format!("{TOY_KEM} strict gone/KAT_KEM_toy_kem.txt\n");
    repository.write("kat/kem-01/kat.sha256", &line);
    let outcome = repository.run(&["kat"]);
    assert_eq!(outcome.exit, Some(1), "{outcome:?}");
    for part in [
        "kem-01/toy_kem  NOKAT",
        "line 1 has the file name, but under gone, which is no instance of kem-01",
    ] {
        assert!(outcome.stdout.contains(part), "{outcome:?}");
    }
}

#[test]
fn the_line_of_another_instance_is_named() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let manifest = repository.read("candidates/kem-01/candidate.toml");
    let twin = "\n[[instances]]\nlabel = \"twin\"\nvariant = \"reference\"\nprofile = \"guide\"\nkat-file = \"KAT_KEM_toy_kem.txt\"\n";
    repository.write("candidates/kem-01/candidate.toml", &(manifest + twin));
    // With what an editor of another system makes of it.
    let line = format!("\u{feff}{TOY_KEM} strict toy_kem/KAT_KEM_toy_kem.txt  \r\n");
    repository.write("kat/kem-01/kat.sha256", &line);
    let outcome = repository.run(&["kat"]);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    assert!(
        outcome.stdout.contains(
            "compared with line 1 of kat/kem-01/kat.sha256, which is for toy_kem and the same file name"
        ),
        "{outcome:?}"
    );
}

/// What is saved are the very texts: they prove themselves, and their digests are those expected.
#[test]
fn generated_texts_can_be_saved() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let folder = repository.path().join("saved");
    let saved = folder.to_str().unwrap();
    let outcome = repository.run(&["kat", "kem-01", "--save", saved]);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    let path = format!("{saved}/kem-01/toy_kem/KAT_KEM_toy_kem.txt");
    assert!(
        outcome.stdout.contains(&format!("saved: {path}")),
        "{outcome:?}"
    );
    let outcome = repository.run(&["kat", "--vectors", saved]);
    assert!(
        outcome.stdout.contains("PASS (10 records compared"),
        "{outcome:?}"
    );
    let expected = repository.read("kat/kem-01/kat.sha256");
    let outcome = repository.run(&["kat", "--write-manifest", "--vectors", saved]);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    assert_eq!(repository.read("kat/kem-01/kat.sha256"), expected);
}

/// Code of a newer language than the guide's.
#[test]
fn what_only_the_other_flags_make_pass_is_said() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let source = repository.read("candidates/kem-01/independent/toy_kem.c");
    let old = "\n#if __STDC_VERSION__ < 201112L\n#error too old a language\n#endif\n";
    repository.write("candidates/kem-01/independent/toy_kem.c", &(source + old));
    let outcome = repository.run(&["kat"]);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    for part in [
        "kem-01/toy_kem  PASS (10 records compared, independent, flags harness-default)",
        "\n    it passes only with the flags of class harness-default; with guide: BUILDFAIL: failed to compile",
        "too old a language",
    ] {
        assert!(outcome.stdout.contains(part), "{part}: {outcome:?}");
    }
}

#[test]
fn both_logs_are_shown_when_nothing_builds() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let source = repository.read("candidates/kem-01/independent/toy_kem.c");
    let old =
        "\n#if __STDC_VERSION__ < 201112L\n#error for guide\n#else\n#error for the other\n#endif\n";
    repository.write("candidates/kem-01/independent/toy_kem.c", &(source + old));
    let outcome = repository.run(&["kat"]);
    assert_eq!(outcome.exit, Some(1), "{outcome:?}");
    let place = |part: &str| {
        let place = outcome.stdout.find(part);
        place.unwrap_or_else(|| panic!("{part} is missing: {outcome:?}"))
    };
    assert!(place("kem-01/toy_kem (guide)") < place("error: #error for guide"));
    assert!(place("error: #error for guide") < place("kem-01/toy_kem (harness-default)"));
    assert!(place("kem-01/toy_kem (harness-default)") < place("error: #error for the other"));
    assert_eq!(
        outcome.stdout.matches("full output: ").count(),
        2,
        "{outcome:?}"
    );
}
