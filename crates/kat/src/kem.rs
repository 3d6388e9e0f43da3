//! Records of a key-encapsulation mechanism.

use crate::buffer::{Buffer, Heap};
use crate::call::{self, Call, Candidate, Run, Runs};
use crate::record::Record;
use crate::sizes::{self, Sizes};
use crate::{Failure, Verdict};

/// Declared sizes of a key-encapsulation mechanism, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KemSizes {
    /// Public key.
    pub public_key: u64,
    /// Secret key.
    pub secret_key: u64,
    /// Shared secret.
    pub shared_secret: u64,
    /// Ciphertext.
    pub ciphertext: u64,
}

impl Sizes for KemSizes {
    fn named(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("size of pk", self.public_key),
            ("size of sk", self.secret_key),
            ("size of ss", self.shared_secret),
            ("size of ct", self.ciphertext),
        ]
    }
}

/// A key-encapsulation mechanism. Functions return what the C functions return.
pub trait Kem: Candidate {
    /// Declared sizes.
    fn sizes(&mut self) -> KemSizes;
    /// `kem_keygen`.
    fn keygen(&mut self, pk: &mut Buffer, sk: &mut Buffer) -> i32;
    /// `kem_enc`.
    fn enc(&mut self, pk: &mut Buffer, ss: &mut Buffer, ct: &mut Buffer) -> i32;
    /// `kem_dec`.
    fn dec(&mut self, sk: &mut Buffer, ct: &mut Buffer, ss: &mut Buffer) -> i32;
}

/// Makes record `index` in both runs.
///
/// # Errors
/// The first thing that went wrong, as a verdict with its explanation.
pub fn record(kem: &mut dyn Kem, index: u64, runs: Runs<'_>) -> Result<Record, Failure> {
    let seed = call::record_seed(index);
    call::twice(kem, runs, |kem, run| once(kem, index, &seed, run))
        .map_err(|failure| failure.in_record(index))
}

/// Makes a record with another seed and says which outputs did not change.
///
/// # Errors
/// As for [`record`].
pub fn seed_finding(kem: &mut dyn Kem, first: &Record) -> Result<Option<String>, Failure> {
    let other = once(kem, 0, &call::other_seed(), Runs::new(&Heap, &Heap).first)?;
    Ok(call::seed_finding(first, &other))
}

fn once(kem: &mut dyn Kem, index: u64, seed: &[u8], run: Run<'_>) -> Result<Record, Failure> {
    let sizes = sizes::declared(|| kem.sizes())?;
    let mut record = Record::default();
    record.number("Count", index);
    record.number("Seed_Len", seed.len() as u64);
    record.bytes("Seed", seed);
    call::seed(kem, seed)?;

    let mut pk = run.output("pk", sizes.public_key)?;
    let mut sk = run.output("sk", sizes.secret_key)?;
    let returned = kem.keygen(&mut pk, &mut sk);
    let outputs = [&pk, &sk];
    Call {
        function: "kem_keygen",
        returned,
        inputs: &[],
        outputs: &outputs,
        optional: &[],
    }
    .check(|value| value == 0)?;
    record.pair("PK", pk.written());
    record.pair("SK", sk.written());

    let mut pk = run.hand_over(&pk);
    let mut ss = run.output("ss", sizes.shared_secret)?;
    let mut ct = run.output("ct", sizes.ciphertext)?;
    let returned = kem.enc(&mut pk, &mut ss, &mut ct);
    let outputs = [&ss, &ct];
    Call {
        function: "kem_enc",
        returned,
        inputs: &[&pk],
        outputs: &outputs,
        optional: &[],
    }
    .check(|value| value == 0)?;
    record.pair("CT", ct.written());
    record.pair("SS", ss.written());

    let mut sk = run.hand_over(&sk);
    let mut ct = run.hand_over(&ct);
    let mut ss_dec = run.output("ss", sizes.shared_secret)?;
    let returned = kem.dec(&mut sk, &mut ct, &mut ss_dec);
    let (inputs, outputs) = ([&sk, &ct], [&ss_dec]);
    Call {
        function: "kem_dec",
        returned,
        inputs: &inputs,
        outputs: &outputs,
        optional: &[],
    }
    .check(|value| value == 0)?;
    same_secret("kem_enc", ss.written(), "kem_dec", ss_dec.written())?;
    sizes::unchanged(&sizes, &kem.sizes())?;
    Ok(record)
}

/// Two sides must arrive at the same secret.
pub(crate) fn same_secret(
    one: &str,
    secret: &[u8],
    other: &str,
    other_secret: &[u8],
) -> Result<(), Failure> {
    if secret.len() != other_secret.len() {
        return Err(Failure::new(
            Verdict::CryptoFail,
            format!(
                "the shared secrets have different lengths: {} bytes from {one}, {} from {other}",
                secret.len(),
                other_secret.len()
            ),
        ));
    }
    match secret
        .iter()
        .zip(other_secret)
        .position(|(one, other)| one != other)
    {
        None => Ok(()),
        Some(byte) => Err(Failure::new(
            Verdict::CryptoFail,
            format!("the shared secrets of {one} and {other} differ from byte {byte} on"),
        )),
    }
}
