use super::TickSource;

pub(super) const SOURCE: TickSource = TickSource::Cntvct;

/// The virtual counter (Arm ARM, CNTVCT_EL0), after a barrier that keeps it from being read early.
#[inline]
pub fn now() -> u64 {
    let ticks: u64;
    // SAFETY: Linux lets user space read the counter, and reading it touches no memory. The block is not marked `nomem`,
    // so that memory accesses of the timed call stay on their side of it.
    unsafe {
        core::arch::asm!("isb", "mrs {}, cntvct_el0", out(reg) ticks, options(nostack, preserves_flags))
    };
    ticks
}
