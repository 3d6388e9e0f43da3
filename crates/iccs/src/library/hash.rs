use std::ffi::c_int;

use super::{
    error::OpenError,
    instance::Status,
    open::Loader,
    table::{CryptHash, HashTable},
};
use crate::model::BitStr;

pub(super) struct HashFunctions {
    digest_len_bits: c_int,
    hash: CryptHash,
}

impl HashFunctions {
    pub(super) fn new(table: &HashTable, loader: &Loader<'_>) -> Result<Self, OpenError> {
        // SAFETY: the pointer is NULL or that of a constant in the open library.
        let digest_len_bits = unsafe { table.digest_len_bits.as_ref() }.copied();
        Ok(HashFunctions {
            digest_len_bits: loader.required(
                digest_len_bits.filter(|&bits| bits > 0),
                "DIGEST_BIT_LENGTH",
            )?,
            hash: loader.work(table.hash, "CryptHash")?,
        })
    }
}

/// The function of a hash candidate.
#[derive(Clone, Copy)]
pub struct Hash<'lib> {
    pub(super) functions: &'lib HashFunctions,
}

impl Hash<'_> {
    /// The length of a digest in bits.
    pub fn digest_bits(&self) -> u32 {
        self.functions.digest_len_bits.unsigned_abs()
    }

    /// `CryptHash` of a bit string, at the candidate's own digest length. The digest has `ceil(digest_bits / 8)` bytes.
    #[inline]
    pub fn hash(&self, message: BitStr<'_>, digest: &mut [u8]) -> Status {
        let bits = self.functions.digest_len_bits;
        // SAFETY: the opener of the library vouched for its functions and for the size of the digest buffer; the
        // message holds all its bits.
        Status(unsafe {
            (self.functions.hash)(
                bits,
                message.bytes().as_ptr(),
                message.bits(),
                digest.as_mut_ptr(),
            )
        })
    }
}
