//! Importing packages, and measuring what came out of them, through the real command line.

use std::fs;
use std::io::Write as _;
use std::path::Path;

use zip::write::SimpleFileOptions;

use crate::repository::{Outcome, Repository, project};

const FOLDER: &str = "Toy/Implementations and Test_Vectors/Reference_Implementation/toy_kem";

/// A package of the fixture `toy_kem`, with a record of known answers whose secret is `secret`.
fn package(path: &Path, secret: &str) {
    let fixture = project().join("crates/driver/tests/fixtures/toy_kem.h");
    let code = fs::read_to_string(fixture).unwrap();
    let answers = format!("Count = 0\r\nSS_Len = 16\r\nSS = {secret}\r\n\r\n");
    let files = [
        (
            format!("{FOLDER}/KEM_AlgorithmInstance.c"),
            format!("#include \"KEM_AlgorithmInstance.h\"\n{code}"),
        ),
        (
            format!("{FOLDER}/KEM_AlgorithmInstance.h"),
            "#define ALGORITHM_INSTANCE \"toy_kem\"\n".to_owned(),
        ),
        (
            format!("{FOLDER}/KAT_KEM.c"),
            "int main(void) { return 0; }\n".to_owned(),
        ),
        (
            "Toy/Implementations and Test_Vectors/Test_Vectors/KAT_KEM_toy_kem.txt".to_owned(),
            answers,
        ),
    ];
    let mut zip = zip::ZipWriter::new(fs::File::create(path).unwrap());
    for (name, text) in files {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
}

#[test]
fn a_package_of_a_known_candidate_is_measured_and_compared() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let archive = repository.path().join("Toy.zip");
    package(&archive, "00");
    let archive = archive.to_str().unwrap();
    let imported = repository.run(&["import", archive, "--id", "kem-01"]);
    assert_eq!(imported.exit, Some(0), "{imported:?}");
    assert!(
        imported
            .stdout
            .contains("manifest: toy_kem: added `submitted`"),
        "{imported:?}"
    );
    let outcome = repository.run(&["kat", "kem-01"]);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    insta::assert_snapshot!(outcome.stdout, @r"
    kem-01/toy_kem  PASS (10 records compared, submission, flags guide)
        note: same outputs as the independent implementation, field by field, in 10 records
    1 of 1 instances reproduce their known answers
    ");
    // Once its digest is in the manifest, another archive is not taken for it.
    let other = repository.path().join("other").join("Toy.zip");
    fs::create_dir(other.parent().unwrap()).unwrap();
    package(&other, "01");
    let refused = repository.run(&["import", other.to_str().unwrap()]);
    assert_eq!(refused.exit, Some(1), "{refused:?}");
    assert!(
        refused.stderr.contains("the manifest of kem-01 expects"),
        "{refused:?}"
    );
}

#[test]
fn another_implementation_differs_by_record_field_and_byte() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let archive = repository.path().join("Toy.zip");
    package(&archive, "00");
    let archive = archive.to_str().unwrap();
    repository.run(&["import", archive, "--id", "kem-01"]);
    let source = format!("candidates/kem-01/submission/{FOLDER}/KEM_AlgorithmInstance.c");
    let right = repository.read(&source);
    let changed = right.replace("*pk_len = 16;", "*pk_len = 16; pk[3] ^= 1;");
    assert_ne!(changed, right);
    repository.write(&source, &changed);
    let outcome = repository.run(&["kat", "kem-01"]);
    assert_eq!(outcome.exit, Some(1), "{outcome:?}");
    let expected = "differs from the independent implementation: record 0, field PK, byte 3";
    assert!(outcome.stdout.contains(expected), "{outcome:?}");
}

#[test]
fn a_new_candidate_gets_a_manifest_and_digests_of_its_own_answers() {
    let repository = Repository::new();
    let archive = repository.path().join("Toy.zip");
    // The secret of the first record of the fixture.
    package(&archive, "007F9C35B923CD7029130020A82A0FA3");
    let imported = repository.run(&["import", archive.to_str().unwrap()]);
    assert_eq!(imported.exit, Some(0), "{imported:?}");
    for part in [
        "candidate: a new candidate",
        "kind: key encapsulation",
        "instance toy_kem: folder",
        "1 records; its name is that of ALGORITHM_INSTANCE; CR LF",
        "wrote candidates/kem-toy/candidate.toml",
    ] {
        assert!(
            imported.stdout.contains(part),
            "{part}:\n{}",
            imported.stdout
        );
    }
    let written = repository.run(&["kat", "kem-toy", "--write-manifest"]);
    assert_eq!(written.exit, Some(0), "{written:?}");
    let digests = repository.read("kat/kem-toy/kat.sha256");
    assert!(
        digests.ends_with(" strict:1 toy_kem/KAT_KEM_toy_kem.txt\n"),
        "{digests}"
    );
    let folder = repository.path().join("candidates/kem-toy/submission");
    let outcome = repository.run(&["kat", "kem-toy", "--vectors", folder.to_str().unwrap()]);
    assert_eq!(outcome.exit, Some(1), "{outcome:?}");
    assert!(
        outcome.stdout.contains("record 0, field SS_Len"),
        "{outcome:?}"
    );
}

