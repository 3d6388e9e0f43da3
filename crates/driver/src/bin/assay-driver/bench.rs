//! Operations with their inputs set up, ready to be called many times.
//!
//! Inputs are those of the published measurements: the generator is seeded with the bytes 00 to 2f,
//! buffers are padded by 64 bytes, and lengths hold the declared size before each call.

use std::ffi::CStr;

use assay_iccs::Operation;
use assay_iccs::library::{Hash, Instance, Kem, Library, Output, Sig, Status};
use assay_iccs::model::BitStr;
use assay_kat::{Failure, LARGEST_BUFFER, Verdict};

use crate::exchange::Exchange;
use crate::fault;

const PADDING: usize = 64;
/// Further padding of signatures, as some are longer than declared.
const SIGNATURE_PADDING: usize = 4096;
const SEED_BYTES: u8 = 0x30;
const MOST_SIGNING_TRIES: u64 = 64;

/// A function of the candidate that reported failure.
#[derive(Clone, Copy)]
pub(crate) struct FailedCall {
    pub(crate) function: &'static CStr,
    pub(crate) value: i32,
}

impl FailedCall {
    pub(crate) fn into_failure(self, when: &str) -> Failure {
        let function = self.function.to_string_lossy();
        let detail = format!("{function} returned {} {when}", self.value);
        fault::or_out_of_memory(Failure::new(Verdict::CryptoFail, detail))
    }

    /// An error unless the function returned 0.
    #[inline]
    pub(crate) fn unless_success(status: Status, function: &'static CStr) -> Result<(), Self> {
        if status.is_success() { Ok(()) } else { Err(Self { function, value: status.0 }) }
    }
}

/// Sees the steps of an operation that consists of several calls.
pub(crate) trait Observer {
    fn step<T>(&mut self, index: usize, call: impl FnOnce() -> T) -> T;
}

/// Sees nothing and costs nothing.
pub(crate) struct Nobody;

impl Observer for Nobody {
    #[inline(always)]
    fn step<T>(&mut self, _index: usize, call: impl FnOnce() -> T) -> T {
        call()
    }
}

/// An operation that can be called many times.
pub(crate) trait Bench {
    /// Calls it once.
    fn call<O: Observer>(&mut self, observer: &mut O) -> Result<(), FailedCall>;

    /// Looks at the results of the last call, outside of any timed region.
    fn check(&mut self) -> Result<(), Failure>;

    /// Names of the steps, if the operation has steps.
    fn steps(&self) -> Vec<String> {
        Vec::new()
    }

    /// Lengths seen in setup.
    fn observed(&self) -> Vec<(String, u64)> {
        Vec::new()
    }

    /// Passes of a key exchange that ran in setup.
    fn passes_run(&self) -> Option<u64> {
        None
    }

    /// Counters by name.
    fn counters(&self) -> Vec<(String, u64)> {
        Vec::new()
    }
}

/// What to do with an operation, whatever its kind.
pub(crate) trait Use {
    type Result;
    fn with(self, bench: impl Bench) -> Self::Result;
}

/// Sets up an operation and uses it. The first error is of the job, the second of the candidate.
pub(crate) fn with_operation<U: Use>(
    library: &Library,
    operation: &str,
    input_bytes: u64,
    user: U,
) -> Result<Result<U::Result, Failure>, String> {
    let operation: Operation =
        operation.parse().map_err(|error: assay_iccs::ParseOperationError| error.to_string())?;
    if let Some(generator) = library.generator() {
        let seed: Vec<u8> = (0..SEED_BYTES).collect();
        fault::running(c"init_random_number");
        let status = generator.seed(&seed);
        if !status.is_success() {
            let call = FailedCall { function: c"init_random_number", value: status.0 };
            return Ok(Err(call.into_failure("in setup")));
        }
    }
    let bench = match (library.instance(), operation) {
        (Instance::Kem(kem), Operation::Keygen | Operation::Enc | Operation::Dec) => {
            return Ok(match KemBench::set_up(kem, operation) {
                Ok(bench) => Ok(user.with(bench)),
                Err(failure) => Err(failure),
            });
        }
        (Instance::Sig(sig), Operation::Keygen | Operation::Sign | Operation::Verify) => {
            return Ok(match SigBench::set_up(sig, operation) {
                Ok(bench) => Ok(user.with(bench)),
                Err(failure) => Err(failure),
            });
        }
        (Instance::Hash(hash), Operation::Hash) => HashBench::set_up(hash, input_bytes).map(|bench| user.with(bench)),
        (Instance::Kex(kex), Operation::Exchange) => Exchange::set_up(kex).map(|bench| user.with(bench)),
        (Instance::Kex(_), step) if step.is_exchange_step() => {
            return Err(format!("{step} is measured together with the other steps, by exchange"));
        }
        (instance, operation) => {
            return Err(format!("a {} has no operation {operation}", instance.kind()));
        }
    };
    Ok(bench)
}

