use super::{
    error::OpenError,
    instance::{Output, Status, input},
    open::Loader,
    table::{Dec, Enc, KemTable, Keygen, SizeQuery},
};

pub(super) struct KemFunctions {
    pk_len_bytes: SizeQuery,
    sk_len_bytes: SizeQuery,
    ss_len_bytes: SizeQuery,
    ct_len_bytes: SizeQuery,
    keygen: Keygen,
    enc: Enc,
    dec: Dec,
}

impl KemFunctions {
    pub(super) fn new(table: &KemTable, loader: &Loader<'_>) -> Result<Self, OpenError> {
        Ok(KemFunctions {
            pk_len_bytes: loader.required(table.pk_len_bytes, "kem_get_pk_len_bytes")?,
            sk_len_bytes: loader.required(table.sk_len_bytes, "kem_get_sk_len_bytes")?,
            ss_len_bytes: loader.required(table.ss_len_bytes, "kem_get_ss_len_bytes")?,
            ct_len_bytes: loader.required(table.ct_len_bytes, "kem_get_ct_len_bytes")?,
            keygen: loader.work(table.keygen, "kem_keygen")?,
            enc: loader.work(table.enc, "kem_enc")?,
            dec: loader.work(table.dec, "kem_dec")?,
        })
    }
}

/// What a KEM says of its sizes, in bytes.
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

/// The functions of a KEM.
#[derive(Clone, Copy)]
pub struct Kem<'lib> {
    pub(super) functions: &'lib KemFunctions,
}

impl Kem<'_> {
    /// Asks for the sizes.
    pub fn sizes(&self) -> KemSizes {
        let f = self.functions;
        // SAFETY: the opener of the library vouched for its functions; these take nothing.
        unsafe {
            KemSizes {
                public_key: (f.pk_len_bytes)(),
                secret_key: (f.sk_len_bytes)(),
                shared_secret: (f.ss_len_bytes)(),
                ciphertext: (f.ct_len_bytes)(),
            }
        }
    }

    /// `kem_keygen`.
    #[inline]
    pub fn keygen(&self, public_key: Output<'_>, secret_key: Output<'_>) -> Status {
        let ((pk, pk_len), (sk, sk_len)) = (public_key.into_raw(), secret_key.into_raw());
        // SAFETY: the opener of the library vouched for its functions; the buffers are valid and do not overlap.
        Status(unsafe { (self.functions.keygen)(pk, pk_len, sk, sk_len) })
    }

    /// `kem_enc`. Note the order of the outputs: that of the interface.
    #[inline]
    pub fn enc(
        &self,
        public_key: &[u8],
        shared_secret: Output<'_>,
        ciphertext: Output<'_>,
    ) -> Status {
        let ((ss, ss_len), (ct, ct_len)) = (shared_secret.into_raw(), ciphertext.into_raw());
        let (pk, pk_len) = input(public_key);
        // SAFETY: as in `keygen`; the input is only read.
        Status(unsafe { (self.functions.enc)(pk, pk_len, ss, ss_len, ct, ct_len) })
    }

    /// `kem_dec`.
    #[inline]
    pub fn dec(&self, secret_key: &[u8], ciphertext: &[u8], shared_secret: Output<'_>) -> Status {
        let ((sk, sk_len), (ct, ct_len)) = (input(secret_key), input(ciphertext));
        let (ss, ss_len) = shared_secret.into_raw();
        // SAFETY: as in `enc`.
        Status(unsafe { (self.functions.dec)(sk, sk_len, ct, ct_len, ss, ss_len) })
    }
}