#[test]
fn what_is_no_archive_is_said() {
    let repository = Repository::new();
    repository.write("notes.zip", "no archive");
    let path = repository.path().join("notes.zip");
    let outcome = repository.run(&["import", path.to_str().unwrap()]);
    assert_eq!(outcome.exit, Some(2), "{outcome:?}");
    assert!(
        outcome.stderr.contains("its format is not known"),
        "{outcome:?}"
    );
    let outcome = repository.run(&["import", "nowhere.zip"]);
    assert_eq!(outcome.exit, Some(2), "{outcome:?}");
    assert!(
        outcome.stderr.contains("failed to open nowhere.zip"),
        "{outcome:?}"
    );
}

/// A file that does not compile as shipped is mended outside of the submission; C++, a flag and a header stand-in come along.
#[test]
fn a_replacement_makes_broken_code_build() {
    let repository = Repository::new();
    let archive = repository.path().join("Toy.zip");
    package(&archive, "00");
    repository.run(&["import", archive.to_str().unwrap()]);
    let code = format!("candidates/kem-toy/submission/{FOLDER}");
    let source = repository.read(&format!("{code}/KEM_AlgorithmInstance.c"));
    let needs_more = source.replacen(
        "#include <string.h>",
        "#include <string.h>\n#include \"NTT.h\"\nint twist(void); int more(void); int common_in_two;",
        1,
    );
    let calls = needs_more.replace("*sk_len = 32;", "*sk_len = 32 + twist() + more();");
    repository.write(&format!("{code}/KEM_AlgorithmInstance.c"), &calls);
    repository.write(
        &format!("{code}/twist.c"),
        "int common_in_two;\ninline int twist(void) { return 0; }\nint use_twist(void);\nint use_twist(void) { return twist(); }\n",
    );
    repository.write(
        &format!("{code}/more.cpp"),
        "extern \"C\" int more() { return int(sizeof(bool)) - 1; }\n",
    );
    let manifest = repository.read("candidates/kem-toy/candidate.toml");
    let sources = "sources = [\"toy_kem/KEM_AlgorithmInstance.c\"]";
    assert!(manifest.contains(sources), "{manifest}");
    let with = |lines: &str| manifest.replace(sources, lines);
    let wider =
        "sources = [\"toy_kem/*.c\", \"toy_kem/more.cpp\"]\nexclude = [\"toy_kem/KAT_KEM.c\"]";
    repository.write("candidates/kem-toy/candidate.toml", &with(wider));
    let broken = repository.run(&["build", "kem-toy"]);
    assert_eq!(broken.exit, Some(1), "{broken:?}");
    let mended = format!(
        "{wider}\nflags = [\"-fcommon\"]\nreplace = {{ \"toy_kem/twist.c\" = \"twist.c\" }}"
    );
    repository.write("candidates/kem-toy/candidate.toml", &with(&mended));
    repository.write("candidates/kem-toy/replacements/NTT.h", "\n");
    repository.write(
        "candidates/kem-toy/replacements/twist.c",
        "int common_in_two;\nint twist(void);\nint twist(void) { return 0; }\n",
    );
    let built = repository.run(&["build", "kem-toy"]);
    assert_eq!(built.exit, Some(0), "{built:?}");
    // A mended file is an input of the build.
    repository.write(
        "candidates/kem-toy/replacements/twist.c",
        "#error changed\n",
    );
    assert_eq!(repository.run(&["build", "kem-toy"]).exit, Some(1));
}

#[test]
fn a_missing_folder_for_temporary_files_is_named() {
    let repository = Repository::new();
    let archive = repository.path().join("Toy.zip");
    package(&archive, "00");
    let output = repository
        .command(&["import", archive.to_str().unwrap(), "--id", "kem-01"])
        .env("TMPDIR", "/no/such/folder")
        .output()
        .unwrap();
    let outcome = Outcome::from(output);
    assert_eq!(outcome.exit, Some(3), "{outcome:?}");
    for part in ["/no/such/folder", "set TMPDIR"] {
        assert!(outcome.stderr.contains(part), "{outcome:?}");
    }
}

#[test]
fn an_unfinished_candidate_does_not_block_an_import_of_another() {
    let repository = Repository::new();
    repository.write("candidates/kem-02/candidate.toml", "id = 3\n");
    let archive = repository.path().join("Toy.zip");
    package(&archive, "00");
    let archive = archive.to_str().unwrap();
    let outcome = repository.run(&["import", archive, "--id", "kem-01"]);
    assert!(outcome.stdout.contains("candidate: "), "{outcome:?}");
    assert!(
        repository
            .path()
            .join("candidates/kem-01/candidate.toml")
            .is_file()
    );
}