/// A buffer with padding behind, and its length.
pub(crate) struct Padded {
    bytes: Vec<u8>,
    capacity: usize,
    length: u64,
}

impl Padded {
    pub(crate) fn new(name: &str, size: u64) -> Result<Self, Failure> {
        Self::with_padding(name, size, PADDING)
    }

    fn with_padding(name: &str, size: u64, padding: usize) -> Result<Self, Failure> {
        let capacity = usize::try_from(size).ok().filter(|_| size <= LARGEST_BUFFER);
        let capacity = capacity.ok_or_else(|| {
            let detail = format!("it declares {size} bytes for {name}; at most {LARGEST_BUFFER} are given");
            Failure::new(Verdict::Oom, detail)
        })?;
        Ok(Self { bytes: vec![0; capacity + padding], capacity, length: size })
    }

    /// For writing: the length holds the declared size, as in the first record of the official driver.
    #[inline]
    pub(crate) fn output(&mut self) -> Output<'_> {
        self.length = self.capacity as u64;
        self.in_and_out()
    }

    /// For reading and writing: the length is kept.
    #[inline]
    pub(crate) fn in_and_out(&mut self) -> Output<'_> {
        Output::new(&mut self.bytes, &mut self.length)
    }

    /// What was written, at most what there is.
    #[inline]
    pub(crate) fn input(&self) -> &[u8] {
        let length = usize::try_from(self.length).unwrap_or(usize::MAX);
        &self.bytes[..length.min(self.bytes.len())]
    }

    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    pub(crate) fn set_empty(&mut self) {
        self.length = 0;
    }

    fn check_length(&self, name: &str) -> Result<(), Failure> {
        if self.length <= self.capacity as u64 {
            return Ok(());
        }
        let detail = format!("{name} has {} bytes, but {} are declared", self.length, self.capacity);
        Err(Failure::new(Verdict::Overflow, detail))
    }
}

/// Both sides must have the same secret.
pub(crate) fn same_secret(one: &Padded, other: &Padded) -> Result<(), Failure> {
    if one.input() == other.input() {
        return Ok(());
    }
    Err(Failure::new(Verdict::CryptoFail, "the shared secrets of the two sides differ"))
}

struct KemBench<'l> {
    kem: Kem<'l>,
    operation: Operation,
    pk: Padded,
    sk: Padded,
    ct: Padded,
    ss_enc: Padded,
    ss_dec: Padded,
}

impl<'l> KemBench<'l> {
    fn set_up(kem: Kem<'l>, operation: Operation) -> Result<Self, Failure> {
        fault::running(c"a size query");
        let sizes = kem.sizes();
        let mut bench = Self {
            kem,
            operation,
            pk: Padded::new("pk", sizes.public_key)?,
            sk: Padded::new("sk", sizes.secret_key)?,
            ct: Padded::new("ct", sizes.ciphertext)?,
            ss_enc: Padded::new("ss", sizes.shared_secret)?,
            ss_dec: Padded::new("ss", sizes.shared_secret)?,
        };
        let in_setup = |call: FailedCall| call.into_failure("in setup");
        if operation != Operation::Keygen {
            bench.keygen().map_err(in_setup)?;
            bench.pk.check_length("pk")?;
            bench.sk.check_length("sk")?;
            bench.enc().map_err(in_setup)?;
            bench.ct.check_length("ct")?;
            bench.ss_enc.check_length("ss")?;
        }
        if operation == Operation::Dec {
            bench.dec().map_err(in_setup)?;
            bench.check()?;
        }
        fault::running(bench.function());
        Ok(bench)
    }

