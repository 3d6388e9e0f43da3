use super::TickSource;

pub(super) const SOURCE: TickSource = TickSource::Rdtsc;

/// The time stamp counter (Intel SDM, volume 2, RDTSC). Not serialising: neighbouring instructions may overlap it.
#[inline]
pub fn now() -> u64 {
    // SAFETY: every x86-64 processor has the instruction, and it touches no memory.
    unsafe { core::arch::x86_64::_rdtsc() }
}
