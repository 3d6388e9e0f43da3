//! Key encapsulation, called many times.

use std::ffi::CStr;

use assay_iccs::Operation;
use assay_iccs::library::Kem;
use assay_kat::Failure;

use super::padded::{Padded, same_secret};
use super::{Bench, FailedCall, Observer};
use crate::fault;

/// A function of a key-encapsulation mechanism.
pub(super) struct KemBench<'l> {
    kem: Kem<'l>,
    operation: Operation,
    pk: Padded,
    sk: Padded,
    ct: Padded,
    ss_enc: Padded,
    ss_dec: Padded,
}

impl<'l> KemBench<'l> {
    pub(super) fn set_up(kem: Kem<'l>, operation: Operation) -> Result<Self, Failure> {
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
        let status = self
            .kem
            .enc(self.pk.input(), self.ss_enc.output(), self.ct.output());
        FailedCall::unless_success(status, c"kem_enc")
    }

    #[inline]
    fn dec(&mut self) -> Result<(), FailedCall> {
        let status = self
            .kem
            .dec(self.sk.input(), self.ct.input(), self.ss_dec.output());
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
                self.dec()
                    .map_err(|call| call.into_failure("for the last measured encapsulation"))?;
                fault::running(c"kem_enc");
                same_secret(&self.ss_enc, &self.ss_dec)
            }
        }
    }
}
