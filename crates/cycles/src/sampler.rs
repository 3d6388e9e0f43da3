//! Stamping single calls.

use std::cell::Cell;

use crate::architecture;
use crate::clock;
use crate::counter::{Counter, CounterError};
use crate::perf::{Cycles, Event, Reading};
use crate::source::Source;
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
    way: Way,
    incidents: Incidents,
}

/// How a stamp is read, decided once: every load between two fences is part of the floor.
#[derive(Clone, Copy, Debug)]
enum Way {
    Ticks,
    Clock,
    UserSpace,
    SystemCall,
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
            way: match self.source() {
                Source::Tsc | Source::Cntvct => Way::Ticks,
                Source::Monotonic => Way::Clock,
                Source::PerfRdpmc => Way::UserSpace,
                Source::PerfRead => Way::SystemCall,
            },
            counter: self,
            before,
            incidents: Incidents::default(),
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

    /// Runs `work` between two stamps; gives what was counted, the cost of the pair included.
    ///
    /// How the counter is read is decided before the first stamp, so nothing but the reading itself is added to the
    /// work. [`Sampler::start`] and [`Sampler::stop`], which can be nested, look it up at each stamp.
    #[inline(always)]
    pub fn measure<T>(&self, work: impl FnOnce() -> T) -> (T, Count) {
        // The shortest pair gets the shortest way to it.
        let (start, value, stop) = if let Way::Ticks = self.way {
            between(architecture::ticks, work)
        } else {
            self.between_longer_readings(work)
        };
        (value, self.elapsed(Stamp(start), Stamp(stop)))
    }

    /// What was counted between two stamps, the cost of the pair included.
    pub fn elapsed(&self, start: Stamp, stop: Stamp) -> Count {
        let value = stop.0.checked_sub(start.0).unwrap_or_else(|| {
            increment(&self.incidents.backwards);
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
        let fallback_reads = self.incidents.judge()?;
        Ok(SamplingReport {
            fallback_reads,
            coverage,
        })
    }

    #[inline(never)]
    fn between_longer_readings<T>(&self, work: impl FnOnce() -> T) -> (u64, T, u64) {
        match (self.way, &self.counter.hardware) {
            (Way::UserSpace, Some(cycles)) => {
                between(|| stamp(cycles, true, &self.incidents), work)
            }
            (Way::SystemCall, Some(cycles)) => {
                between(|| stamp(cycles, false, &self.incidents), work)
            }
            _ => between(|| self.read(), work),
        }
    }

    #[inline(always)]
    fn read(&self) -> u64 {
        match (self.way, &self.counter.hardware) {
            (Way::Ticks, _) => architecture::ticks(),
            (Way::UserSpace, Some(cycles)) => stamp(cycles, true, &self.incidents),
            (Way::SystemCall, Some(cycles)) => stamp(cycles, false, &self.incidents),
            // Hardware cycles without their event do not occur.
            (Way::Clock | Way::UserSpace | Way::SystemCall, _) => clock::monotonic_raw_ns(),
        }
    }
}

#[inline(always)]
fn between<T>(read: impl Fn() -> u64, work: impl FnOnce() -> T) -> (u64, T, u64) {
    let start = read();
    let value = work();
    (start, value, read())
}

impl Drop for Sampler<'_> {
    fn drop(&mut self) {
        if let (Some(hardware), Some(before)) = (&mut self.counter.hardware, self.before) {
            // Abandoned without `finish`: stop the counter; its count is of no interest.
            drop(hardware.stop(before));
        }
    }
}

/// What went otherwise than hoped for, counted.
#[derive(Debug, Default)]
struct Incidents {
    fallback_reads: Cell<u64>,
    lost_reads: Cell<u64>,
    backwards: Cell<u64>,
}

impl Incidents {
    /// The number of readings that needed a system call after all, unless worse has happened.
    fn judge(&self) -> Result<u64, CounterError> {
        match (self.lost_reads.get(), self.backwards.get()) {
            (0, 0) => Ok(self.fallback_reads.get()),
            (0, pairs) => Err(CounterError::Backwards { pairs }),
            (reads, _) => Err(CounterError::LostReads { reads }),
        }
    }
}

#[cold]
fn increment(counter: &Cell<u64>) {
    counter.set(counter.get() + 1);
}

/// Reads hardware cycles, in user space if wanted and possible at this moment.
#[inline(always)]
fn stamp<E: Event>(cycles: &Cycles<E>, user_space: bool, incidents: &Incidents) -> u64 {
    if user_space {
        match cycles.read_in_user_space() {
            Some(count) => count,
            None => stamp_after_all(cycles, incidents),
        }
    } else {
        stamp_by_system_call(cycles, incidents)
    }
}

#[cold]
fn stamp_after_all<E: Event>(cycles: &Cycles<E>, incidents: &Incidents) -> u64 {
    increment(&incidents.fallback_reads);
    stamp_by_system_call(cycles, incidents)
}

#[inline]
fn stamp_by_system_call<E: Event>(cycles: &Cycles<E>, incidents: &Incidents) -> u64 {
    match cycles.read() {
        Ok(reading) => reading.count,
        Err(_) => {
            increment(&incidents.lost_reads);
            0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perf::tests::{Scripted, reading};

    #[test]
    fn a_reading_in_user_space_takes_no_system_call() {
        let incidents = Incidents::default();
        let cycles = Cycles::new(Scripted::new(&[], Some(77)));
        assert_eq!(stamp(&cycles, true, &incidents), 77);
        assert_eq!(incidents.judge(), Ok(0));
    }

    #[test]
    fn off_the_hardware_a_system_call_reads_and_is_counted() {
        let incidents = Incidents::default();
        let cycles = Cycles::new(Scripted::new(
            &[reading(500, 9, 9), reading(600, 9, 9)],
            None,
        ));
        assert_eq!(stamp(&cycles, true, &incidents), 500);
        assert_eq!(stamp(&cycles, true, &incidents), 600);
        assert_eq!(incidents.judge(), Ok(2));
    }

    #[test]
    fn where_system_calls_are_the_rule_they_are_no_incident() {
        let incidents = Incidents::default();
        let cycles = Cycles::new(Scripted::new(&[reading(500, 9, 9)], Some(77)));
        assert_eq!(stamp(&cycles, false, &incidents), 500);
        assert_eq!(incidents.judge(), Ok(0));
    }

    #[test]
    fn a_counter_taken_away_spoils_the_sampling() {
        let incidents = Incidents::default();
        let cycles = Cycles::new(Scripted::new(&[None], None));
        stamp(&cycles, true, &incidents);
        assert_eq!(incidents.judge(), Err(CounterError::LostReads { reads: 1 }));
    }
}
