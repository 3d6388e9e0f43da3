//! Stamping single calls.

use std::cell::Cell;

use crate::counter::{Counter, CounterError};
use crate::perf::Reading;
use crate::unit::Count;
use crate::window::Coverage;

/// One reading of the counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp(u64);

/// Stamps single calls; the counter runs until [`Sampler::finish`].
///
/// Nothing read through a sampler is good until `finish` has said so.
#[derive(Debug)]
#[must_use = "stamps are good only once `finish` has returned without an error"]
pub struct Sampler<'counter> {
    counter: &'counter mut Counter,
    before: Option<Reading>,
    user_space: bool,
    system_call_reads: Cell<u64>,
    lost_reads: Cell<u64>,
    backwards: Cell<u64>,
}

/// What happened while sampling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SamplingReport {
    /// With [`crate::Source::PerfRdpmc`], how many stamps needed a system call after all, because
    /// the event was off the hardware at that moment. Such stamps cost more than the floor says.
    pub fallback_reads: u64,
    /// Present with hardware cycles.
    pub coverage: Option<Coverage>,
}

impl Counter {
    /// Starts the counter for stamping single calls.
    ///
    /// # Errors
    ///
    /// When the hardware counter cannot be read or started.
    pub fn sampler(&mut self) -> Result<Sampler<'_>, CounterError> {
        let mut before = None;
        if let Some(hardware) = &mut self.hardware {
            before = Some(hardware.read()?);
            hardware.restart()?;
        }
        Ok(Sampler {
            user_space: self.reads_in_user_space(),
            counter: self,
            before,
            system_call_reads: Cell::new(0),
            lost_reads: Cell::new(0),
            backwards: Cell::new(0),
        })
    }
}

impl Sampler<'_> {
    /// The stamp before a call. Everything before it has finished when the counter is read.
    #[inline(always)]
    pub fn start(&self) -> Stamp {
        Stamp(self.read())
    }

    /// The stamp after a call. Nothing after it begins before the counter is read.
    #[inline(always)]
    pub fn stop(&self) -> Stamp {
        Stamp(self.read())
    }

    /// What was counted between two stamps, the cost of the pair included.
    pub fn elapsed(&self, start: Stamp, stop: Stamp) -> Count {
        let value = stop.0.checked_sub(start.0).unwrap_or_else(|| {
            self.backwards.set(self.backwards.get() + 1);
            0
        });
        Count::new(value, self.counter.unit())
    }

    /// Stops the counter and tells whether the stamps can be trusted.
    ///
    /// # Errors
    ///
    /// When the hardware counter could not be read at some stamp, was shared with other events or
    /// stayed at 0, or when a pair ran backwards.
    pub fn finish(mut self) -> Result<SamplingReport, CounterError> {
        let coverage = match (&mut self.counter.hardware, self.before.take()) {
            (Some(hardware), Some(before)) => Some(hardware.stop(before)?.1),
            _ => None,
        };
        match (self.lost_reads.get(), self.backwards.get()) {
            (0, 0) => Ok(SamplingReport {
                fallback_reads: self.system_call_reads.get(),
                coverage,
            }),
            (0, pairs) => Err(CounterError::Backwards { pairs }),
            (reads, _) => Err(CounterError::LostReads { reads }),
        }
    }

    #[inline(always)]
    fn read(&self) -> u64 {
        match &self.counter.hardware {
            None => self.counter.ticks(),
            Some(hardware) if self.user_space => match hardware.read_in_user_space() {
                Some(count) => count,
                None => self.read_after_all(),
            },
            Some(hardware) => match hardware.read() {
                Ok(reading) => reading.count,
                Err(_) => self.lost(),
            },
        }
    }

    #[cold]
    fn read_after_all(&self) -> u64 {
        self.system_call_reads.set(self.system_call_reads.get() + 1);
        match self
            .counter
            .hardware
            .as_ref()
            .map(|hardware| hardware.read())
        {
            Some(Ok(reading)) => reading.count,
            _ => self.lost(),
        }
    }

    #[cold]
    fn lost(&self) -> u64 {
        self.lost_reads.set(self.lost_reads.get() + 1);
        0
    }
}

impl Drop for Sampler<'_> {
    fn drop(&mut self) {
        if let (Some(hardware), Some(before)) = (&mut self.counter.hardware, self.before) {
            // Abandoned without `finish`: stop the counter; its count is of no interest.
            drop(hardware.stop(before));
        }
    }
}
