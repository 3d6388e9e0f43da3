//! Memory of a process and of single calls: the resident set and its high-water mark, with the error of each figure, and the
//! depth of stack that a call needs.
//!
//! # Why
//!
//! The peak resident set is the usual proxy for the memory that an operation needs. The kernel
//! offers it in several places that disagree: most are sums of counters kept per CPU and added up
//! in batches, so that a small growth may read as nothing. This crate says which figure is exact
//! and bounds the error of the others; what could not be read is an error, never 0.
//!
//! # How
//!
//! - [`status`] reads `VmHWM` (the high-water mark) and `VmRSS` from `/proc/self/status`;
//! - [`statm`] reads the same resident set in pages;
//! - [`exact_resident_bytes`] walks the page tables through `/proc/self/smaps_rollup`: exact,
//!   and slow enough to be kept out of a timed region;
//! - [`counter_error_bound_bytes`] bounds the error of the first two;
//! - [`reset_high_water_mark`] sets the mark back to the current resident set.
//!
//! These are figures of a whole process. What one call needs for itself is told by
//!
//! - [`Stack`]: a stack above a large inaccessible region. Code can be run on it as a thread or as a call;
//!   [`Stack::call_painted`] paints it first and gives the lowest address that the call changed. Only pages that were touched
//!   before are painted, so that a large stack costs nothing;
//! - [`entry`]: where the stack pointer was when a C function was entered, so that the frames around it are not in the depth.
//!
//! Parsers are pure functions of the text; readers take the folder of a process, usually
//! `/proc/self`.
//!
//! ```
//! let before = assay_memory::status(assay_memory::SELF)?;
//! let block = vec![1u8; 8 << 20];
//! let after = assay_memory::status(assay_memory::SELF)?;
//! println!("{} KiB more", (after.high_water_bytes - before.resident_bytes) / 1024);
//! # drop(block);
//! # Ok::<(), assay_memory::MemoryError>(())
//! ```
//!
//! ```
//! let mut stack = assay_memory::Stack::reserve(1 << 20)?;
//! if let Ok(called) = stack.call_painted(|| [1u8; 5000].iter().map(|&byte| u32::from(byte)).sum::<u32>()) {
//!     println!("{} and changed the stack down to {:x?}", called.value, called.lowest);
//! }
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Known limitations
//!
//! - Linux only; `smaps_rollup` needs Linux 4.14.
//! - The high-water mark is updated by the kernel when memory is given back and when it is read,
//!   each time from the batched counters: a peak between two updates that is smaller than the
//!   error bound can be missed. Read before anything is freed.
//! - Pages shared with other processes count in full.
//! - The depth of a call ends at the lowest byte that was changed. A frame that reserves more than it writes is deeper, and bytes
//!   below the stack pointer (the red zone of x86-64) are in it. Functions of libc that are called are in it as well; load
//!   libraries with all symbols resolved, or the first call of each is the loader's.
//! - Calls on another stack, and entries, work on x86-64 and AArch64.
//!
//! Sources: `proc_pid_status(5)`, `proc_pid_statm(5)`, `proc_pid_smaps(5)`; kernel documentation,
//! `filesystems/proc.rst`.

mod bound;
pub mod entry;
mod parse;
mod read;
mod stack;

pub use bound::{counter_error_bound_bytes, error_bound_bytes};
pub use parse::{ParseError, Statm, Status, parse_smaps_rollup, parse_statm, parse_status};
pub use read::{
    MemoryError, SELF, exact_resident_bytes, page_size, reset_high_water_mark, statm, status,
};
pub use stack::{Called, GUARD_BYTES, Panicked, Stack};
