//! C programs that test the C code, under the address and undefined-behaviour sanitizers.

use std::process::Command;

use assay_iccs::sources::Purpose;

use crate::support::{SANITIZED, STRICT, Workshop, fixtures, run};

/// A program compiled in a workshop, which has to stay until it has run.
fn program(workshop: &Workshop, name: &str, extra: &[&str]) -> Command {
    let mut inputs = vec![fixtures().join(name)];
    let purposes = [Purpose::Helper, Purpose::DrngGlobal, Purpose::Testing];
    inputs.extend(
        purposes
            .iter()
            .flat_map(|&purpose| workshop.sources(purpose)),
    );
    Command::new(workshop.compile(&[STRICT, SANITIZED, extra].concat(), &inputs, "program"))
}

#[test]
fn all_lengths_stay_within_their_buffers() {
    let workshop = Workshop::new();
    run(&mut program(&workshop, "bounds.c", &[]));
}

#[test]
fn costs_and_failures_are_those_of_the_interface() {
    let workshop = Workshop::new();
    run(&mut program(
        &workshop,
        "cost.c",
        &["-DASSAY_SM3_COUNT", "-Dmalloc=counted_malloc"],
    ));
}

#[test]
fn failed_checks_say_where_and_what() {
    let workshop = Workshop::new();
    let output = program(&workshop, "testing_reports.c", &[])
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(1));
    let fixture = fixtures().join("testing_reports.c").display().to_string();
    let report = String::from_utf8_lossy(&output.stderr).replace(&fixture, "FILE");
    assert_eq!(
        report,
        "FILE:9: does not hold: 1 + 1 == 3\n\
         FILE:10: 1 + 1 is 2, expected 3\n\
         FILE:11: two differs from byte 1 of 2 on\n  actual   = ab\n  expected = ac\n\
         FILE:13: two differs from byte 1 of 2 on\n  actual   = ab\n  expected = ba\n\
         FILE:14: two has 2 bytes, but 2 hexadecimal digits are expected\n\
         FILE:15: the value expected of two is not hexadecimal\n\
         6 of 13 checks failed\n"
    );
}
