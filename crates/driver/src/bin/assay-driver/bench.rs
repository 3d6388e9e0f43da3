//! Operations with their inputs set up, ready to be called many times.
//!
//! Inputs are those of the published measurements: the generator is seeded with the bytes 00 to 2f,
//! buffers are padded by 64 bytes, and lengths hold the declared size before each call; those of a key exchange are 0, so
//! that unwritten ones are noticed. A state keeps its length from step to step.

mod hash;
mod kem;
mod padded;
mod sig;

use std::ffi::CStr;

use assay_iccs::Operation;
use assay_iccs::library::{Instance, Library, Status};
use assay_kat::{Failure, Verdict};

pub(crate) use padded::{Padded, same_secret};

use crate::exchange::Exchange;
use crate::fault;
use hash::HashBench;
use kem::KemBench;
use sig::SigBench;

const SEED_BYTES: u8 = 0x30;

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
        if status.is_success() {
            Ok(())
        } else {
            Err(Self {
                function,
                value: status.0,
            })
        }
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
    let operation: Operation = operation
        .parse()
        .map_err(|error: assay_iccs::ParseOperationError| error.to_string())?;
    if let Some(generator) = library.generator() {
        let seed: Vec<u8> = (0..SEED_BYTES).collect();
        fault::running(c"init_random_number");
        let status = generator.seed(&seed);
        if !status.is_success() {
            let call = FailedCall {
                function: c"init_random_number",
                value: status.0,
            };
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
        (Instance::Hash(hash), Operation::Hash) => {
            HashBench::set_up(hash, input_bytes).map(|bench| user.with(bench))
        }
        (Instance::Kex(kex), Operation::Exchange) => {
            Exchange::set_up(kex).map(|bench| user.with(bench))
        }
        (Instance::Kex(_), step) if step.is_exchange_step() => {
            return Err(format!(
                "{step} is measured together with the other steps, by exchange"
            ));
        }
        (instance, operation) => {
            return Err(format!(
                "a {} has no operation {operation}",
                instance.kind()
            ));
        }
    };
    Ok(bench)
}
