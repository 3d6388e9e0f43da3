//! What a library says of itself.

use assay_driver::protocol::{Answer, Description, Job, Work};
use assay_iccs::Kind;

use crate::library::{build, tell};

fn describe(fixture: &str, kind: Kind) -> Description {
    let told = tell(&Job::new(build(fixture, kind), Work::Describe));
    assert_eq!(told.verdict(), "no verdict: the job was done");
    match told.answers.as_slice() {
        [Answer::Description(description)] => description.clone(),
        other => panic!("expected one description: {other:?}"),
    }
}

#[test]
fn a_kem() {
    let description = describe("toy_kem", Kind::Kem);
    let sizes: Vec<String> = description
        .sizes
        .iter()
        .map(|(name, bytes)| format!("{name}={bytes}"))
        .collect();
    insta::assert_snapshot!(sizes.join(" "), @"pk_bytes=16 sk_bytes=32 ct_bytes=24 ss_bytes=16 signature_bytes=0 digest_bytes=0");
    assert_eq!(
        (description.kind.as_str(), description.instance.as_str()),
        ("kem", "toy_kem")
    );
    assert!(description.has_generator && !description.instrumented);
    assert_eq!(description.build_flags, "-O1");
}

#[test]
fn a_key_exchange() {
    let description = describe("toy_kex", Kind::Kex);
    assert_eq!(description.passes, Some(2));
    assert_eq!(description.available_passes, [1, 2]);
}

#[test]
fn a_file_that_is_no_library() {
    let text = tell(&Job::new(file!(), Work::Describe)).verdict();
    assert!(text.starts_with("LOADFAIL: failed to load "), "{text}");
}
