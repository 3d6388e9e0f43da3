//! Marks at numbers that no attempt measured undisturbed.

use assay_evidence::Disturbance;
use assay_report::{candidate_page, disturbed_in_every_attempt, summary_page};

use crate::synthetic::{Run, key_encapsulation};

fn exhaust(run: &mut Run, operation: &str, evidence: Disturbance) {
    let record = run
        .records
        .iter_mut()
        .find(|record| record.head.operation == operation)
        .unwrap();
    let process = &mut record.head.processes[3];
    process.disturbed_retries = 2;
    process.disturbance = Some(evidence);
}

const WAITED: Disturbance = Disturbance {
    run_delay_s: Some(0.002),
    time_enabled_ns: None,
    time_running_ns: None,
};

#[test]
fn a_number_that_no_attempt_measured_undisturbed_is_marked_everywhere() {
    let (facts, mut run) = key_encapsulation();
    exhaust(&mut run, "enc", WAITED);
    let multiplexed = Disturbance {
        run_delay_s: Some(0.0),
        time_enabled_ns: Some(9),
        time_running_ns: Some(8),
    };
    exhaust(&mut run, "dec", multiplexed);
    let page = candidate_page(&facts, &run.evidence()).text();
    let summary = summary_page(std::slice::from_ref(&facts), &[run.evidence()]).text();
    for page in [&page, &summary] {
        assert!(
            page.contains(
                "\n\nDisturbed. 2 of 4 operations were disturbed in every attempt at one"
            ),
            "{page}"
        );
    }
    assert!(page.contains("\n`set-128` ⚠ disturbed\tenc\t"), "{page}");
    assert!(page.contains("\n`set-128` ⚠ disturbed\tdec\t"), "{page}");
    assert!(page.contains("\n`set-128`\tkeygen\t"), "{page}");
    assert!(
        page.contains(" does not cover what disturbance adds to every trial."),
        "{page}"
    );
    assert!(
        summary.contains("\t408.0 k (≥ 60%, ⚠)\t510.0 k (60%, ⚠)\t"),
        "{summary}"
    );
}

#[test]
fn retries_that_helped_leave_no_mark() {
    let (facts, mut run) = key_encapsulation();
    let quiet = Disturbance {
        run_delay_s: Some(0.0),
        ..WAITED
    };
    exhaust(&mut run, "enc", quiet);
    let page = candidate_page(&facts, &run.evidence()).text();
    assert!(
        !page.contains("\n\nDisturbed.") && !page.contains("` ⚠ disturbed\t"),
        "{page}"
    );
}

/// The kernel's figure covers a whole exchange, the seconds of a step only a part of it.
#[test]
fn a_step_is_judged_by_the_exchange_it_was_measured_in() {
    let (_, mut run) = key_encapsulation();
    run.records.clear();
    run.built("kex-2", "kex-1", "PASS");
    run.timed("kex-2", "kex-1", "exchange", 0, 0.003);
    run.timed("kex-2", "kex-1", "pass1", 0, 1e-6);
    exhaust(&mut run, "pass1", WAITED);
    run.records[1].results.as_mut().unwrap().timing_scope = "per_call_step".to_owned();
    assert!(!disturbed_in_every_attempt(&run.records[1], &run.records));
    exhaust(&mut run, "exchange", WAITED);
    assert!(disturbed_in_every_attempt(&run.records[0], &run.records));
    assert!(disturbed_in_every_attempt(&run.records[1], &run.records));
}
