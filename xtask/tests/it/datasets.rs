//! A run from measurement to published dataset, through the command line.

use std::fs;

use crate::repository::Repository;

/// Registers a system for either architecture.
fn register(repository: &Repository) {
    let entry = |architecture: &str| {
        format!(
            "[[systems]]\nid = \"test_{architecture}\"\narchitecture = \"{architecture}\"\nhost-name = \"elsewhere\"\n\
             description = \"made up\"\n\n"
        )
    };
    repository.write(
        "reports/systems.toml",
        &format!("{}{}", entry("x86_64"), entry("aarch64")),
    );
}

#[test]
fn a_run_is_checked_published_and_compared() {
    let repository = Repository::new();
    repository.fixture("kem-01", "kem", "toy_kem");
    register(&repository);
    let system = format!("test_{}", std::env::consts::ARCH);
    let none = repository.run(&["validate"]);
    assert_eq!(none.exit, Some(2), "nothing passes by absence: {none:?}");

    let measured = repository.run(&["campaign", "--quick", "--system", &system]);
    assert_eq!(measured.exit, Some(0), "{measured:?}");
    let run = format!("{system}-quick");
    let valid = repository.run(&["validate"]);
    assert_eq!(valid.exit, Some(0), "{valid:?}");
    assert!(
        valid.stdout.starts_with(&format!(
            "reports/runs/{run}: all holds; 3 records, 3 profiles, 3 memory records, 1 known-answer logs, 10 pages checked\n"
        )),
        "{valid:?}"
    );

    // A campaign does not differ from itself, whatever the gate.
    let compared = repository.run(&["compare", &run, &run, "--gate", "0"]);
    assert_eq!(compared.exit, Some(0), "{compared:?}");
    assert!(
        compared
            .stdout
            .contains("3 operations: 0 slower, 0 faster, 3 without a sure difference"),
        "{compared:?}"
    );

    // A quick look is not for publication.
    let folder = repository.path().join("reports/runs").join(&run);
    let path = folder.to_str().unwrap();
    let refused = repository.run(&["publish", "--run", path, "--allow-unfit-host"]);
    assert_eq!(refused.exit, Some(1), "{refused:?}");
    assert!(
        refused
            .stderr
            .contains("is not fit to be published:\n- it is a quick look"),
        "{refused:?}"
    );
    assert!(!repository.path().join("reports").join(&system).exists());

    // The tests share a cache of libraries, which lies outside this repository.
    let allowed = [
        "publish",
        "--run",
        path,
        "--allow-unfit-host",
        "--allow-quick",
    ];
    let refused = repository.run(&allowed);
    assert_eq!(refused.exit, Some(1), "{refused:?}");
    assert!(
        refused
            .stderr
            .contains("- the library of kem-01/toy_kem has an absolute path"),
        "{refused:?}"
    );

    // One changed byte.
    let record = folder.join("data/records/kem-01/toy_kem__enc.json");
    let text = fs::read_to_string(&record).unwrap();
    let changed = text.replacen("\"mean_seconds\": ", "\"mean_seconds\": 1", 1);
    assert_ne!(text, changed);
    fs::write(&record, changed).unwrap();
    let found = repository.run(&["validate", &run]);
    assert_eq!(found.exit, Some(1), "{found:?}");
    for part in [
        "data/records/kem-01/toy_kem__enc.json: mean_seconds is ",
        ", but the raw data give ",
        "data/digests.json: SHA-256 of data/records/kem-01/toy_kem__enc.json is ",
        "pages/kem-01.md: line ",
    ] {
        assert!(found.stdout.contains(part), "{part} is missing: {found:?}");
    }
}

#[test]
fn a_dataset_that_is_not_there_is_answered_with_those_that_are() {
    let repository = Repository::new();
    for arguments in [
        ["validate", "nowhere", "--excerpt"].as_slice(),
        ["compare", "nowhere", "elsewhere"].as_slice(),
    ] {
        let outcome = repository.run(arguments);
        assert_eq!(outcome.exit, Some(2), "{outcome:?}");
        assert!(
            outcome
                .stderr
                .starts_with("error: there is no dataset \"nowhere\""),
            "{outcome:?}"
        );
    }
    let outcome = repository.run(&["compare", "a", "b", "--gate", "much"]);
    assert_eq!(outcome.exit, Some(2), "{outcome:?}");
    let outcome = repository.run(&["publish"]);
    assert_eq!(outcome.exit, Some(2), "{outcome:?}");
    assert!(
        outcome.stderr.contains("`cargo xtask campaign` makes one"),
        "{outcome:?}"
    );
}
