//! Key exchanges of 0 to 3 messages: known-answer records against the published layout, and the steps that are timed.

use std::io::Write as _;

use assay_driver::protocol::{Answer, Job, Placement, SamplePlan, TimePlan, Work};
use assay_iccs::Kind;
use assay_iccs::model::{Drng, pseudoxof};
use assay_kat::canonical::{Canonicaliser, Mode};
use assay_kat::judge::Generated;
use assay_kat::{Form, record_seed};

use crate::library::{Told, build, build_with, tell};

fn kat(library: std::path::PathBuf) -> Told {
    let work = Work::Kat {
        first: 0,
        count: 10,
        file: None,
        placement: Placement::Flush,
    };
    tell(&Job::new(library, work))
}

/// Digest of the canonical text of ten records.
fn digest(fixture: &str, further: &[&str]) -> String {
    let told = kat(build_with(fixture, Kind::Kex, further));
    assert_eq!(told.verdict(), "no verdict: the job was done", "{fixture}");
    let records = told.answers.iter().filter_map(|answer| match answer {
        Answer::Record(record) => Some(record.clone()),
        _ => None,
    });
    let file = Generated {
        name: "file".into(),
        records: records.collect(),
        whole: 10,
    };
    file.canonical(Form::Filled, Mode::Strict)
        .expect("no I/O")
        .sha256
}

/// The same from the description of the layout: an exchange that claims so many passes and runs so many, of which
/// `sent` have a message.
fn expected(claimed: usize, run: usize, sent: usize) -> String {
    let mut lines = Vec::new();
    for index in 0..10 {
        let seed = record_seed(index);
        let mut drng = Drng::new(&seed);
        let pair = |lines: &mut Vec<String>, name: &str, bytes: &[u8]| {
            let digits: String = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
            lines.push(format!("{name}_Len = {}", bytes.len()));
            lines.push(format!("{name} = {digits}").trim_end().to_owned());
        };
        lines.push(format!("Count = {index}"));
        pair(&mut lines, "Seed", &seed);
        lines.push(format!("Pass_Num = {claimed}"));
        let mut transcript = Vec::new();
        for side in ["a", "b"] {
            let secret_key = drng.bits(128);
            let public_key = pseudoxof(128, secret_key.as_slice().into());
            pair(&mut lines, &format!("PK{side}"), &public_key);
            pair(&mut lines, &format!("SK{side}"), &secret_key);
            pair(&mut lines, &format!("Init_St{side}"), &[]);
            transcript.extend(public_key);
        }
        for pass in 1..=run {
            let message = if pass <= sent {
                drng.bits(128)
            } else {
                Vec::new()
            };
            transcript.extend(&message);
            let state = if pass <= sent { &transcript[32..] } else { &[] };
            let side = if pass % 2 == 1 { "a" } else { "b" };
            pair(&mut lines, &format!("Pass{pass}_St{side}"), state);
            pair(&mut lines, &format!("M{pass}"), &message);
        }
        let secret = pseudoxof(256, transcript.as_slice().into());
        pair(&mut lines, "SS", &secret);
    }
    let mut canonical = Canonicaliser::new(Mode::Strict, None);
    canonical
        .write_all((lines.join("\n") + "\n").as_bytes())
        .expect("no I/O");
    canonical.finish().sha256
}

/// The layout gives the digests of the official driver for one, two and three passes.
#[test]
fn the_layout_is_that_of_the_official_driver() {
    let official = [
        "7b7604289de288e19be4874b8bcd800a273f503ced9c60e48f8aabe6bf818dd9",
        "39fa34fb3bec9482f170c46c31add31ba85f8b187cad5407e2eef0b108768bd2",
        "27c5e7d5c07647d340a16dc5facab62bc1e61f8a44c341b6f68ee4ebbfc76e3b",
    ];
    for (passes, digest) in (1..).zip(official) {
        assert_eq!(expected(passes, passes, passes), digest);
    }
}

#[test]
fn records_of_every_number_of_passes() {
    assert_eq!(digest("exchanges_without_messages", &[]), expected(0, 0, 0));
    assert_eq!(digest("has_empty_passes", &[]), expected(0, 3, 0));
    assert_eq!(digest("sends_one_message", &[]), expected(1, 1, 1));
    assert_eq!(digest("has_unused_passes", &[]), expected(1, 1, 1));
    assert_eq!(digest("sends_more_than_claimed", &[]), expected(1, 3, 3));
    assert_eq!(digest("toy_kex", &[]), expected(2, 2, 2));
    assert_eq!(digest("sends_three_messages", &[]), expected(3, 3, 3));
}

fn time(fixture: &str) -> Told {
    let plan = TimePlan {
        operation: "exchange".into(),
        input_bytes: 0,
        iterations: 60,
        warmups: 1,
        trials: 2,
        sample: SamplePlan {
            at_most: 30,
            at_least: 30,
            share_of_batch: 0.0,
        },
        counter: Some("monotonic".into()),
    };
    tell(&Job::new(build(fixture, Kind::Kex), Work::Time(plan)))
}

