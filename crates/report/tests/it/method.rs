//! Pages about the method and about symmetric functions.

use assay_manifest::{Survey, SurveyVerdict};

use crate::csv::file;
use crate::own::all_kinds;
use crate::synthetic::key_encapsulation;

#[test]
fn the_method_page_counts_what_the_evidence_holds() {
    let (facts, run) = all_kinds();
    insta::assert_snapshot!(file(&facts, &run, "method_local.md"));
}

#[test]
fn the_survey_page_has_verdicts_and_the_largest_share() {
    let (mut facts, mut run) = all_kinds();
    facts[1].survey = Some(Survey {
        verdict: SurveyVerdict::Bypass,
        notes: Some("SHAKE | <b>".to_owned()),
    });
    facts[2].survey = None;
    let largest = run
        .profiles
        .iter_mut()
        .find(|profile| profile.operation == "enc");
    let profile = &mut largest.unwrap().profile;
    profile.hash_share.as_mut().unwrap().0 = Some(0.7);
    insta::assert_snapshot!(file(&facts, &run, "symmetric-survey.md"));
}

#[test]
fn what_a_run_does_not_hold_is_said_to_be_unknown() {
    let (facts, mut run) = key_encapsulation();
    run.records.clear();
    run.profiles.clear();
    run.build.instances.clear();
    let method = file(std::slice::from_ref(&facts), &run, "method_local.md");
    for words in [
        "No record is complete, so no core was used.",
        "Nothing is known of the host during a measurement.",
        "No library was built.",
        "No instance was tested.",
        "What that came to: nothing yet",
        "0 profiles are complete, 0 failed.",
        "not measured, this run holds no records of them",
        "Stack and heap of an operation alone are not measured",
    ] {
        assert!(method.contains(words), "{words}: {method}");
    }
    let survey = file(&[facts], &run, "symmetric-survey.md");
    assert!(
        survey.contains("| not measured: there is no complete profile |"),
        "{survey}"
    );
}

#[test]
fn a_record_in_another_state_is_counted() {
    let (facts, mut run) = key_encapsulation();
    let before = file(std::slice::from_ref(&facts), &run, "method_local.md");
    assert!(!before.contains("turbo enabled"), "{before}");
    run.records[0].head.environment.intel_pstate_no_turbo = Some("0".to_owned());
    run.records[0].head.environment.cpu_number = 77;
    run.records[0].head.disturbed_retries = 5;
    let after = file(&[facts], &run, "method_local.md");
    assert!(after.contains("turbo enabled (1)"), "{after}");
    assert!(after.contains("CPU 77 (1)"), "{after}");
    assert!(after.contains("that happened 8 times"), "{after}");
}
