//! Buffers of operations that are called many times.

use std::ffi::CStr;

use assay_iccs::library::Output;
use assay_kat::{Failure, LARGEST_BUFFER, Verdict};

/// Bytes behind every buffer.
pub(super) const PADDING: usize = 64;

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

    pub(super) fn with_padding(name: &str, size: u64, padding: usize) -> Result<Self, Failure> {
        let capacity = usize::try_from(size)
            .ok()
            .filter(|_| size <= LARGEST_BUFFER);
        let capacity = capacity.ok_or_else(|| {
            let detail =
                format!("it declares {size} bytes for {name}; at most {LARGEST_BUFFER} are given");
            Failure::new(Verdict::Oom, detail)
        })?;
        Ok(Self {
            bytes: vec![0; capacity + padding],
            capacity,
            length: size,
        })
    }

    /// For writing: the length holds the declared size, as in the first record of the official driver.
    #[inline]
    pub(crate) fn output(&mut self) -> Output<'_> {
        self.length = self.capacity as u64;
        self.in_and_out()
    }

    /// For writing: the length is 0, so that a callee that leaves it alone is noticed.
    #[inline]
    pub(crate) fn empty_output(&mut self) -> Output<'_> {
        self.length = 0;
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

    /// Bytes by which it is longer than declared.
    pub(super) fn excess(&self) -> u64 {
        self.length.saturating_sub(self.capacity as u64)
    }

    /// An output of `function` that was handed out empty has a length, unless it can only be empty.
    pub(crate) fn check_written(&self, name: &str, function: &CStr) -> Result<(), Failure> {
        if self.length > 0 || self.capacity == 0 {
            return self.check_length(name);
        }
        let function = function.to_string_lossy();
        let detail = format!("{function} returned success but left the length of {name} at 0");
        Err(Failure::new(Verdict::Unwritten, detail))
    }

    pub(crate) fn check_length(&self, name: &str) -> Result<(), Failure> {
        if self.length <= self.capacity as u64 {
            return Ok(());
        }
        let detail = format!(
            "{name} has {} bytes, but {} are declared",
            self.length, self.capacity
        );
        Err(Failure::new(Verdict::Overflow, detail))
    }
}

/// Both sides must have the same secret.
pub(crate) fn same_secret(one: &Padded, other: &Padded) -> Result<(), Failure> {
    if one.input() == other.input() {
        return Ok(());
    }
    Err(Failure::new(
        Verdict::CryptoFail,
        "the shared secrets of the two sides differ",
    ))
}

/// Byte `i` of a message of `length` bytes is `131·i + length` mod 256.
pub(super) fn pattern(length: usize) -> Vec<u8> {
    (0..length)
        .map(|i| (131_usize.wrapping_mul(i).wrapping_add(length) & 0xff) as u8)
        .collect()
}
