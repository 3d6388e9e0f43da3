//! Whole files of toy algorithms, against the digests that the official drivers give.

use assay_kat::buffer::Heap;
use assay_kat::canonical::Mode;
use assay_kat::hash::HashFile;
use assay_kat::judge::Generated;
use assay_kat::{Form, Record, Runs, hash, kem, kex, sig, write_records};
use sha2::{Digest as _, Sha256};

use crate::toys::{Toy, ToyKex};

fn runs() -> Runs<'static> {
    Runs::new(&Heap, &Heap)
}

/// Length, raw digest, and the strict and nolen digests of the canonical form.
fn summary(records: Vec<Record>, form: Form) -> String {
    let mut text = Vec::new();
    write_records(&records, form, &mut text).expect("a vector takes everything");
    let raw: String = Sha256::digest(&text)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let whole = records.len() as u64;
    let file = Generated {
        name: "file".into(),
        records,
        whole,
    };
    let [strict, nolen] =
        [Mode::Strict, Mode::NoLen].map(|mode| file.canonical(form, mode).expect("no I/O").sha256);
    format!("{} {raw} {strict} {nolen}", text.len())
}

#[test]
fn toy_kem_1() {
    let records = |count| -> Vec<_> {
        (0..count)
            .map(|index| kem::record(&mut Toy::new(), index, runs()).expect("it is right"))
            .collect()
    };
    assert_eq!(
        summary(records(10), Form::Filled),
        "4090 dfa8f9ee9260bcca424eacfd9919771225f3bd5ef83db5b0324b6cf84098b663 \
         8952eb16e1e5a6986bf403433da7d75af4431f95b3d7fc42d963f8eedc157116 \
         0dc7c7c617cecc180b0f1eebe2b101ed33092826402ec19068558c8a6f666a3c"
    );
    assert_eq!(
        summary(records(10), Form::Template),
        "4010 9342f9f4eb676dba91b5fe5cd5f7ec28c96099fdcfd05ab642e1a8050a55e0f3 \
         f7514ddd882e667d3073a52ed13492835ef1d00978434a6f1c04192d5a04dcff \
         0dc7c7c617cecc180b0f1eebe2b101ed33092826402ec19068558c8a6f666a3c"
    );
    assert!(
        summary(records(3), Form::Filled)
            .contains("eca152e7f85ea09c075dc40c722a4d0846134af0213769ebee9c82f73a45a027")
    );
}

#[test]
fn toy_sig_1() {
    let records =
        (0..10).map(|index| sig::record(&mut Toy::new(), index, runs()).expect("it is right"));
    assert_eq!(
        summary(records.collect(), Form::Filled),
        "5914 b7f8a2f5c25e7f71f2e23ab2fd0bb2edb3a01cf58e89449c1f9fe280ad0da28c \
         a2e3641a46869ce15b48749f352100831011ffacb374e72aefec6fdfe1daa593 \
         db5d833341ccc0e5526a1fafcdbfe924aaf2db5f26cdfaad5e68e5f9fbc8e656"
    );
}

fn toy_kex(passes: u8) -> Vec<Record> {
    let record = |index| kex::record(&mut ToyKex::new(passes), index, runs()).expect("it is right");
    (0..10).map(record).collect()
}

#[test]
fn toy_kex_with_one_pass() {
    assert_eq!(
        summary(toy_kex(1), Form::Filled),
        "6360 669651a6af004de6c596b40332651cacbba5e3ac3a6348c0a601cd13f133128e \
         7b7604289de288e19be4874b8bcd800a273f503ced9c60e48f8aabe6bf818dd9 \
         d7c350ef0122407129730960efe4b7666c71219c6cb92a4dc3ded70fb4b99ff9"
    );
}

#[test]
fn toy_kex_with_two_passes() {
    assert_eq!(
        summary(toy_kex(2), Form::Filled),
        "7820 47cd379cf04356fed96c8a4883c7c232f239ff8293a4513bb3b8974948bbe88d \
         39fa34fb3bec9482f170c46c31add31ba85f8b187cad5407e2eef0b108768bd2 \
         5d35d85a909b1cf28827df1e4ec3853e41c3dc05a8a7b824925f61a3aa2af624"
    );
    assert_eq!(
        summary(toy_kex(2), Form::Template),
        "7610 4b5d02202620a200e016166f551be4721b29ffd645491b0a62d105aa7d36ee1f \
         933d70931748359b456d65c11906cf6bb1b25ee1ed4bbfe278cfb74601d451fa \
         1cd6eea9d10f4d24ccd4ba8a5a9637d68661ec9b47a6f0387ceea65ce3deee9c"
    );
}

#[test]
fn toy_kex_with_three_passes() {
    assert_eq!(
        summary(toy_kex(3), Form::Filled),
        "9600 b2764c1c0b4d31eb4ebd5d1e7b95140fd5df4d299e922eefddc8371872851493 \
         27c5e7d5c07647d340a16dc5facab62bc1e61f8a44c341b6f68ee4ebbfc76e3b \
         b4cdfbdec9fb4da3b101a42b9216b838c39b0ce45089fa1193ea948ec0e15b3d"
    );
}

fn toy_hash(file: HashFile) -> Vec<Record> {
    file.messages()
        .map(|message| hash::record(&mut Toy::new(), &message, runs()).expect("it is right"))
        .collect()
}

#[test]
fn toy_hash_with_messages_of_up_to_4096_bits() {
    assert_eq!(
        summary(toy_hash(HashFile::Short), Form::Filled),
        "2542614 bdb43a47abdf43a7303d5b62b8b1653a6fa40ffd0deccd7f74424ca22fbaf3e8 \
         fd5d2b92e9a720345faa15a7fed409a4b6afc299826375ba75d04c9f04ba56dc \
         b424b7cdc94a27344fbac518ac19b9d959d58a89924e745ebe0d927459b55507"
    );
}

#[test]
fn toy_hash_with_messages_of_a_mebibyte() {
    assert_eq!(
        summary(toy_hash(HashFile::Long), Form::Filled),
        "623 82f392900f880702069d92664ca685952dd705ef5fe9e3bb1d8d3c4bfcdd6ff6 \
         4fcd45a37c8b9278f65416337ea73c5e15907b5f99e9580a63f4334355244f16 \
         d397a6fea854591bae3921fa1da4e2fe98e292e27f3d3b00fa0a4499c6a02ffb"
    );
}
