//! What an ELF file occupies in memory, what it defines and what it takes from others.
//!
//! # Why
//!
//! The static size of a library is what loading it costs in address space, not the size of its
//! file; and whether a call can be redirected by the linker (`ld --wrap`) is decided by whether
//! the object file refers to the function as an undefined symbol. Both can be read from the file
//! without running anything in it.
//!
//! # How
//!
//! [`parse`] takes the bytes of a relocatable object, a shared library or an executable;
//! [`read`] takes a path. The result, [`Elf`], holds
//!
//! - the sum of the memory sizes of the loadable segments, the usual *static size*;
//! - its sections summed up as text, read-only data, data and bss;
//! - the symbols it defines and refers to; [`Elf::imports`] of a library are what the dynamic
//!   loader must find elsewhere, such as `time` or `rand`;
//! - architecture, kind, and whether it holds intermediate code of link-time optimisation, whose
//!   calls cannot be redirected.
//!
//! [`WrapReach`] puts object files together and tells whether `--wrap` reaches a symbol.
//!
//! ```no_run
//! let library = assay_segments::read("libexample.so")?;
//! println!("{:?} bytes loaded", library.loadable_bytes);
//! for name in library.imports() {
//!     println!("needs {name}");
//! }
//! # Ok::<(), assay_segments::ReadError>(())
//! ```
//!
//! # Known limitations
//!
//! - A stripped library has dynamic symbols only; a symbol whose name is not UTF-8 is left out.
//! - Sections do not add up to segments: segments include headers and padding between sections.
//!   Thread-local sections count as data and bss although every thread has its own copy.
//! - The parser never panics on garbage, but what a damaged file says can be wrong.
//!
//! Source: System V Application Binary Interface, "Object Files", "Program Loading".

#![forbid(unsafe_code)]

mod elf;
mod reach;
mod symbol;

pub use elf::{Architecture, Elf, Kind, ParseError, ReadError, SectionSizes, parse, read};
pub use reach::WrapReach;
pub use symbol::{Binding, Symbol, SymbolType};