    fn function(&self) -> &'static CStr {
        match self.operation {
            Operation::Keygen => c"kem_keygen",
            Operation::Enc => c"kem_enc",
            _ => c"kem_dec",
        }
    }

    #[inline]
    fn keygen(&mut self) -> Result<(), FailedCall> {
        let status = self.kem.keygen(self.pk.output(), self.sk.output());
        FailedCall::unless_success(status, c"kem_keygen")
    }

    #[inline]
    fn enc(&mut self) -> Result<(), FailedCall> {
        let status = self.kem.enc(self.pk.input(), self.ss_enc.output(), self.ct.output());
        FailedCall::unless_success(status, c"kem_enc")
    }

    #[inline]
    fn dec(&mut self) -> Result<(), FailedCall> {
        let status = self.kem.dec(self.sk.input(), self.ct.input(), self.ss_dec.output());
        FailedCall::unless_success(status, c"kem_dec")
    }
}

impl Bench for KemBench<'_> {
    #[inline]
    fn call<O: Observer>(&mut self, _observer: &mut O) -> Result<(), FailedCall> {
        match self.operation {
            Operation::Keygen => self.keygen(),
            Operation::Enc => self.enc(),
            _ => self.dec(),
        }
    }

    fn check(&mut self) -> Result<(), Failure> {
        self.pk.check_length("pk")?;
        self.sk.check_length("sk")?;
        self.ct.check_length("ct")?;
        self.ss_enc.check_length("ss")?;
        match self.operation {
            Operation::Keygen => Ok(()),
            Operation::Dec => same_secret(&self.ss_enc, &self.ss_dec),
            _ => {
                // The last encapsulation must open; this call is not measured.
                fault::running(c"kem_dec");
                self.dec().map_err(|call| call.into_failure("for the last measured encapsulation"))?;
                fault::running(c"kem_enc");
                same_secret(&self.ss_enc, &self.ss_dec)
            }
        }
    }
}

struct SigBench<'l> {
    sig: Sig<'l>,
    operation: Operation,
    pk: Padded,
    sk: Padded,
    sn: Padded,
    message: Vec<u8>,
    retries: u64,
    tweaks: u64,
    rejections: u64,
    excess: u64,
}

impl<'l> SigBench<'l> {
    fn set_up(sig: Sig<'l>, operation: Operation) -> Result<Self, Failure> {
        fault::running(c"a size query");
        let sizes = sig.sizes();
        let mut bench = Self {
            sig,
            operation,
            pk: Padded::new("pk", sizes.public_key)?,
            sk: Padded::new("sk", sizes.secret_key)?,
            sn: Padded::with_padding("sn", sizes.signature, PADDING + SIGNATURE_PADDING)?,
            message: pattern(64),
            retries: 0,
            tweaks: 0,
            rejections: 0,
            excess: 0,
        };
        let in_setup = |call: FailedCall| call.into_failure("in setup");
        if operation != Operation::Keygen {
            bench.keygen().map_err(in_setup)?;
            bench.pk.check_length("pk")?;
            bench.sk.check_length("sk")?;
        }
        if operation == Operation::Verify {
            bench.find_valid_signature()?;
        }
        Ok(bench)
    }

