//! Known-answer records of right libraries, against the digests that the official drivers give.

use assay_driver::protocol::{Answer, Job, Placement, Work};
use assay_iccs::Kind;
use assay_kat::canonical::Mode;
use assay_kat::hash::HashFile;
use assay_kat::judge::Generated;
use assay_kat::{Form, Record};

use crate::library::{Told, build, tell};

fn records(told: &Told) -> Vec<Record> {
    let record = |answer: &Answer| match answer {
        Answer::Record(record) => Some(record.clone()),
        _ => None,
    };
    told.answers.iter().filter_map(record).collect()
}

fn strict(fixture: &str, kind: Kind, work: Work) -> String {
    let told = tell(&Job::new(build(fixture, kind), work));
    assert_eq!(told.verdict(), "no verdict: the job was done");
    let file = Generated {
        name: "file".into(),
        records: records(&told),
        whole: 10,
    };
    file.canonical(Form::Filled, Mode::Strict)
        .expect("no I/O")
        .sha256
}

fn ten() -> Work {
    Work::Kat {
        first: 0,
        count: 10,
        file: None,
        placement: Placement::Flush,
    }
}

#[test]
fn toy_kem() {
    let expected = "8952eb16e1e5a6986bf403433da7d75af4431f95b3d7fc42d963f8eedc157116";
    assert_eq!(strict("toy_kem", Kind::Kem, ten()), expected);
}

#[test]
fn toy_kex() {
    let expected = "39fa34fb3bec9482f170c46c31add31ba85f8b187cad5407e2eef0b108768bd2";
    assert_eq!(strict("toy_kex", Kind::Kex, ten()), expected);
}

#[test]
fn toy_sig() {
    let expected = "a2e3641a46869ce15b48749f352100831011ffacb374e72aefec6fdfe1daa593";
    assert_eq!(strict("toy_sig", Kind::Sig, ten()), expected);
}

#[test]
fn toy_hash() {
    let file = Some(HashFile::Short);
    let expected = "fd5d2b92e9a720345faa15a7fed409a4b6afc299826375ba75d04c9f04ba56dc";
    assert_eq!(
        strict(
            "toy_hash",
            Kind::Hash,
            Work::Kat {
                first: 0,
                count: 4097,
                file,
                placement: Placement::Flush
            }
        ),
        expected
    );
    let file = Some(HashFile::Long);
    let expected = "4fcd45a37c8b9278f65416337ea73c5e15907b5f99e9580a63f4334355244f16";
    assert_eq!(
        strict(
            "toy_hash",
            Kind::Hash,
            Work::Kat {
                first: 0,
                count: 3,
                file,
                placement: Placement::Flush
            }
        ),
        expected
    );
}

#[test]
fn records_can_be_made_in_any_part() {
    let library = build("toy_kem", Kind::Kem);
    let part = |first, count| {
        records(&tell(&Job::new(
            &library,
            Work::Kat {
                first,
                count,
                file: None,
                placement: Placement::Flush,
            },
        )))
    };
    let whole = part(0, 5);
    assert_eq!(whole[3..], part(3, 2)[..]);
    assert_eq!(whole.len(), 5);
}
