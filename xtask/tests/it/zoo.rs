//! Misbehaving candidates through the real command line: each gets its one verdict, and the others finish.

use std::path::Path;
use std::{env, fs};

use crate::repository::{Outcome, Repository};

/// Fixtures of the driver, each named after what it does, with the verdict it must get. What is right and has other
/// answers than `toy_kem` is a MISMATCH.
pub(crate) const ZOO: &[(&str, &str, &str)] = &[
    ("kem", "aborts_in_decapsulation", "CRASH"),
    ("kem", "changes_its_affinity", "FORBIDDEN"),
    ("kem", "changes_the_rounding_mode", "FORBIDDEN"),
    ("kem", "claims_more_than_capacity", "OVERFLOW"),
    ("kem", "clashes_with_the_c_library", "PASS"),
    ("kem", "closes_every_descriptor", "FORBIDDEN"),
    ("kem", "crashes_in_keygen", "CRASH"),
    ("kem", "decapsulation_sometimes_fails", "CRYPTOFAIL"),
    ("kem", "declares_varying_sizes", "NONDETERMINISTIC"),
    ("kem", "depends_on_addresses", "NONDETERMINISTIC"),
    ("kem", "depends_on_old_memory", "UNINIT"),
    ("kem", "depends_on_time", "NONDETERMINISTIC"),
    ("kem", "divides_by_zero", "CRASH"),
    ("kem", "draws_from_the_kernel", "FORBIDDEN"),
    ("kem", "exits_at_load", "CRASH"),
    ("kem", "exits_at_once", "CRASH"),
    ("kem", "exits_in_encapsulation", "CRASH"),
    ("kem", "exits_with_zero", "CRASH"),
    ("kem", "forks_many", "FORBIDDEN"),
    ("kem", "handles_segmentation_faults", "FORBIDDEN"),
    ("kem", "has_a_huge_frame", "STACK"),
    ("kem", "jumps_out", "CRASH"),
    ("kem", "keeps_state", "NONDETERMINISTIC"),
    ("kem", "leaks_until_the_limit", "OOM"),
    ("kem", "leaves_a_process_behind", "FORBIDDEN"),
    ("kem", "leaves_bytes_unwritten", "UNWRITTEN"),
    ("kem", "leaves_length_unwritten", "UNWRITTEN"),
    ("kem", "loops_forever", "TIMEOUT"),
    ("kem", "misses_a_function", "BUILDFAIL"),
    ("kem", "modifies_input", "INPUTWRITE"),
    ("kem", "needs_much_stack", "STACK"),
    ("kem", "opens_a_socket", "FORBIDDEN"),
    ("kem", "prints_a_gibibyte", "PASS"),
    ("kem", "prints_to_stdout", "PASS"),
    ("kem", "raises_illegal_instruction", "CRASH"),
    ("kem", "reads_far_past_end", "OVERREAD"),
    ("kem", "reads_past_end", "OVERREAD"),
    ("kem", "reads_the_home_folder", "FORBIDDEN"),
    ("kem", "reads_uninitialised_heap", "UNINIT"),
    ("kem", "reads_uninitialised_stack", "UNINIT"),
    ("kem", "recurses_forever", "STACK"),
    ("kem", "returns_error", "CRYPTOFAIL"),
    ("kem", "secrets_differ", "CRYPTOFAIL"),
    ("kem", "sets_a_timer", "FORBIDDEN"),
    ("kem", "sets_an_alarm", "FORBIDDEN"),
    ("kem", "signals_its_parent", "FORBIDDEN"),
    ("kem", "sleeps", "TIMEOUT"),
    ("kem", "starts_a_thread", "FORBIDDEN"),
    ("kem", "toy_kem", "PASS"),
    ("kem", "unmaps_the_guard", "FORBIDDEN"),
    ("kem", "writes_a_file", "FORBIDDEN"),
    ("kem", "writes_at_load", "PASS"),
    ("kem", "writes_before_start", "OVERFLOW"),
    ("kem", "writes_far_past_end", "OVERFLOW"),
    ("kem", "writes_forged_answers", "PASS"),
    ("kem", "writes_in_the_home_folder", "FORBIDDEN"),
    ("kem", "writes_in_the_working_folder", "FORBIDDEN"),
    ("kem", "writes_past_end", "OVERFLOW"),
    ("kem", "writes_to_every_descriptor", "PASS"),
    ("kem", "ignores_drng", "MISMATCH"),
    ("kex", "leaves_message_length_unwritten", "UNWRITTEN"),
    ("kex", "leaves_secret_length_unwritten", "UNWRITTEN"),
    ("kex", "misses_a_pass", "CRYPTOFAIL"),
    ("kex", "needs_kat_build", "FORBIDDEN"),
    ("kex", "sides_disagree", "CRYPTOFAIL"),
    ("kex", "toy_kex", "MISMATCH"),
    ("sig", "accepts_every_signature", "CRYPTOFAIL"),
    ("sig", "toy_sig", "MISMATCH"),
];