    /// Up to 16 signatures for each of up to 16 messages.
    fn find_valid_signature(&mut self) -> Result<(), Failure> {
        let mut last = FailedCall { function: c"sig_sign", value: 0 };
        for _ in 0..16 {
            for _ in 0..16 {
                let result = self.sign().and_then(|()| self.verify());
                match result {
                    Ok(()) => return Ok(()),
                    Err(call) => last = call,
                }
            }
            if let Some(byte) = self.message.last_mut() {
                *byte = byte.wrapping_add(1);
            }
            self.tweaks += 1;
        }
        Err(last.into_failure("in setup, for every one of 256 signatures"))
    }

    #[inline]
    fn keygen(&mut self) -> Result<(), FailedCall> {
        let status = self.sig.keygen(self.pk.output(), self.sk.output());
        FailedCall::unless_success(status, c"sig_keygen")
    }

    #[inline]
    fn sign(&mut self) -> Result<(), FailedCall> {
        let mut tries = 0;
        loop {
            let status = self.sig.sign(self.sk.input(), &self.message, self.sn.output());
            tries += 1;
            if status.is_success() {
                self.excess = self.excess.max(self.sn.length.saturating_sub(self.sn.capacity as u64));
                return Ok(());
            }
            if tries == MOST_SIGNING_TRIES {
                return Err(FailedCall { function: c"sig_sign", value: status.0 });
            }
            self.retries += 1;
        }
    }

    #[inline]
    fn verify(&mut self) -> Result<(), FailedCall> {
        let status = self.sig.verify(self.pk.input(), self.sn.input(), &self.message);
        if !status.is_success() {
            self.rejections += 1;
        }
        FailedCall::unless_success(status, c"sig_verify")
    }
}

impl Bench for SigBench<'_> {
    #[inline]
    fn call<O: Observer>(&mut self, _observer: &mut O) -> Result<(), FailedCall> {
        match self.operation {
            Operation::Keygen => self.keygen(),
            Operation::Sign => self.sign(),
            _ => self.verify(),
        }
    }

    fn check(&mut self) -> Result<(), Failure> {
        self.pk.check_length("pk")?;
        self.sk.check_length("sk")?;
        if self.operation == Operation::Sign {
            self.verify().map_err(|call| call.into_failure("for the last measured signature"))?;
        }
        Ok(())
    }

    fn counters(&self) -> Vec<(String, u64)> {
        let counters = [
            ("sign_failures_retried", self.retries),
            ("message_tweaks", self.tweaks),
            ("signature_length_excess", self.excess),
            ("verify_rejections", self.rejections),
        ];
        counters.map(|(name, value)| (name.to_owned(), value)).into()
    }
}

struct HashBench<'l> {
    hash: Hash<'l>,
    message: Vec<u8>,
    digest: Vec<u8>,
}

impl<'l> HashBench<'l> {
    fn set_up(hash: Hash<'l>, input_bytes: u64) -> Result<Self, Failure> {
        let bytes = hash.digest_bits().div_ceil(8) as usize;
        let input_bytes = usize::try_from(input_bytes).unwrap_or(usize::MAX);
        fault::running(c"CryptHash");
        Ok(Self { hash, message: pattern(input_bytes), digest: vec![0; bytes] })
    }
}

impl Bench for HashBench<'_> {
    #[inline]
    fn call<O: Observer>(&mut self, _observer: &mut O) -> Result<(), FailedCall> {
        let status = self.hash.hash(BitStr::from(self.message.as_slice()), &mut self.digest);
        FailedCall::unless_success(status, c"CryptHash")
    }

    /// The same message must have the same digest again.
    fn check(&mut self) -> Result<(), Failure> {
        let digest = self.digest.clone();
        self.call(&mut Nobody).map_err(|call| call.into_failure("after the measured calls"))?;
        if digest == self.digest {
            return Ok(());
        }
        let detail = "two calls of CryptHash with one message gave different digests";
        Err(Failure::new(Verdict::NonDeterministic, detail))
    }
}

/// Byte `i` of a message of `length` bytes is `131·i + length` mod 256.
fn pattern(length: usize) -> Vec<u8> {
    (0..length).map(|i| (131_usize.wrapping_mul(i).wrapping_add(length) & 0xff) as u8).collect()
}
