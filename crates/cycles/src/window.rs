//! Counting over many calls at once.

use crate::clock::monotonic_raw_ns;
use crate::counter::{Counter, CounterError};
use crate::perf::Reading;
use crate::unit::Count;

/// How long a hardware event was wanted and how long it really was on the hardware.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Coverage {
    /// Nanoseconds for which the event was enabled.
    pub time_enabled_ns: u64,
    /// Nanoseconds in which it counted; always equal here, as anything else is an error.
    pub time_running_ns: u64,
}

/// What was counted between two clock readings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// The total count of all calls in the window.
    pub count: Count,
    /// Nanoseconds of `CLOCK_MONOTONIC_RAW`. With hardware cycles they include resetting and
    /// starting the counter, which takes two system calls.
    pub nanoseconds: u64,
    /// Present with hardware cycles.
    pub coverage: Option<Coverage>,
}

impl Window {
    /// The raw monotonic time in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.nanoseconds as f64 / 1e9
    }
}

/// A window that has been opened and not yet closed.
#[derive(Debug)]
#[must_use = "a window counts until it is stopped"]
pub struct RunningWindow<'counter> {
    counter: &'counter mut Counter,
    started_ns: u64,
    /// The times of the hardware event before the window; `None` with other sources.
    before: Option<Reading>,
    /// The first ticks; 0 with hardware cycles.
    first: u64,
}

impl Counter {
    /// Opens a window: reads the clock, then resets and starts the counter.
    ///
    /// # Errors
    ///
    /// When the hardware counter cannot be read or started.
    pub fn start_window(&mut self) -> Result<RunningWindow<'_>, CounterError> {
        let (started_ns, before, first) = match &mut self.hardware {
            Some(hardware) => {
                let before = hardware.read()?;
                let started_ns = monotonic_raw_ns();
                hardware.restart()?;
                (started_ns, Some(before), 0)
            }
            None => (monotonic_raw_ns(), None, self.ticks()),
        };
        Ok(RunningWindow {
            counter: self,
            started_ns,
            before,
            first,
        })
    }

    /// Counts one run of `work`, which usually is many calls back to back.
    ///
    /// # Errors
    ///
    /// As [`Counter::start_window`] and [`RunningWindow::stop`].
    pub fn measure<T>(&mut self, work: impl FnOnce() -> T) -> Result<(T, Window), CounterError> {
        let window = self.start_window()?;
        let value = work();
        Ok((value, window.stop()?))
    }
}

impl RunningWindow<'_> {
    /// Closes the window: reads the clock, then stops the counter.
    ///
    /// # Errors
    ///
    /// When the hardware counter cannot be read, was shared with other events, or stayed at 0.
    pub fn stop(self) -> Result<Window, CounterError> {
        let (value, stopped_ns, coverage) = match (&mut self.counter.hardware, self.before) {
            (Some(hardware), Some(before)) => {
                let stopped_ns = monotonic_raw_ns();
                let (value, coverage) = hardware.stop(before)?;
                (value, stopped_ns, Some(coverage))
            }
            _ => {
                let last = self.counter.ticks();
                let value = last
                    .checked_sub(self.first)
                    .ok_or(CounterError::Backwards { pairs: 1 })?;
                (value, monotonic_raw_ns(), None)
            }
        };
        Ok(Window {
            count: Count::new(value, self.counter.unit()),
            nanoseconds: stopped_ns.saturating_sub(self.started_ns),
            coverage,
        })
    }
}
