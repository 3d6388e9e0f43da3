//! Opening a library that was built from a candidate, and calling it.
//!
//! A library exports one table, `assay_instance` (laid out in `c/shim.h`). [`Library::open`] reads and checks it once;
//! [`Library::instance`] then offers the candidate's functions over byte slices. Each returns the candidate's own
//! [`Status`], and writes through [`Output`]s, whose length the caller sets beforehand and reads afterwards, as in C.
//!
//! # Safety
//!
//! Foreign code is foreign code: whoever opens a library vouches, once and in [`Library::open`], that it may run in
//! this process and that the process may be lost. The calls are safe functions under that promise. A candidate that
//! writes past a buffer breaks it; to contain that, and to notice it, is the business of the process around it.

mod counters;
mod error;
mod hash;
mod instance;
mod kem;
mod kex;
mod open;
mod sig;
mod table;

pub use assay_wrap::{
    CallCount, Function,
    heap::{Heap, HeapUse},
    ticks::TickSource,
};
pub use counters::{Counters, DamagedCounters};
pub use error::{NoGenerator, OpenError, WrongKind};
pub use hash::Hash;
pub use instance::{Generator, Instance, Output, Status};
pub use kem::{Kem, KemSizes};
pub use kex::{Kex, KexSizes, Side};
pub use open::Library;
pub use sig::{Sig, SigSizes};
