//! Wrong input ends in a clear message and the documented exit code.

use std::fs;

use crate::repository::{Repository, run, xtask};

#[test]
fn an_unknown_candidate_is_answered_with_the_nearest() {
    let outcome = run(&["kat", "kem-42"]);
    assert_eq!(outcome.exit, Some(2));
    assert!(
        outcome
            .stderr
            .starts_with("error: no candidate `kem-42` (did you mean `kem-2"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn an_unknown_label_is_answered_with_the_nearest() {
    let outcome = run(&["campaign", "kem-24/scabbard25"]);
    assert_eq!(outcome.exit, Some(2));
    assert!(
        outcome
            .stderr
            .contains("did you mean `kem-24/scabbard256`?"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn a_broken_manifest_is_shown() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let manifest = repository
        .read("candidates/kem-01/candidate.toml")
        .replace("variant = ", "varaint = ");
    repository.write("candidates/kem-01/candidate.toml", &manifest);
    let outcome = repository.run(&["kat"]);
    assert_eq!(outcome.exit, Some(2));
    for part in [
        "candidates/kem-01/candidate.toml:12",
        "varaint = \"reference\"",
        "^^^^^^^",
        "`variant`",
    ] {
        assert!(
            outcome.stderr.contains(part),
            "{part} is missing:\n{}",
            outcome.stderr
        );
    }
}

#[test]
fn a_missing_source_file_is_named() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let manifest = repository
        .read("candidates/kem-01/candidate.toml")
        .replace("\"*.c\"", "\"gone.c\"");
    repository.write("candidates/kem-01/candidate.toml", &manifest);
    let outcome = repository.run(&["kat"]);
    assert_eq!(outcome.exit, Some(2));
    assert!(outcome.stderr.contains("gone.c"), "{}", outcome.stderr);
}

#[test]
fn a_compile_error_shows_what_the_compiler_said() {
    let repository = Repository::new();
    repository
        .fixture("kem-01", "kem", "toy_kem")
        .fixture("kem-02", "kem", "toy_kem");
    let source = repository.read("candidates/kem-01/independent/toy_kem.c");
    repository.write(
        "candidates/kem-01/independent/toy_kem.c",
        &(source + "int broken( { return 1; }\n"),
    );
    let outcome = repository.run(&["kat"]);
    assert_eq!(outcome.exit, Some(1));
    assert!(
        outcome.stdout.contains("kem-01/toy_kem  BUILDFAIL"),
        "{}",
        outcome.stdout
    );
    assert!(
        outcome.stdout.contains("int broken( {"),
        "{}",
        outcome.stdout
    );
    assert!(
        outcome.stdout.contains("kem-02/toy_kem  PASS"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn without_a_compiler_it_says_what_to_install() {
    let outcome: crate::repository::Outcome = xtask()
        .args(["kat", "kem-24"])
        .env("CC", "no-such-compiler")
        .output()
        .unwrap()
        .into();
    assert_eq!(outcome.exit, Some(3));
    assert!(outcome.stderr.contains("install gcc"), "{}", outcome.stderr);
}

#[test]
fn a_cpu_that_does_not_exist_is_refused_before_anything_is_built() {
    for command in ["check", "campaign", "plan"] {
        let outcome = run(&[command, "--cpu", "9999"]);
        assert_eq!(outcome.exit, Some(3), "{command}");
        assert!(
            outcome
                .stderr
                .contains("CPU 9999 is not online; the online CPUs are"),
            "{}",
            outcome.stderr
        );
    }
}

#[test]
fn an_unknown_system_is_refused() {
    let outcome = run(&["campaign", "--system", "nowhere"]);
    assert_eq!(outcome.exit, Some(2));
    assert!(
        outcome.stderr.contains("x86_1, arm_1"),
        "{}",
        outcome.stderr
    );
}

/// As root a folder without write permission is writable, so a file stands where the folder should be.
#[test]
fn a_run_folder_that_cannot_be_made_is_named() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let obstacle = repository.path().join("obstacle");
    fs::write(&obstacle, "").unwrap();
    let outcome = repository.run(&["campaign", "--quick", "--run", obstacle.to_str().unwrap()]);
    assert_eq!(outcome.exit, Some(4), "{outcome:?}");
    assert!(
        outcome.stderr.contains("choose another folder"),
        "{}",
        outcome.stderr
    );
    assert_eq!(
        outcome.stderr.matches("os error").count(),
        1,
        "{}",
        outcome.stderr
    );
}

#[test]
fn pages_without_a_campaign_are_refused() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    let outcome = repository.run(&["report"]);
    assert_eq!(outcome.exit, Some(2));
    assert!(
        outcome.stderr.contains("`cargo xtask campaign` makes one"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn a_new_manifest_is_not_written_over_another() {
    let repository = Repository::new();
    assert_eq!(repository.run(&["new", "kem-01"]).exit, Some(0));
    assert!(
        repository
            .read("candidates/kem-01/candidate.toml")
            .contains("id = \"kem-01\"")
    );
    assert_eq!(repository.run(&["new", "kem-01"]).exit, Some(2));
    assert_eq!(repository.run(&["new", "../escape"]).exit, Some(2));
    assert_eq!(repository.run(&["new", "mystery"]).exit, Some(2));
}

/// Each readiness item has its value, the wanted value and a command or a dash, and the counter one of three states.
#[test]
fn check_lists_every_item() {
    let outcome = run(&["check"]);
    assert!(matches!(outcome.exit, Some(0 | 3)), "{outcome:?}");
    for item in [
        "perf_event_paranoid",
        "hardware cycle counter",
        "turbo",
        "governor",
        "sibling threads",
        "pinning",
        "load average",
    ] {
        assert!(
            outcome.stdout.contains(item),
            "{item} is missing:\n{}",
            outcome.stdout
        );
    }
    let counter = outcome
        .stdout
        .lines()
        .find(|line| line.starts_with("hardware cycle counter"))
        .unwrap();
    let states = [
        "available",
        "no hardware counter on this machine",
        "not permitted",
    ];
    assert!(
        states.iter().any(|state| counter.contains(state)),
        "{counter}"
    );
}
