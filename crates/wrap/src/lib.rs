//! Counting wrappers that are linked into a candidate, to learn how much of its time it spends in the placeholder hash
//! functions and the random number generator.
//!
//! # How
//!
//! The linker's `--wrap=pseudoXOF` sends each call of `pseudoXOF` that crosses an object boundary to
//! `__wrap_pseudoXOF`, and offers the original as `__real_pseudoXOF`. The wrappers for `pseudohash`, `pseudoXOF`,
//! `sm3hash` and `get_random_number` are here (feature `staticlib`). While counting is on, each outermost call is timed
//! and added to the slot of its function, input length and output length, in a [`table::Table`] that the library
//! exports as `assay_wrap`. Calls made by a wrapped function are part of it and not counted again.
//!
//! The allocator of the C library is wrapped in the same way, and a [`heap::Heap`] keeps the books: bytes in use as they
//! were asked for, their peak, and the number of calls.
//!
//! The crate needs no standard library, so that nothing but these wrappers ends up in the candidate. Linking takes
//! `--gc-sections` too: it drops the wrappers that are not used, and with them the need for their originals.
//!
//! As an ordinary dependency the crate offers what a host needs to read the table: its layout, and the same
//! [`ticks`].
//!
//! # Known limitations
//!
//! * Calls within one object file, to `static` copies or inlined ones are not seen.
//! * The bookkeeping, some tens of cycles, falls mostly outside the timed call but inside the operation around it;
//!   [`Table::empty_call`](table::Table::empty_call) shows how much, so that it can be subtracted.
//! * Memory that functions of the C library get for their caller (`strdup`, `getline`) is not seen.
//! * Counters are meant for one thread. A second one cannot corrupt memory, but makes them wrong.
//! * Once all slots are taken, calls of further shapes are only counted as overflow.

#![cfg_attr(not(test), no_std)]

mod count;
mod function;
pub mod heap;
pub mod table;
pub mod ticks;
#[cfg(feature = "staticlib")]
mod wrappers;

pub use count::CallCount;
pub use function::Function;
