//! Records of a signature scheme.

use assay_iccs::model::Drng;

use crate::buffer::{Buffer, Heap};
use crate::call::{self, Call, Candidate, Run, Runs};
use crate::record::{Record, Value};
use crate::sizes::{self, Sizes};
use crate::{Failure, Verdict};

/// Declared sizes of a signature scheme, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SigSizes {
    /// Public key.
    pub public_key: u64,
    /// Secret key.
    pub secret_key: u64,
    /// Signature.
    pub signature: u64,
}

impl Sizes for SigSizes {
    fn named(&self) -> Vec<(&'static str, u64)> {
        vec![
            ("size of pk", self.public_key),
            ("size of sk", self.secret_key),
            ("size of sn", self.signature),
        ]
    }
}

/// A signature scheme. Functions return what the C functions return.
pub trait Sig: Candidate {
    /// Declared sizes.
    fn sizes(&mut self) -> SigSizes;
    /// `sig_keygen`.
    fn keygen(&mut self, pk: &mut Buffer, sk: &mut Buffer) -> i32;
    /// `sig_sign`.
    fn sign(&mut self, sk: &mut Buffer, m: &mut Buffer, sn: &mut Buffer) -> i32;
    /// `sig_verify`.
    fn verify(&mut self, pk: &mut Buffer, sn: &mut Buffer, m: &mut Buffer) -> i32;
}

/// Makes record `index` in both runs.
///
/// # Errors
/// The first thing that went wrong, as a verdict with its explanation.
pub fn record(sig: &mut dyn Sig, index: u64, runs: Runs<'_>) -> Result<Record, Failure> {
    let seed = call::record_seed(index);
    let message = message(index);
    call::twice(sig, runs, |sig, run| once(sig, index, &seed, &message, run))
        .map_err(|failure| failure.in_record(index))
}

/// Makes a record with another seed and says which outputs did not change.
///
/// # Errors
/// As for [`record`].
pub fn seed_finding(sig: &mut dyn Sig, first: &Record) -> Result<Option<String>, Failure> {
    let run = Runs::new(&Heap, &Heap).first;
    let other = once(sig, 0, &call::other_seed(), &message(0), run)?;
    Ok(call::seed_finding(first, &other))
}

/// The message of record `index`: 56 bytes, and 8 more with each record.
fn message(index: u64) -> Vec<u8> {
    let mut drng = Drng::new(format!("{}m", "msg".repeat(21)).as_bytes());
    let mut message = Vec::new();
    for record in 0..=index {
        message = drng.bits(8 * (56 + 8 * record));
    }
    message
}

fn once(
    sig: &mut dyn Sig,
    index: u64,
    seed: &[u8],
    message: &[u8],
    run: Run<'_>,
) -> Result<Record, Failure> {
    let sizes = sizes::declared(|| sig.sizes())?;
    let mut record = Record::default();
    record.number("Count", index);
    record.number("Seed_Len", seed.len() as u64);
    record.bytes("Seed", seed);
    call::seed(sig, seed)?;

    let mut pk = run.output("pk", sizes.public_key)?;
    let mut sk = run.output("sk", sizes.secret_key)?;
    let returned = sig.keygen(&mut pk, &mut sk);
    let outputs = [&pk, &sk];
    Call {
        function: "sig_keygen",
        returned,
        inputs: &[],
        outputs: &outputs,
        optional: &[],
    }
    .check(|value| value == 0)?;
    record.pair("PK", pk.written());
    record.pair("SK", sk.written());
    record.push("M_Len", Value::Number(message.len() as u64));
    record.bytes("M", message);

    let mut sk = run.hand_over(&sk);
    let mut m = run.input("m", message);
    let mut sn = run.output("sn", sizes.signature)?;
    let returned = sig.sign(&mut sk, &mut m, &mut sn);
    let (inputs, outputs) = ([&sk, &m], [&sn]);
    Call {
        function: "sig_sign",
        returned,
        inputs: &inputs,
        outputs: &outputs,
        optional: &[],
    }
    .check(|value| value == 0)?;
    record.pair("Sn", sn.written());

    let returned = verify(sig, [pk.written(), sn.written(), message], run)?;
    if returned != 0 {
        let detail = format!("sig_verify returned {returned} for a genuine signature");
        return Err(Failure::new(Verdict::CryptoFail, detail));
    }
    let mut changed = message.to_vec();
    changed[0] ^= 0x80;
    if verify(sig, [pk.written(), sn.written(), &changed], run)? == 0 {
        let detail = "sig_verify accepts a message whose first bit was changed after signing";
        return Err(Failure::new(Verdict::CryptoFail, detail));
    }
    sizes::unchanged(&sizes, &sig.sizes())?;
    Ok(record)
}

fn verify(sig: &mut dyn Sig, inputs: [&[u8]; 3], run: Run<'_>) -> Result<i32, Failure> {
    let [pk, sn, m] = inputs;
    let (mut pk, mut sn, mut m) = (run.input("pk", pk), run.input("sn", sn), run.input("m", m));
    let returned = sig.verify(&mut pk, &mut sn, &mut m);
    let inputs = [&pk, &sn, &m];
    Call {
        function: "sig_verify",
        returned,
        inputs: &inputs,
        outputs: &[],
        optional: &[],
    }
    .check_memory()?;
    Ok(returned)
}
