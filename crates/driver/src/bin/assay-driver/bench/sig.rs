//! Signatures, called many times.

use assay_iccs::Operation;
use assay_iccs::library::Sig;
use assay_kat::Failure;

use super::padded::{PADDING, Padded, pattern};
use super::{Bench, FailedCall, Observer};
use crate::fault;

/// Further padding of signatures, as some are longer than declared.
const SIGNATURE_PADDING: usize = 4096;
const MOST_SIGNING_TRIES: u64 = 64;

/// A function of a signature scheme.
pub(super) struct SigBench<'l> {
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
    pub(super) fn set_up(sig: Sig<'l>, operation: Operation) -> Result<Self, Failure> {
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
        let mut last = FailedCall {
            function: c"sig_sign",
            value: 0,
        };
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
            let status = self
                .sig
                .sign(self.sk.input(), &self.message, self.sn.output());
            tries += 1;
            if status.is_success() {
                self.excess = self.excess.max(self.sn.excess());
                return Ok(());
            }
            if tries == MOST_SIGNING_TRIES {
                return Err(FailedCall {
                    function: c"sig_sign",
                    value: status.0,
                });
            }
            self.retries += 1;
        }
    }

    #[inline]
    fn verify(&mut self) -> Result<(), FailedCall> {
        let status = self
            .sig
            .verify(self.pk.input(), self.sn.input(), &self.message);
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
            self.verify()
                .map_err(|call| call.into_failure("for the last measured signature"))?;
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
        counters
            .map(|(name, value)| (name.to_owned(), value))
            .into()
    }
}
