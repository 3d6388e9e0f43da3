//! Verdicts from records and references.

use std::path::Path;

use assay_kat::buffer::Heap;
use assay_kat::digests::Digests;
use assay_kat::judge::{Generated, Reference, combine};
use assay_kat::{Form, Runs, Verdict, kem, kex, write_records};

use crate::toys::{Toy, ToyKex};

const STRICT: &str = "8952eb16e1e5a6986bf403433da7d75af4431f95b3d7fc42d963f8eedc157116";
const STRICT_3: &str = "eca152e7f85ea09c075dc40c722a4d0846134af0213769ebee9c82f73a45a027";
const KEX_TEMPLATE: &str = "1cd6eea9d10f4d24ccd4ba8a5a9637d68661ec9b47a6f0387ceea65ce3deee9c";

fn generated(count: u64) -> Generated {
    let record =
        |index| kem::record(&mut Toy::new(), index, Runs::new(&Heap, &Heap)).expect("it is right");
    let records = (0..count).map(record).collect();
    Generated {
        name: "KAT_KEM_ToyKEM-1.txt".into(),
        records,
        whole: 10,
    }
}

fn against_digest(file: &Generated, digest: &str) -> String {
    let digests = Digests::parse(
        &format!("{digest} label/{}", file.name),
        Path::new("kat.sha256"),
    )
    .expect("it is well formed");
    let judgement = file
        .judge(&Reference::Digest(&digests.entries()[0]))
        .expect("nothing is read");
    format!(
        "{} [{}] {}",
        judgement.verdict, judgement.compared, judgement.detail
    )
}

#[test]
fn digests_decide() {
    let ten = generated(10);
    assert_eq!(
        against_digest(&ten, &format!("{STRICT} strict")),
        "PASS [10] "
    );
    insta::assert_snapshot!(against_digest(&ten, &format!("{STRICT_3} strict")), @"MISMATCH [0] 10 records compared, the text differs: the strict digest of KAT_KEM_ToyKEM-1.txt is not that of line 1 of kat.sha256");
    insta::assert_snapshot!(against_digest(&ten, &format!("{STRICT_3} strict:3")), @"PASS [3] the reference of KAT_KEM_ToyKEM-1.txt covers 3 of 10 records");
    insta::assert_snapshot!(against_digest(&generated(3), &format!("{STRICT} strict")), @"PARTIAL [0] 3 of the 10 records of KAT_KEM_ToyKEM-1.txt made; a digest needs all");
}

#[test]
fn a_key_exchange_template_is_recognised() {
    let record = |index| {
        kex::record(&mut ToyKex::new(2), index, Runs::new(&Heap, &Heap)).expect("it is right")
    };
    let file = Generated {
        name: "KAT.txt".into(),
        records: (0..10).map(record).collect(),
        whole: 10,
    };
    insta::assert_snapshot!(against_digest(&file, &format!("{KEX_TEMPLATE} nolen")), @"PASS [10] the reference of KAT.txt was made from the blank template");
}

#[test]
fn full_vectors_decide() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("KAT.txt");
    let ten = generated(10);
    let mut text = Vec::new();
    write_records(&ten.records, Form::Template, &mut text).expect("a vector takes everything");
    std::fs::write(&path, &text).expect("the folder is writable");
    let reference = Reference::Vectors(path.clone());
    let verdict = |file: &Generated| {
        let judgement = file.judge(&reference).expect("the file is there");
        format!(
            "{} [{}] {}",
            judgement.verdict, judgement.compared, judgement.detail
        )
    };
    assert_eq!(verdict(&ten), "PASS [10] ");
    insta::assert_snapshot!(verdict(&generated(4)), @"PARTIAL [4] 4 of 10 records of KAT_KEM_ToyKEM-1.txt compared");
    std::fs::write(&path, "").expect("the folder is writable");
    insta::assert_snapshot!(verdict(&Generated { records: Vec::new(), ..ten.clone() }), @"NOKAT [0] no record of KAT_KEM_ToyKEM-1.txt was made");
    insta::assert_snapshot!(verdict(&ten), @"NOKAT [0] the vectors of KAT_KEM_ToyKEM-1.txt hold no record");
}

#[test]
fn nothing_passes_by_absence() {
    let none = generated(1)
        .judge(&Reference::None)
        .expect("nothing is read");
    assert_eq!(none.verdict, Verdict::NoKat);
    assert_eq!(combine(&[]).verdict, Verdict::NoKat);
    let ten = generated(10);
    let digests =
        Digests::parse(&format!("{STRICT} strict l/f"), Path::new("k")).expect("well formed");
    let pass = ten
        .judge(&Reference::Digest(&digests.entries()[0]))
        .expect("nothing is read");
    assert_eq!(combine(&[pass.clone(), none]).verdict, Verdict::Partial);
    assert_eq!(combine(&[pass.clone(), pass]).verdict, Verdict::Pass);
}
