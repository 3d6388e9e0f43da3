//! The parent's side of a job.

use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use assay_driver::protocol::{Job, Placement, Work};
use assay_driver::{Cancel, Driver, Ending, RunError};
use assay_iccs::Kind;

use crate::library::{PATIENCE, build, driver};

#[test]
fn cancelling_ends_a_job_at_once() {
    let work = Work::Kat {
        first: 0,
        count: 1,
        file: None,
        placement: Placement::Flush,
    };
    let job = Job::new(build("loops_forever", Kind::Kem), work);
    let cancel = Cancel::new().expect("a descriptor");
    let remote = cancel.clone();
    let started = Instant::now();
    let canceller = thread::spawn(move || {
        thread::sleep(Duration::from_millis(200));
        remote.cancel();
    });
    let outcome = driver().run(&job, PATIENCE, &mut Vec::new(), &cancel, &mut |_| ());
    canceller.join().expect("it does not panic");
    assert_eq!(
        outcome.expect("the driver starts").ending,
        Ending::Cancelled
    );
    assert!(started.elapsed() < PATIENCE / 2);
    let again = driver().run(&job, PATIENCE, &mut Vec::new(), &cancel, &mut |_| ());
    assert_eq!(
        again.expect("the driver starts").ending,
        Ending::Cancelled,
        "it stays cancelled"
    );
}

#[test]
fn the_limits_in_force_are_reported() {
    let job = Job::new(build("toy_kem", Kind::Kem), Work::Describe);
    let cancel = Cancel::new().expect("a descriptor");
    let outcome = driver().run(&job, PATIENCE, &mut Vec::new(), &cancel, &mut |_| ());
    let layers = outcome.expect("the driver starts").sandbox;
    // Landlock came with Linux 5.13, its network with 6.7, its signals with 6.12.
    let of_the_kernel = ["files", "network", "signals to others"];
    for name in of_the_kernel {
        let state = layers
            .iter()
            .find(|(layer, _)| layer == name)
            .map(|(_, state)| state.as_str());
        assert!(
            state.is_some_and(|state| state == "active" || state.starts_with("not available: ")),
            "{name}: {state:?}"
        );
    }
    let lines: Vec<String> = layers
        .iter()
        .filter(|(name, _)| !of_the_kernel.contains(&name.as_str()))
        .map(|(name, state)| format!("{name}: {state}"))
        .collect();
    insta::assert_snapshot!(lines.join("\n"), @"
    no core dumps: active
    address space limit: active
    processor time limit: active
    file size limit: active
    process group: active
    parent death signal: active
    no new privileges: active
    system calls: active
    ");
}

#[test]
fn a_driver_that_is_not_there_is_an_error() {
    let job = Job::new("library.so", Work::Describe);
    let cancel = Cancel::new().expect("a descriptor");
    let result =
        Driver::new("/no/such/driver").run(&job, PATIENCE, &mut Vec::new(), &cancel, &mut |_| ());
    assert!(matches!(result, Err(RunError::Start { .. })));
}

#[test]
fn a_program_that_never_answers_is_an_ending() {
    let job = Job::new("library.so", Work::Describe);
    let cancel = Cancel::new().expect("a descriptor");
    let outcome =
        Driver::new("/bin/true").run(&job, PATIENCE, &mut Vec::new(), &cancel, &mut |_| ());
    let failure = outcome
        .expect("it starts")
        .ending
        .failure()
        .expect("silence is a failure");
    insta::assert_snapshot!(failure, @"CRASH: the process ended with exit code 0 before its job was done");
}

#[test]
fn started_by_hand_it_says_what_it_is_for() {
    let output = Command::new(driver().binary())
        .stdin(Stdio::null())
        .output()
        .expect("it starts");
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stderr), @"failed to read a job from standard input: EOF while parsing a value at line 1 column 0; this program is started by cargo xtask");
}
