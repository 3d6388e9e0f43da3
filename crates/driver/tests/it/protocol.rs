//! The protocol as it stands on the wire.

use assay_driver::protocol::{Answer, Envelope, Job, Line, Placement, SamplePlan, TimePlan, Work};
use assay_kat::{Failure, Verdict};

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("it has a form in JSON")
}

#[test]
fn jobs() {
    let plan = TimePlan {
        operation: "hash".into(),
        input_bytes: 32,
        iterations: 100,
        warmups: 3,
        trials: 1,
        sample: SamplePlan::default(),
        counter: None,
    };
    let mut job = Job::new("libtoy.so", Work::Time(plan));
    job.cpu = Some(2);
    let envelope = Envelope {
        token: "00ff".into(),
        answer_descriptor: 5,
        parent: 77,
        cpu_seconds: 960,
        job,
    };
    let text = json(&envelope);
    insta::assert_snapshot!(text, @r#"{"token":"00ff","answer_descriptor":5,"parent":77,"cpu_seconds":960,"job":{"library":"libtoy.so","work":{"time":{"operation":"hash","input_bytes":32,"iterations":100,"warmups":3,"trials":1,"sample":{"at_most":1000,"at_least":20,"share_of_batch":0.5}}},"cpu":2,"stack_bytes":67108864,"memory_bytes":8589934592}}"#);
    let back: Envelope = serde_json::from_str(&text).expect("what was written can be read");
    assert_eq!(back, envelope);
    insta::assert_snapshot!(json(&Job::new("libtoy.so", Work::Describe)), @r#"{"library":"libtoy.so","work":"describe","stack_bytes":67108864,"memory_bytes":8589934592}"#);
    insta::assert_snapshot!(json(&Work::Kat { first: 0, count: 10, file: None, placement: Placement::Flush }), @r#"{"kat":{"first":0,"count":10,"file":null,"placement":"flush"}}"#);
}

#[test]
fn answers() {
    let failure = Failure::new(Verdict::CryptoFail, "kem_enc returned -7");
    let line = Line {
        token: "00ff".into(),
        answer: Answer::Failed(failure),
    };
    insta::assert_snapshot!(json(&line), @r#"{"token":"00ff","answer":{"failed":{"verdict":"CRYPTOFAIL","detail":"kem_enc returned -7"}}}"#);
    insta::assert_snapshot!(json(&Answer::Done), @r#""done""#);
}
