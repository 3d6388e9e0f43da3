use core::ffi::{c_int, c_long};

use super::TickSource;

pub(super) const SOURCE: TickSource = TickSource::ClockGettime;

const CLOCK_MONOTONIC: c_int = 1;

/// `struct timespec` on the 64-bit Linux architectures, where both members are longs.
#[repr(C)]
struct Timespec {
    seconds: c_long,
    nanoseconds: c_long,
}

unsafe extern "C" {
    fn clock_gettime(clock: c_int, time: *mut Timespec) -> c_int;
}

/// Nanoseconds of the monotonic clock.
#[inline]
pub fn now() -> u64 {
    let mut time = Timespec {
        seconds: 0,
        nanoseconds: 0,
    };
    // SAFETY: the C library's function fills the structure it is given. It cannot fail for this clock.
    unsafe { clock_gettime(CLOCK_MONOTONIC, &mut time) };
    time.seconds as u64 * 1_000_000_000 + time.nanoseconds as u64
}
