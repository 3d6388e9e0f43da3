use super::{
    error::OpenError,
    instance::{Output, Status, input},
    open::Loader,
    table::{Keygen, SigTable, Sign, SizeQuery, Verify},
};

pub(super) struct SigFunctions {
    pk_len_bytes: SizeQuery,
    sk_len_bytes: SizeQuery,
    sn_len_bytes: SizeQuery,
    keygen: Keygen,
    sign: Sign,
    verify: Verify,
}

impl SigFunctions {
    pub(super) fn new(table: &SigTable, loader: &Loader<'_>) -> Result<Self, OpenError> {
        Ok(SigFunctions {
            pk_len_bytes: loader.required(table.pk_len_bytes, "sig_get_pk_len_bytes")?,
            sk_len_bytes: loader.required(table.sk_len_bytes, "sig_get_sk_len_bytes")?,
            sn_len_bytes: loader.required(table.sn_len_bytes, "sig_get_sn_len_bytes")?,
            keygen: loader.work(table.keygen, "sig_keygen")?,
            sign: loader.work(table.sign, "sig_sign")?,
            verify: loader.work(table.verify, "sig_verify")?,
        })
    }
}

/// What a signature says of its sizes, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SigSizes {
    /// Public key.
    pub public_key: u64,
    /// Secret key.
    pub secret_key: u64,
    /// Signature, at most.
    pub signature: u64,
}

/// The functions of a signature.
#[derive(Clone, Copy)]
pub struct Sig<'lib> {
    pub(super) functions: &'lib SigFunctions,
}

impl Sig<'_> {
    /// Asks for the sizes.
    pub fn sizes(&self) -> SigSizes {
        let f = self.functions;
        // SAFETY: the opener of the library vouched for its functions; these take nothing.
        unsafe {
            SigSizes {
                public_key: (f.pk_len_bytes)(),
                secret_key: (f.sk_len_bytes)(),
                signature: (f.sn_len_bytes)(),
            }
        }
    }

    /// `sig_keygen`.
    #[inline]
    pub fn keygen(&self, public_key: Output<'_>, secret_key: Output<'_>) -> Status {
        let ((pk, pk_len), (sk, sk_len)) = (public_key.into_raw(), secret_key.into_raw());
        // SAFETY: the opener of the library vouched for its functions; the buffers are valid and do not overlap.
        Status(unsafe { (self.functions.keygen)(pk, pk_len, sk, sk_len) })
    }

    /// `sig_sign`.
    #[inline]
    pub fn sign(&self, secret_key: &[u8], message: &[u8], signature: Output<'_>) -> Status {
        let ((sk, sk_len), (m, m_len)) = (input(secret_key), input(message));
        let (sn, sn_len) = signature.into_raw();
        // SAFETY: as in `keygen`; the inputs are only read.
        Status(unsafe { (self.functions.sign)(sk, sk_len, m, m_len, sn, sn_len) })
    }

    /// `sig_verify`: success when the signature is valid, −1 when it is not. Signature before message, as in the
    /// interface.
    #[inline]
    pub fn verify(&self, public_key: &[u8], signature: &[u8], message: &[u8]) -> Status {
        let ((pk, pk_len), (sn, sn_len), (m, m_len)) =
            (input(public_key), input(signature), input(message));
        // SAFETY: as in `sign`.
        Status(unsafe { (self.functions.verify)(pk, pk_len, sn, sn_len, m, m_len) })
    }
}
