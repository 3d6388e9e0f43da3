//! Timing and profile jobs: their shape, never their figures.

use assay_driver::protocol::{Answer, End, Job, SamplePlan, Setup, TimePlan, Trial, Work};
use assay_iccs::Kind;

use crate::library::{Told, build, build_instrumented, tell};

fn plan(operation: &str, input_bytes: u64) -> TimePlan {
    TimePlan {
        operation: operation.into(),
        input_bytes,
        iterations: 60,
        warmups: 1,
        trials: 2,
        sample: SamplePlan {
            at_most: 30,
            at_least: 30,
            share_of_batch: 0.0,
        },
        counter: Some("monotonic".into()),
    }
}

fn time(fixture: &str, kind: Kind, plan: TimePlan) -> Told {
    let mut job = Job::new(build(fixture, kind), Work::Time(plan));
    job.cpu = Some(0);
    tell(&job)
}

fn parts(told: &Told) -> (&Setup, Vec<&Trial>, &End) {
    assert_eq!(told.verdict(), "no verdict: the job was done");
    let [Answer::Setup(setup), trials @ .., Answer::End(end)] = told.answers.as_slice() else {
        panic!("expected setup, trials and end: {:?}", told.answers);
    };
    let trials = trials.iter().map(|answer| match answer {
        Answer::Trial(trial) => trial,
        other => panic!("expected a trial: {other:?}"),
    });
    (setup, trials.collect(), end)
}

/// The first process of a campaign chooses the counter, says its rate where it has one, and why better ones were refused.
#[test]
fn the_best_counter_is_described() {
    let unnamed = TimePlan {
        counter: None,
        ..plan("enc", 0)
    };
    let told = time("toy_kem", Kind::Kem, unnamed);
    let counter = &parts(&told).0.counter;
    let cycles = counter.unit == "core_cycles";
    assert_eq!(counter.rate_hz.is_some(), !cycles);
    assert_eq!(counter.rate_basis.is_some(), !cycles);
    assert_eq!(counter.refused.is_empty(), cycles);
}

#[test]
fn every_operation_of_a_kem() {
    for operation in ["keygen", "enc", "dec"] {
        let told = time("toy_kem", Kind::Kem, plan(operation, 0));
        let (setup, trials, end) = parts(&told);
        assert_eq!(
            (setup.counter.source.as_str(), setup.counter.unit.as_str()),
            ("monotonic", "ns")
        );
        assert_eq!(
            setup.counter.rate_hz, None,
            "who names the source knows its rate"
        );
        assert_eq!(setup.timing_scope, "loop");
        assert_eq!(trials.len(), 2);
        for trial in trials {
            assert_eq!((trial.measurements, trial.sample.len()), (60, 30));
            assert!(trial.seconds > 0.0 && trial.count > 0 && trial.steps.is_empty());
            assert!(trial.sample.iter().all(|&count| count > 0));
            assert!(
                trial.run_delay_s.is_some(),
                "this kernel has scheduler statistics"
            );
        }
        assert!(setup.baseline_rss_bytes > 0 && end.peak_rss_bytes >= setup.baseline_rss_bytes);
    }
}

#[test]
fn the_best_counter_says_which_it_is_and_why() {
    let mut plan = plan("dec", 0);
    plan.counter = None;
    let told = time("toy_kem", Kind::Kem, plan);
    let (setup, ..) = parts(&told);
    let counter = &setup.counter;
    let better = ["perf_rdpmc", "perf_read", "tsc", "cntvct", "monotonic"];
    let rank = better
        .iter()
        .position(|name| *name == counter.source)
        .expect("a known source");
    assert_eq!(
        counter.refused.len(),
        rank,
        "every better source is refused for a reason"
    );
}

