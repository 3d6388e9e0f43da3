//! Where the stack pointer was when a C function was entered.
//!
//! A measured depth includes the frames between the top of the stack and the function of interest, whose sizes depend on
//! how the caller was compiled. [`noted`] puts a few instructions in front of a function: they move the stack pointer down by
//! [`DISTANCE`], store it, and call the function with the arguments that they were given. [`latest`] then tells where the
//! function's own part of the stack begins. Because of the distance, what the caller calls before and afterwards leaves
//! nothing in that part, unless it needs more than that.

#[cfg(target_arch = "aarch64")]
#[path = "entry/aarch64.rs"]
mod stubs;
#[cfg(target_arch = "x86_64")]
#[path = "entry/x86_64.rs"]
mod stubs;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
#[path = "entry/generic.rs"]
mod stubs;

use std::ffi::c_void;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Functions that can be noted in one process.
pub const CAPACITY: usize = 32;

/// Bytes between the caller's part of the stack and that of a noted function.
pub const DISTANCE: usize = 4096;

/// The stack pointer right before the latest noted call.
static LATEST: AtomicUsize = AtomicUsize::new(0);
static TARGETS: [AtomicUsize; CAPACITY] = [const { AtomicUsize::new(0) }; CAPACITY];
static USED: AtomicUsize = AtomicUsize::new(0);

/// A function that notes the stack pointer and calls the given one: to be called in its place, as what it is. Up to eight
/// words of arguments on the stack are handed on, which is fourteen arguments on x86-64 and sixteen on AArch64. `None` when there are [`CAPACITY`] of them already, or on other architectures.
///
/// The same function gets the same stub again.
#[must_use]
pub fn noted(function: *const c_void) -> Option<*const c_void> {
    let address = function.expose_provenance();
    let used = USED.load(Ordering::Acquire).min(CAPACITY);
    let same = TARGETS[..used]
        .iter()
        .position(|target| target.load(Ordering::Relaxed) == address);
    let index = match same {
        Some(index) => index,
        None => {
            let index = USED.fetch_add(1, Ordering::AcqRel);
            TARGETS.get(index)?.store(address, Ordering::Release);
            index
        }
    };
    stubs::STUBS.get(index).map(|stub| *stub as *const c_void)
}

/// The stack pointer right before the latest noted function was called, or `None` before the first. A multiple of 16 by the
/// calling conventions of x86-64 (where the return address lies below it) and AArch64.
#[must_use]
pub fn latest() -> Option<usize> {
    match LATEST.load(Ordering::Relaxed) {
        0 => None,
        found => Some(found),
    }
}
