use std::{
    ffi::{c_int, c_uchar, c_void},
    fmt,
    marker::PhantomData,
};

use super::{
    error::NoGenerator,
    hash::Hash,
    kem::Kem,
    kex::Kex,
    sig::Sig,
    table::{GetRandom, Header, InitRandom},
};
use crate::Kind;

/// The functions of a candidate.
#[derive(Clone, Copy)]
pub enum Instance<'lib> {
    /// Key encapsulation.
    Kem(Kem<'lib>),
    /// Key exchange.
    Kex(Kex<'lib>),
    /// Digital signature.
    Sig(Sig<'lib>),
    /// Hash function.
    Hash(Hash<'lib>),
}

impl Instance<'_> {
    /// Which one it is.
    pub fn kind(&self) -> Kind {
        match self {
            Instance::Kem(_) => Kind::Kem,
            Instance::Kex(_) => Kind::Kex,
            Instance::Sig(_) => Kind::Sig,
            Instance::Hash(_) => Kind::Hash,
        }
    }
}

/// What a function of a candidate returned.
///
/// 0 is success; −1 to −99 are errors, −1 being the refusal of a ciphertext or signature. The message functions of a
/// key exchange return 1 when it is finished. Nothing stops a candidate from returning something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Status(pub c_int);

impl Status {
    /// The operation succeeded; a key exchange goes on.
    pub const SUCCESS: Status = Status(0);
    /// The message just made is the last of the key exchange.
    pub const FINISHED: Status = Status(1);

    /// Whether the function returned 0.
    pub fn is_success(self) -> bool {
        self == Self::SUCCESS
    }

    /// Whether the function reported an error by a negative number.
    pub fn is_error(self) -> bool {
        self.0 < 0
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "status {}", self.0)
    }
}

/// Where a candidate writes bytes and their number.
pub struct Output<'a> {
    /// The buffer. The interface has no way of telling the candidate its size other than `length`.
    pub bytes: &'a mut [u8],
    /// Bytes: on entry what the candidate may read as a hint or as the length of a state, afterwards what it wrote.
    /// Not checked against the buffer.
    pub length: &'a mut u64,
}

impl<'a> Output<'a> {
    /// Pairs a buffer with its length.
    #[inline]
    pub fn new(bytes: &'a mut [u8], length: &'a mut u64) -> Self {
        Output { bytes, length }
    }

    #[inline]
    pub(super) fn into_raw(self) -> (*mut c_uchar, *mut u64) {
        (self.bytes.as_mut_ptr(), self.length)
    }
}

/// The pointer and length of an input, as the interface wants them: not const, although inputs are not to be written.
#[inline]
pub(super) fn input(bytes: &[u8]) -> (*mut c_uchar, u64) {
    (bytes.as_ptr().cast_mut(), bytes.len() as u64)
}

/// The generator from which a candidate draws its randomness: the global `drng_algorithm` of its library.
#[derive(Clone, Copy)]
pub struct Generator<'lib> {
    drng: *mut c_void,
    init: InitRandom,
    get: GetRandom,
    _library: PhantomData<&'lib ()>,
}

impl Generator<'_> {
    pub(super) fn new(header: &Header) -> Option<Self> {
        let (init, get) = header.init_random_number.zip(header.get_random_number)?;
        (!header.drng.is_null()).then_some(Generator {
            drng: header.drng,
            init,
            get,
            _library: PhantomData,
        })
    }

    /// Seeds it anew; the whole state is replaced. Drivers of the interface use 64 bytes.
    pub fn seed(&self, seed: &[u8]) -> Status {
        // SAFETY: the pointers come from a library that is open for 'lib and whose opener vouched for it; the seed is
        // valid for its length.
        Status(unsafe { (self.init)(self.drng, seed.as_ptr(), seed.len() as u64) })
    }

    /// Draws `8 · output.len()` bits in one call.
    pub fn fill(&self, output: &mut [u8]) -> Status {
        // SAFETY: as in `seed`; exactly `output.len()` bytes are asked for.
        Status(unsafe { (self.get)(self.drng, output.as_mut_ptr(), 8 * output.len() as u64) })
    }
}

impl super::open::Library {
    /// Seeds the generator, or says that there is none.
    pub fn seed(&self, seed: &[u8]) -> Result<Status, NoGenerator> {
        self.generator()
            .map(|generator| generator.seed(seed))
            .ok_or(NoGenerator)
    }
}
