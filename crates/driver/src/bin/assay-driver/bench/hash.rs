//! Hashing, called many times.

use assay_iccs::library::Hash;
use assay_iccs::model::BitStr;
use assay_kat::{Failure, Verdict};

use super::padded::pattern;
use super::{Bench, FailedCall, Nobody, Observer};
use crate::fault;

/// A hash function with a message.
pub(super) struct HashBench<'l> {
    hash: Hash<'l>,
    message: Vec<u8>,
    digest: Vec<u8>,
}

impl<'l> HashBench<'l> {
    pub(super) fn set_up(hash: Hash<'l>, input_bytes: u64) -> Result<Self, Failure> {
        let bytes = hash.digest_bits().div_ceil(8) as usize;
        let input_bytes = usize::try_from(input_bytes).unwrap_or(usize::MAX);
        fault::running(c"CryptHash");
        Ok(Self {
            hash,
            message: pattern(input_bytes),
            digest: vec![0; bytes],
        })
    }
}

impl Bench for HashBench<'_> {
    #[inline]
    fn call<O: Observer>(&mut self, _observer: &mut O) -> Result<(), FailedCall> {
        let status = self
            .hash
            .hash(BitStr::from(self.message.as_slice()), &mut self.digest);
        FailedCall::unless_success(status, c"CryptHash")
    }

    /// The same message must have the same digest again.
    fn check(&mut self) -> Result<(), Failure> {
        let digest = self.digest.clone();
        self.call(&mut Nobody)
            .map_err(|call| call.into_failure("after the measured calls"))?;
        if digest == self.digest {
            return Ok(());
        }
        let detail = "two calls of CryptHash with one message gave different digests";
        Err(Failure::new(Verdict::NonDeterministic, detail))
    }
}
