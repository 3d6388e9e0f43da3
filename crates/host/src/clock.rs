//! The clock of a core, measured where the operating system does not control it.

use std::hint::black_box;

use assay_cycles::{Counter, Preference, Window, monotonic_raw_ns};
use serde::{Deserialize, Serialize};

/// How many windows are measured, after one that is not counted.
pub const WINDOWS: usize = 21;

/// The length of a window.
const WINDOW_NS: u64 = 50_000_000;

/// The largest interquartile range of a steady clock, relative to its median.
const STEADY: f64 = 0.005;

/// The clock of a core: user-mode cycles per second of the raw monotonic clock, over 21 busy
/// windows of 50 ms.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeasuredClock {
    /// The median of the windows in Hz.
    pub median_hz: f64,
    /// The slowest window in Hz.
    pub minimum_hz: f64,
    /// The fastest window in Hz.
    pub maximum_hz: f64,
    /// The difference of the upper and the lower quartile in Hz.
    pub interquartile_range_hz: f64,
}

impl MeasuredClock {
    /// Measures the core that the calling thread is pinned to, for about a second. `None` without
    /// hardware cycles: no other counter says anything about the clock of a core.
    #[must_use]
    pub fn measure() -> Option<Self> {
        let mut counter = Counter::open(Preference::Best).ok()?;
        Self::from_windows(|| {
            let (_, window) = counter.measure(|| busy(WINDOW_NS)).ok()?;
            Some(window)
        })
    }

    /// The clock that 22 windows show, of which the first is not counted. `None` when a window
    /// could not be measured or did not count core cycles.
    pub fn from_windows(mut window: impl FnMut() -> Option<Window>) -> Option<Self> {
        window()?;
        let mut rates = Vec::with_capacity(WINDOWS);
        for _ in 0..WINDOWS {
            rates.push(rate(&window()?)?);
        }
        rates.sort_by(f64::total_cmp);
        Some(Self {
            median_hz: rates[WINDOWS / 2],
            minimum_hz: rates[0],
            maximum_hz: rates[WINDOWS - 1],
            interquartile_range_hz: rates[WINDOWS * 3 / 4] - rates[WINDOWS / 4],
        })
    }

    /// Whether the middle half of the windows lies within 0.5 % of the median.
    #[must_use]
    pub fn is_steady(&self) -> bool {
        self.interquartile_range_hz <= STEADY * self.median_hz
    }

    /// The median rounded to 50 MHz, in MHz.
    #[must_use]
    pub fn rounded_mhz(&self) -> u64 {
        (self.median_hz / 50e6).round() as u64 * 50
    }
}

fn rate(window: &Window) -> Option<f64> {
    let cycles = window.count.unit == assay_cycles::Unit::CoreCycles;
    (cycles && window.nanoseconds > 0).then(|| window.count.value as f64 / window.seconds())
}

/// Keeps the core busy in user mode; the clock is read through the vDSO and only now and then.
fn busy(nanoseconds: u64) {
    let start = monotonic_raw_ns();
    let mut value = 1u64;
    while monotonic_raw_ns() - start < nanoseconds {
        for _ in 0..10_000 {
            value = black_box(value.wrapping_mul(3));
        }
    }
}
