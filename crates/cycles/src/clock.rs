//! The raw monotonic clock, and the rate of another counter measured against it.

use crate::source::{Rate, RateBasis};

/// How long a rate is measured.
const RATE_WINDOW_NS: u64 = 100_000_000;

/// How many paired readings are taken at each end of the window; the tightest pair counts.
const PAIRS: usize = 15;

/// The time of `CLOCK_MONOTONIC_RAW` in nanoseconds since an arbitrary start.
///
/// This clock is not slewed by time synchronisation (`clock_gettime(2)`).
#[inline]
#[must_use]
pub fn monotonic_raw_ns() -> u64 {
    let mut time = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `time` is a valid timespec that the call may write. The clock exists since Linux
    // 2.6.28, so that the call cannot fail.
    unsafe {
        libc::clock_gettime(libc::CLOCK_MONOTONIC_RAW, &raw mut time);
    }
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// Measures the rate of a counter over at least 100 ms.
pub(crate) fn measure_rate(counter: impl Fn() -> u64) -> Rate {
    let first = tightest_pair(&counter);
    while monotonic_raw_ns() < first.ns + RATE_WINDOW_NS {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let last = tightest_pair(&counter);
    let ticks = last.ticks.wrapping_sub(first.ticks) as f64;
    let seconds = (last.ns - first.ns) as f64 / 1e9;
    Rate {
        hz: ticks / seconds,
        basis: RateBasis::Measured,
    }
}

struct Pair {
    ticks: u64,
    ns: u64,
}

/// Reads clock, counter, clock, several times; the reading whose two clock readings are closest
/// was least disturbed.
fn tightest_pair(counter: &impl Fn() -> u64) -> Pair {
    let mut best = Pair { ticks: 0, ns: 0 };
    let mut best_spread = u64::MAX;
    for _ in 0..PAIRS {
        let before = monotonic_raw_ns();
        let ticks = counter();
        let spread = monotonic_raw_ns() - before;
        if spread < best_spread {
            best_spread = spread;
            best = Pair {
                ticks,
                ns: before + spread / 2,
            };
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_of_a_clock_that_counts_every_third_nanosecond() {
        let rate = measure_rate(|| monotonic_raw_ns() / 3);
        let expected = 1e9 / 3.0;
        // A descheduled reading costs at most its spread; 10 % is far beyond a busy machine.
        assert!(
            (rate.hz / expected - 1.0).abs() < 0.1,
            "{} Hz measured, {expected} Hz expected",
            rate.hz
        );
        assert_eq!(rate.basis, RateBasis::Measured);
    }
}
