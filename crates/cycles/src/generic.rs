//! Architectures without a tick counter that this crate knows: the monotonic clock remains.

use crate::clock;
use crate::refusal::Refusal;
use crate::source::{Rate, Source};

/// There is no tick counter.
pub(crate) const TICKS: Option<Source> = None;

/// Always refused.
pub(crate) fn ticks_usable() -> Result<(), Refusal> {
    Err(Refusal::OtherArchitecture)
}

/// Never called, as no source here counts ticks; still a true clock.
pub(crate) fn ticks() -> u64 {
    clock::monotonic_raw_ns()
}

/// No hardware counter is read in user space.
///
/// # Safety
///
/// None needed; the signature is that of the other architectures.
pub(crate) unsafe fn read_hardware_counter(_number: u32) -> Option<u64> {
    None
}

/// Never called, as no source here counts ticks.
pub(crate) fn tick_rate() -> Rate {
    clock::measure_rate(ticks)
}
