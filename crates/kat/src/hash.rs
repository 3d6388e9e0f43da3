//! Records of a hash function: four files, each with its own messages.

use assay_iccs::model::Drng;

use crate::buffer::Buffer;
use crate::call::{self, Call, Candidate, Run, Runs};
use crate::record::{Record, Value, hexadecimal};
use crate::{Failure, Verdict};

/// The rounds of the loop file after its first call.
pub const LOOP_ROUNDS: u32 = 1_000_000;

/// A hash function. It returns what the C function returns.
pub trait Hash: Candidate {
    /// Digest length in bits.
    fn digest_bits(&mut self) -> u64;
    /// `CryptHash` over the first `message_bits` bits of `message`. The digest has no length
    /// variable in C: the callee leaves the length of `digest` alone.
    fn hash(&mut self, message: &mut Buffer, message_bits: u64, digest: &mut Buffer) -> i32;
}

/// The four known-answer files of a hash function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum HashFile {
    /// 4097 messages of 0 to 4096 bits.
    #[serde(rename = "KAT_2_12")]
    Short,
    /// Three messages of 2^23 bits.
    #[serde(rename = "KAT_2_23")]
    Long,
    /// Three messages of 2^33 bits (1 GiB each): on request only.
    #[serde(rename = "KAT_2_33")]
    Huge,
    /// One message and a million rounds: on request only.
    #[serde(rename = "KAT_Loop")]
    Loop,
}

impl HashFile {
    /// The eight characters with which the file name starts, and from which its seed is made.
    #[must_use]
    pub fn stem(self) -> &'static str {
        match self {
            Self::Short => "KAT_2_12",
            Self::Long => "KAT_2_23",
            Self::Huge => "KAT_2_33",
            Self::Loop => "KAT_Loop",
        }
    }

    /// How many records the file has.
    #[must_use]
    pub fn records(self) -> u64 {
        match self {
            Self::Short => 4097,
            Self::Long | Self::Huge => 3,
            Self::Loop => 1,
        }
    }

    /// The messages of the file in order.
    #[must_use]
    pub fn messages(self) -> Messages {
        let seed = self.stem().repeat(8).into_bytes();
        Messages {
            file: self,
            drng: Drng::new(&seed),
            seed,
            next: 0,
        }
    }
}

/// A message of a hash file.
pub struct Message {
    file: HashFile,
    bits: u64,
    bytes: Vec<u8>,
    /// Seed of a random message that is not printed whole.
    seed: Option<Vec<u8>>,
}

/// The messages of a hash file in order.
pub struct Messages {
    file: HashFile,
    drng: Drng,
    seed: Vec<u8>,
    next: u64,
}

impl Iterator for Messages {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        let index = self.next;
        if index == self.file.records() {
            return None;
        }
        self.next += 1;
        let bits = match self.file {
            HashFile::Short => index,
            HashFile::Long => 1 << 23,
            HashFile::Huge => 1 << 33,
            HashFile::Loop => 1 << 13,
        };
        let partial = matches!(self.file, HashFile::Long | HashFile::Huge);
        let length = usize::try_from(bits.div_ceil(8)).unwrap_or(usize::MAX);
        let (bytes, seed) = match (partial, index) {
            (true, 0) => (vec![0x00; length], None),
            (true, 1) => (vec![0xff; length], None),
            _ => (self.drng.bits(bits), partial.then(|| self.seed.clone())),
        };
        Some(Message {
            file: self.file,
            bits,
            bytes,
            seed,
        })
    }
}

/// Makes the record of one message in both runs; the loop file is run once, as its rounds feed on
/// each other and so repeat any difference a million times.
///
/// # Errors
/// The first thing that went wrong, as a verdict with its explanation.
pub fn record(hash: &mut dyn Hash, message: &Message, runs: Runs<'_>) -> Result<Record, Failure> {
    let named = |failure: Failure| {
        let detail = format!(
            "{}, message of {} bits: {}",
            message.file.stem(),
            message.bits,
            failure.detail
        );
        Failure::new(failure.verdict, detail)
    };
    match message.file {
        HashFile::Loop => in_loop(hash, message, runs.first).map_err(named),
        _ => call::twice(hash, runs, |hash, run| once(hash, message, run)).map_err(named),
    }
}

fn digest_bytes(hash: &mut dyn Hash) -> u64 {
    hash.digest_bits() / 8
}

fn one_call(
    hash: &mut dyn Hash,
    bits: u64,
    message: &mut Buffer,
    digest: &mut Buffer,
) -> Result<(), Failure> {
    let returned = hash.hash(message, bits, digest);
    let (inputs, optional) = ([&*message], [&*digest]);
    Call {
        function: "CryptHash",
        returned,
        inputs: &inputs,
        outputs: &[],
        optional: &optional,
    }
    .check(|value| value == 0)
}

fn once(hash: &mut dyn Hash, message: &Message, run: Run<'_>) -> Result<Record, Failure> {
    let mut input = run.input("message", &message.bytes);
    let mut digest = run.optional("digest", hash.digest_bits().div_ceil(8))?;
    digest.length = digest_bytes(hash);
    one_call(hash, message.bits, &mut input, &mut digest)?;
    Ok(layout(hash, message, digest.written()))
}

fn in_loop(hash: &mut dyn Hash, message: &Message, run: Run<'_>) -> Result<Record, Failure> {
    let size = hash.digest_bits().div_ceil(8);
    let step = usize::try_from(digest_bytes(hash)).unwrap_or(usize::MAX);
    let mut bytes = message.bytes.clone();
    if step > bytes.len() {
        let detail = format!(
            "it declares a digest of {step} bytes; the loop message has {}",
            bytes.len()
        );
        return Err(Failure::new(Verdict::CryptoFail, detail));
    }
    let mut digest = run.optional("digest", size)?;
    digest.length = step as u64;
    for round in 0..=LOOP_ROUNDS {
        if round > 0 {
            bytes.rotate_left(step);
            bytes
                .iter_mut()
                .zip(digest.written())
                .for_each(|(byte, mask)| *byte ^= mask);
        }
        let mut input = run.input("message", &bytes);
        one_call(hash, message.bits, &mut input, &mut digest)?;
    }
    Ok(layout(hash, message, digest.written()))
}

fn layout(hash: &mut dyn Hash, message: &Message, digest: &[u8]) -> Record {
    let mut record = Record::default();
    record.number("Msg_Len", message.bits);
    if matches!(message.file, HashFile::Long | HashFile::Huge) {
        record.bytes("Msg_Seed", message.seed.as_deref().unwrap_or_default());
        let (first, last) = (
            &message.bytes[..8],
            &message.bytes[message.bytes.len() - 8..],
        );
        let excerpt = format!(
            "{} .... {}",
            hexadecimal::upper(first),
            hexadecimal::upper(last)
        );
        record.push("Msg_Exp", Value::Text(excerpt));
    } else {
        record.bytes("Msg", &message.bytes);
    }
    record.number("Dst_Len", hash.digest_bits());
    record.push("Dst", Value::Digest(digest.to_vec()));
    record
}