#[test]
fn a_key_exchange_yields_its_steps() {
    let told = time("toy_kex", Kind::Kex, plan("exchange", 0));
    let (setup, trials, _) = parts(&told);
    assert_eq!(setup.passes_run, Some(2));
    let observed: Vec<String> = setup
        .observed
        .iter()
        .map(|(name, bytes)| format!("{name}={bytes}"))
        .collect();
    insta::assert_snapshot!(observed.join(" "), @"msg1_bytes=16 msg2_bytes=16 total_msg_bytes=32 ss_actual_bytes=32");
    for trial in trials {
        let steps: Vec<&str> = trial
            .steps
            .iter()
            .map(|step| step.operation.as_str())
            .collect();
        assert_eq!(
            steps,
            ["init_a", "init_b", "pass1", "pass2", "derive_a", "derive_b"]
        );
        assert!(
            trial
                .steps
                .iter()
                .all(|step| step.measurements == 30 && step.sample.len() == 30)
        );
        assert!(trial.steps.iter().all(|step| step.seconds > 0.0));
    }
}

#[test]
fn signatures_and_hash_functions() {
    for operation in ["keygen", "sign", "verify"] {
        let told = time("toy_sig", Kind::Sig, plan(operation, 0));
        let (_, _, end) = parts(&told);
        assert!(end.counters.contains(&("verify_rejections".into(), 0)));
    }
    let told = time("toy_hash", Kind::Hash, plan("hash", 128));
    assert_eq!(parts(&told).1.len(), 2);
}

#[test]
fn a_profile_counts_every_call_of_the_measured_operations() {
    let library = build_instrumented("toy_kem", Kind::Kem);
    let work = Work::Profile {
        operation: "enc".into(),
        input_bytes: 0,
        iterations: 5,
        warmups: 2,
    };
    let told = tell(&Job::new(library, work));
    assert_eq!(told.verdict(), "no verdict: the job was done");
    let [Answer::Profile(profile)] = told.answers.as_slice() else {
        panic!("expected one profile: {:?}", told.answers);
    };
    let shapes = profile.calls.iter().map(|shape| {
        format!(
            "{} {} {} {}",
            shape.function, shape.in_bits, shape.out_bits, shape.calls
        )
    });
    insta::assert_snapshot!(shapes.collect::<Vec<_>>().join("\n"), @"
    drng 0 64 5
    pseudoXOF 192 128 5
    ");
    assert_eq!((profile.operations, profile.overflow_calls), (5, 0));
    assert!(profile.tick_hz > 0.0);
    let inside: u64 = profile.calls.iter().map(|shape| shape.ticks).sum();
    assert!(0 < inside && inside <= profile.ticks);
}

#[test]
fn a_call_that_fails_is_named() {
    let told = time("returns_error", Kind::Kem, plan("enc", 0));
    insta::assert_snapshot!(told.verdict(), @"CRYPTOFAIL: kem_enc returned -7 in setup");
    assert!(told.answers.is_empty());
    let told = time("secrets_differ", Kind::Kem, plan("dec", 0));
    insta::assert_snapshot!(told.verdict(), @"CRYPTOFAIL: the shared secrets of the two sides differ");
}

#[test]
fn what_cannot_be_done_is_said() {
    let message = |fixture, kind, plan| time(fixture, kind, plan).verdict();
    insta::assert_snapshot!(message("toy_kem", Kind::Kem, plan("sign", 0)), @"no verdict: the job could not be done: a kem has no operation sign");
    insta::assert_snapshot!(message("toy_kem", Kind::Kem, plan("juggle", 0)), @r#"no verdict: the job could not be done: "juggle" is no operation: use keygen, enc, dec, sign, verify, exchange, init_a, init_b, pass1 to pass16, derive_a, derive_b or hash"#);
    insta::assert_snapshot!(message("toy_kex", Kind::Kex, plan("pass1", 0)), @"no verdict: the job could not be done: pass1 is measured together with the other steps, by exchange");
    let mut nothing = plan("enc", 0);
    nothing.iterations = 0;
    insta::assert_snapshot!(message("toy_kem", Kind::Kem, nothing), @"no verdict: the job could not be done: a timing job needs at least one iteration and one trial");
    let work = Work::Profile {
        operation: "enc".into(),
        input_bytes: 0,
        iterations: 3,
        warmups: 0,
    };
    let told = tell(&Job::new(build("toy_kem", Kind::Kem), work));
    insta::assert_snapshot!(told.verdict(), @"no verdict: the job could not be done: the library counts no calls: it was not linked with the wrappers");
}
