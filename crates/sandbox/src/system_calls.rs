//! System calls: those on a list are allowed, any other one raises `SIGSYS` in the calling thread.

mod filter;
mod names;

use crate::layers::Layer;

pub use names::{Meaning, meaning, name};

/// What a thread may ask of the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// A library is loaded: files may be opened for it.
    Loading,
    /// Computing: memory, time, waiting, writing to what is open, ending.
    Computing,
}

/// What the filter knows of the process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guarded {
    /// A descriptor that may be written to and not closed.
    pub descriptor: Option<i32>,
    /// Addresses, first and one past the last, whose mapping may not be changed by a call that
    /// begins there.
    pub memory: Option<(usize, usize)>,
}

/// Lets the calling thread, and threads it starts, make only the system calls of a stage. Filters
/// add up: a later stage can only take away. `PR_SET_NO_NEW_PRIVS` must be set (see
/// [`crate::Limits`]).
///
/// Starting threads and processes is denied at every stage, so are signals to others, timers,
/// signal handlers, sockets, changes of limits and of the CPU affinity, and the kernel's random
/// numbers. A denied call raises `SIGSYS`; `clone3` fails with `ENOSYS`, as on a kernel without it,
/// so that the C library falls back on `clone`, which is denied and named.
///
/// The filter asks the kernel not to switch on mitigations that would slow the thread down.
#[must_use]
pub fn allow_only(stage: Stage, guarded: Guarded) -> Layer {
    match filter::apply(stage, guarded) {
        Ok(()) => Layer::Active,
        Err(reason) => Layer::NotAvailable(reason),
    }
}
