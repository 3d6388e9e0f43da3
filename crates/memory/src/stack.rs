//! Stacks of their own for foreign code, and how deep a call went.

#[cfg(target_arch = "aarch64")]
#[path = "stack/aarch64.rs"]
mod switch;
#[cfg(target_arch = "x86_64")]
#[path = "stack/x86_64.rs"]
mod switch;

mod fill;
mod paint;
mod thread;

use std::ops::Range;
use std::{io, ptr};

pub use paint::Called;
pub use thread::Panicked;

/// Inaccessible bytes below a stack, so that even a huge frame does not jump over them.
pub const GUARD_BYTES: usize = 256 << 20;

/// Smallest stack that is reserved, in bytes.
const SMALLEST: usize = 256 << 10;

/// A stack above a region that nobody may touch. Memory is used only as it is touched; it is given back when the value is
/// dropped.
#[derive(Debug)]
pub struct Stack {
    low: usize,
    bytes: usize,
    /// Bytes below the top that hold the latest paint.
    painted: usize,
    seed: u64,
}

impl Stack {
    /// Reserves a stack of at least so many bytes, with [`GUARD_BYTES`] below it.
    ///
    /// # Errors
    ///
    /// When the address space is not there, or the size is larger than any address space.
    pub fn reserve(bytes: u64) -> io::Result<Self> {
        let invalid = || io::Error::from_raw_os_error(libc::EINVAL);
        let bytes = usize::try_from(bytes)
            .ok()
            .and_then(|bytes| bytes.checked_next_multiple_of(65536))
            .ok_or_else(invalid)?;
        let bytes = bytes.max(libc::PTHREAD_STACK_MIN.max(SMALLEST));
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE | libc::MAP_STACK;
        let total = bytes.checked_add(GUARD_BYTES).ok_or_else(invalid)?;
        // SAFETY: a new anonymous mapping, whose upper part is made accessible.
        let low = unsafe {
            let guard = libc::mmap(ptr::null_mut(), total, libc::PROT_NONE, flags, -1, 0);
            if guard == libc::MAP_FAILED {
                return Err(io::Error::last_os_error());
            }
            let low = guard.wrapping_byte_add(GUARD_BYTES);
            if libc::mprotect(low, bytes, libc::PROT_READ | libc::PROT_WRITE) != 0 {
                let error = io::Error::last_os_error();
                libc::munmap(guard, total);
                return Err(error);
            }
            // Huge pages would hide which part was touched. A kernel without them refuses, which is as good.
            libc::madvise(low, bytes, libc::MADV_NOHUGEPAGE);
            low.expose_provenance()
        };
        Ok(Self {
            low,
            bytes,
            painted: 0,
            seed: 0,
        })
    }

    /// Addresses of the inaccessible region.
    #[must_use]
    pub fn guard(&self) -> Range<usize> {
        self.low - GUARD_BYTES..self.low
    }

    /// Its size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes from the top down to the lowest page that was ever touched; 0 when none was, `None` when the kernel does not
    /// tell.
    #[must_use]
    pub fn touched_bytes(&self) -> Option<usize> {
        let page = usize::try_from(crate::page_size().ok()?).ok()?;
        let mut resident = vec![0_u8; self.bytes.div_ceil(page)];
        let low = ptr::with_exposed_provenance_mut(self.low);
        // SAFETY: the stack is mapped, and there is a byte for each of its pages.
        let result = unsafe { libc::mincore(low, self.bytes, resident.as_mut_ptr()) };
        if result != 0 {
            return None;
        }
        let lowest = resident.iter().position(|state| state & 1 == 1);
        Some(lowest.map_or(0, |lowest| self.bytes - lowest * page))
    }

    fn top(&self) -> usize {
        self.low + self.bytes
    }

    /// The bytes so far below the top. Not to be read or written while something runs on this stack.
    fn pointer(&self, below_top: usize) -> *mut u8 {
        ptr::with_exposed_provenance_mut(self.top() - below_top)
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        let guard = ptr::with_exposed_provenance_mut(self.low - GUARD_BYTES);
        // SAFETY: the whole mapping that was made in `reserve`; nothing runs on it, as `run` and `call` borrow the value.
        unsafe { libc::munmap(guard, self.bytes + GUARD_BYTES) };
    }
}