/// Passes that ran, lengths that were seen, and the steps with how often each was stamped.
fn timed(fixture: &str) -> String {
    let told = time(fixture);
    assert_eq!(told.verdict(), "no verdict: the job was done", "{fixture}");
    let [Answer::Setup(setup), Answer::Trial(trial), ..] = told.answers.as_slice() else {
        panic!("expected setup and trials: {:?}", told.answers);
    };
    let lengths = setup
        .observed
        .iter()
        .map(|(name, bytes)| format!("{name}={bytes}"));
    let steps = trial
        .steps
        .iter()
        .map(|step| format!("{}×{}", step.operation, step.sample.len()));
    format!(
        "{:?} of {:?} run; {}; {}",
        setup.passes_run.unwrap_or_default(),
        setup.description.passes.unwrap_or_default(),
        lengths.collect::<Vec<_>>().join(" "),
        steps.collect::<Vec<_>>().join(" ")
    )
}

#[test]
fn steps_of_every_number_of_passes() {
    insta::assert_snapshot!(timed("exchanges_without_messages"), @"0 of 0 run; total_msg_bytes=0 ss_actual_bytes=32; init_a×30 init_b×30 derive_a×30 derive_b×30");
    insta::assert_snapshot!(timed("has_empty_passes"), @"3 of 0 run; msg1_bytes=0 msg2_bytes=0 msg3_bytes=0 total_msg_bytes=0 ss_actual_bytes=32; init_a×30 init_b×30 derive_a×30 derive_b×30");
    insta::assert_snapshot!(timed("sends_one_message"), @"1 of 1 run; msg1_bytes=16 total_msg_bytes=16 ss_actual_bytes=32; init_a×30 init_b×30 pass1×30 derive_a×30 derive_b×30");
    insta::assert_snapshot!(timed("has_unused_passes"), @"1 of 1 run; msg1_bytes=16 total_msg_bytes=16 ss_actual_bytes=32; init_a×30 init_b×30 pass1×30 derive_a×30 derive_b×30");
    insta::assert_snapshot!(timed("sends_more_than_claimed"), @"3 of 1 run; msg1_bytes=16 msg2_bytes=16 msg3_bytes=16 total_msg_bytes=48 ss_actual_bytes=32; init_a×30 init_b×30 pass1×30 derive_a×30 derive_b×30");
    insta::assert_snapshot!(timed("toy_kex"), @"2 of 2 run; msg1_bytes=16 msg2_bytes=16 total_msg_bytes=32 ss_actual_bytes=32; init_a×30 init_b×30 pass1×30 pass2×30 derive_a×30 derive_b×30");
    insta::assert_snapshot!(timed("sends_three_messages"), @"3 of 3 run; msg1_bytes=16 msg2_bytes=16 msg3_bytes=16 total_msg_bytes=48 ss_actual_bytes=32; init_a×30 init_b×30 pass1×30 pass2×30 pass3×30 derive_a×30 derive_b×30");
}

#[test]
fn exchanges_that_misbehave_are_named() {
    let records = |fixture| kat(build(fixture, Kind::Kex)).verdict();
    insta::assert_snapshot!(records("misses_a_pass"), @"CRYPTOFAIL: record 0: it claims 2 passes, but kex_generate_pass2_msg_b is missing");
    insta::assert_snapshot!(records("sides_disagree"), @"CRYPTOFAIL: record 0: the shared secrets of kex_derive_ss_a and kex_derive_ss_b differ from byte 31 on");
    insta::assert_snapshot!(records("leaves_message_length_unwritten"), @"UNWRITTEN: record 0: M2_Len depends on the value it has before the call: it is left unwritten");
    insta::assert_snapshot!(records("leaves_secret_length_unwritten"), @"UNWRITTEN: record 0: kex_derive_ss_b returned success but left the length of ss at 0");
    let timed = |fixture| time(fixture).verdict();
    insta::assert_snapshot!(timed("misses_a_pass"), @"CRYPTOFAIL: 2 passes are claimed, but the exchange ended after 1");
    insta::assert_snapshot!(timed("sides_disagree"), @"CRYPTOFAIL: the shared secrets of the two sides differ");
    insta::assert_snapshot!(timed("leaves_secret_length_unwritten"), @"UNWRITTEN: kex_derive_ss_b returned success but left the length of ss at 0");
}

/// A message length that nobody writes is no traffic.
#[test]
fn an_unwritten_message_length_is_no_traffic() {
    insta::assert_snapshot!(timed("leaves_message_length_unwritten"), @"2 of 2 run; msg1_bytes=16 msg2_bytes=0 total_msg_bytes=16 ss_actual_bytes=32; init_a×30 init_b×30 pass1×30 pass2×30 derive_a×30 derive_b×30");
}

#[test]
fn randomness_of_the_operating_system_is_noticed() {
    insta::assert_snapshot!(kat(build("needs_kat_build", Kind::Kex)).verdict(), @"FORBIDDEN: kex_init_a opened /dev/urandom, so the output does not depend on the DRNG alone; perhaps a define is missing from the build");
    assert_eq!(
        digest("needs_kat_build", &["-DKAT_BUILD"]),
        expected(2, 2, 2)
    );
}