#[test]
fn everyone_gets_the_verdict_that_is_due() {
    let repository = Repository::new();
    for (number, (function, fixture, _)) in ZOO.iter().enumerate() {
        repository.fixture(&format!("{function}-{:02}", number + 1), function, fixture);
    }
    // What they aim at are decoys: a home and a working folder of their own.
    let decoys = tempfile::tempdir().unwrap();
    let [home, work] = ["home", "work"].map(|name| decoys.path().join(name));
    for folder in [&home, &work] {
        fs::create_dir(folder).unwrap();
        fs::write(folder.join("assay-decoy"), "nobody reads this").unwrap();
    }
    let tools = env::home_dir().unwrap();
    let or_default =
        |name: &str, folder: &str| env::var_os(name).unwrap_or_else(|| tools.join(folder).into());
    let mut command = repository.command(&["kat", "--deadline", "20"]);
    command
        .env("CARGO_HOME", or_default("CARGO_HOME", ".cargo"))
        .env("RUSTUP_HOME", or_default("RUSTUP_HOME", ".rustup"))
        .env("HOME", &home)
        .current_dir(&work);
    let outcome: Outcome = command.output().unwrap().into();
    assert_eq!(outcome.exit, Some(1), "{outcome:?}");

    let wrong: Vec<String> = ZOO
        .iter()
        .filter_map(|(function, fixture, verdict)| {
            let mut lines = outcome.stdout.lines();
            let line = lines
                .find(|line| line.starts_with(function) && line.contains(&format!("/{fixture} ")));
            let found = line.and_then(|line| line.split_ascii_whitespace().nth(1));
            (found != Some(verdict)).then(|| format!("{fixture}: {found:?}, not {verdict}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}\n{}", outcome.stdout);
    let passing = ZOO
        .iter()
        .filter(|(.., verdict)| *verdict == "PASS")
        .count();
    let last = format!(
        "{passing} of {} instances reproduce their known answers\n",
        ZOO.len()
    );
    assert!(outcome.stdout.ends_with(&last), "{}", outcome.stdout);

    for folder in [&home, &work] {
        let names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(names, ["assay-decoy"], "in {}", folder.display());
        let decoy = fs::read_to_string(folder.join("assay-decoy")).unwrap();
        assert_eq!(decoy, "nobody reads this");
    }
    assert_eq!(left_running(&home), [""; 0], "left running");
}

/// Command lines of the processes whose home folder is the decoy, as that of every descendant is.
fn left_running(home: &Path) -> Vec<String> {
    let wanted = format!("HOME={}", home.display());
    let processes = fs::read_dir("/proc").unwrap().flatten();
    processes
        .filter(|process| {
            let environment = fs::read(process.path().join("environ")).unwrap_or_default();
            let mut variables = environment.split(|byte| *byte == 0);
            variables.any(|variable| variable == wanted.as_bytes())
        })
        .map(|process| {
            let command = fs::read(process.path().join("cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&command).replace('\0', " ")
        })
        .collect()
}
