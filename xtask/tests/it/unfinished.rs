//! What is unfinished or unusable: told at once, with what to do, and not in the way of others.

use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use crate::repository::{Outcome, Repository, xtask};

#[test]
fn broken_digests_of_every_candidate_are_told_before_anything_is_built() {
    let repository = Repository::new();
    for id in ["kem-01", "kem-02", "kem-03"] {
        repository.fixture(id, "kem", "toy_kem");
    }
    repository.write("kat/kem-02/kat.sha256", "nonsense\n");
    fs::remove_file(repository.path().join("kat/kem-03/kat.sha256")).unwrap();
    fs::create_dir(repository.path().join("kat/kem-03/kat.sha256")).unwrap();
    for command in [&["kat"][..], &["plan", "--quick"], &["campaign", "--quick"]] {
        // Nothing can be built with it, so it is not asked.
        let outcome: Outcome = repository
            .command(command)
            .env("CC", "no-such-compiler")
            .output()
            .unwrap()
            .into();
        assert_eq!(outcome.exit, Some(2), "{outcome:?}");
        for part in [
            "kat/kem-02/kat.sha256:1: \"nonsense\" is not a digest",
            "kat/kem-03/kat.sha256: it is a folder; it must be a text file",
        ] {
            assert!(outcome.stderr.contains(part), "{part}: {outcome:?}");
        }
    }
    assert_eq!(repository.run(&["kat", "kem-01"]).exit, Some(0));
}

#[test]
fn a_folder_of_vectors_that_is_not_there_is_named() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    for further in [&[][..], &["--write-manifest"]] {
        let arguments = [&["kat", "--vectors", "/no/such/folder"], further].concat();
        let outcome = repository.run(&arguments);
        assert_eq!(outcome.exit, Some(2), "{outcome:?}");
        assert!(
            outcome.stderr.contains("/no/such/folder does not exist"),
            "{outcome:?}"
        );
    }
}

#[test]
fn unfinished_candidates_do_not_block_others() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    fs::create_dir(repository.path().join("candidates/kem-02")).unwrap();
    let outcome = repository.run(&["kat"]);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    let note =
        "note: candidates/kem-02 is left out: candidates/kem-02/candidate.toml does not exist";
    assert!(outcome.stderr.contains(note), "{outcome:?}");

    // What `new` writes is unfinished until there are sources.
    assert_eq!(repository.run(&["new", "kem-03"]).exit, Some(0));
    assert_eq!(repository.run(&["build"]).exit, Some(2));
    let outcome = repository.run(&["build", "kem-01"]);
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    assert!(
        outcome
            .stderr
            .contains("note: candidates/kem-03 is left out: "),
        "{outcome:?}"
    );
    let outcome = repository.run(&["kat", "kem-02"]);
    assert_eq!(outcome.exit, Some(2), "{outcome:?}");
    assert!(
        outcome
            .stderr
            .contains("`cargo xtask new kem-02` writes one"),
        "{outcome:?}"
    );
}

#[test]
fn new_and_the_reader_agree_on_identifiers() {
    let repository = Repository::new();
    for id in [
        "KEM-01",
        "kem_01",
        "kem-ü",
        &format!("kem-{}", "1".repeat(200)),
    ] {
        let outcome = repository.run(&["new", id]);
        assert_eq!(outcome.exit, Some(2), "{outcome:?}");
    }
    assert_eq!(
        fs::read_dir(repository.path().join("candidates"))
            .unwrap()
            .count(),
        0
    );
}

#[test]
fn without_candidates_it_says_what_to_do() {
    let repository = Repository::new();
    for command in ["kat", "build", "plan", "campaign"] {
        let outcome = repository.run(&[command]);
        assert_eq!(outcome.exit, Some(2), "{outcome:?}");
        for part in [
            "there are no candidates in ",
            "cargo xtask new",
            "cargo xtask import",
        ] {
            assert!(outcome.stderr.contains(part), "{outcome:?}");
        }
    }
}

#[test]
fn results_that_cannot_be_written_are_an_error() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    for arguments in [
        &["kat"][..],
        &["build"],
        &["new", "kem-77"],
        &["--help"],
        &["kat", "--help"],
    ] {
        let full = File::options().write(true).open("/dev/full").unwrap();
        let output = repository.command(arguments).stdout(full).output().unwrap();
        let outcome = Outcome::from(output);
        assert_eq!(outcome.exit, Some(4), "{arguments:?}: {outcome:?}");
        assert!(
            outcome
                .stderr
                .contains("failed to write results to standard output"),
            "{outcome:?}"
        );
    }
}

/// Not even messages can be written: the exit code tells.
#[test]
fn nothing_panics_when_nothing_can_be_written() {
    for arguments in [&["kat", "kem-none"][..], &["--nonsense"]] {
        let full = || File::options().write(true).open("/dev/full").unwrap();
        let status = xtask()
            .args(arguments)
            .stdout(full())
            .stderr(full())
            .status()
            .unwrap();
        assert_eq!(status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let mut child = repository
        .command(&["kat"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let outcome = Outcome::from(child.wait_with_output().unwrap());
    assert_eq!(outcome.exit, Some(0), "{outcome:?}");
    assert!(!outcome.stderr.contains("error"), "{outcome:?}");
}

#[test]
fn a_missing_folder_for_temporary_files_is_named() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    for command in ["kat", "build"] {
        let outcome: Outcome = repository
            .command(&[command])
            .env("TMPDIR", "/no/such/folder")
            .output()
            .unwrap()
            .into();
        assert_eq!(outcome.exit, Some(3), "{outcome:?}");
        for part in ["/no/such/folder", "set TMPDIR"] {
            assert!(outcome.stderr.contains(part), "{outcome:?}");
        }
    }
}

#[test]
fn a_compiler_that_makes_nothing_is_none() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let compiler = repository.path().join("does-nothing");
    fs::write(&compiler, "#!/bin/sh\nexit 0\n").unwrap();
    fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
    for command in ["kat", "build"] {
        let outcome: Outcome = repository
            .command(&[command])
            .env("CC", &compiler)
            .output()
            .unwrap()
            .into();
        assert_eq!(outcome.exit, Some(3), "{outcome:?}");
        for part in [
            "does-nothing ended without an error but made no file",
            "set CC",
        ] {
            assert!(outcome.stderr.contains(part), "{outcome:?}");
        }
    }
}

#[test]
fn a_file_is_no_run_folder() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    repository.write("a-file", "");
    let file = repository.path().join("a-file");
    for command in ["report", "publish"] {
        let outcome = repository.run(&[command, "--run", file.to_str().unwrap()]);
        assert_eq!(outcome.exit, Some(2), "{outcome:?}");
        assert!(
            outcome
                .stderr
                .contains("a-file is a file, not a run folder"),
            "{outcome:?}"
        );
    }
}
