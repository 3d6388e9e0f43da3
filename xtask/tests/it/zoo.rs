//! Misbehaving candidates through the real command line: each gets its one verdict, and the others finish.

use crate::repository::Repository;

/// Fixtures of the driver, each named after what it does, with the verdict it must get. What is right and has other
/// answers than `toy_kem` is a MISMATCH.
const ZOO: &[(&str, &str, &str)] = &[
    ("kem", "aborts_in_decapsulation", "CRASH"),
    ("kem", "closes_every_descriptor", "FORBIDDEN"),
    ("kem", "crashes_in_keygen", "CRASH"),
    ("kem", "depends_on_old_memory", "UNINIT"),
    ("kem", "exits_in_encapsulation", "CRASH"),
    ("kem", "keeps_state", "NONDETERMINISTIC"),
    ("kem", "leaves_bytes_unwritten", "UNWRITTEN"),
    ("kem", "leaves_length_unwritten", "UNWRITTEN"),
    ("kem", "loops_forever", "TIMEOUT"),
    ("kem", "modifies_input", "INPUTWRITE"),
    ("kem", "needs_much_stack", "STACK"),
    ("kem", "prints_to_stdout", "PASS"),
    ("kem", "reads_past_end", "OVERREAD"),
    ("kem", "reads_uninitialised_heap", "UNINIT"),
    ("kem", "reads_uninitialised_stack", "UNINIT"),
    ("kem", "returns_error", "CRYPTOFAIL"),
    ("kem", "secrets_differ", "CRYPTOFAIL"),
    ("kem", "toy_kem", "PASS"),
    ("kem", "writes_a_file", "FORBIDDEN"),
    ("kem", "writes_far_past_end", "OVERFLOW"),
    ("kem", "writes_forged_answers", "PASS"),
    ("kem", "writes_past_end", "OVERFLOW"),
    ("kex", "leaves_message_length_unwritten", "UNWRITTEN"),
    ("kex", "leaves_secret_length_unwritten", "UNWRITTEN"),
    ("kex", "misses_a_pass", "CRYPTOFAIL"),
    ("kex", "needs_kat_build", "NONDETERMINISTIC"),
    ("kex", "sides_disagree", "CRYPTOFAIL"),
    ("kex", "toy_kex", "MISMATCH"),
    ("sig", "toy_sig", "MISMATCH"),
];

#[test]
fn everyone_gets_the_verdict_that_is_due() {
    let repository = Repository::new();
    for (number, (function, fixture, _)) in ZOO.iter().enumerate() {
        repository.fixture(&format!("{function}-{:02}", number + 1), function, fixture);
    }
    // A second is plenty for a toy, and a hung one costs two of them per build.
    let outcome = repository.run(&["kat", "--deadline", "5"]);
    assert_eq!(outcome.exit, Some(1), "{outcome:?}");
    for (function, fixture, verdict) in ZOO {
        let line = outcome
            .stdout
            .lines()
            .find(|line| line.starts_with(function) && line.contains(&format!("/{fixture} ")))
            .unwrap_or_else(|| panic!("{fixture} is not in the output:\n{}", outcome.stdout));
        let found = line.split_ascii_whitespace().nth(1);
        assert_eq!(found, Some(*verdict), "{fixture}:\n{}", outcome.stdout);
    }
    assert!(
        outcome
            .stdout
            .ends_with("3 of 29 instances reproduce their known answers\n"),
        "{}",
        outcome.stdout
    );
}
