//! Opening the best counter there is.

use std::fs;
use std::marker::PhantomData;
use std::path::Path;

use crate::architecture;
use crate::clock;
use crate::floor::Floor;
use crate::perf::{self, Cycles, KernelEvent};
use crate::pmu::{self, PmuError};
use crate::refusal::Refusal;
use crate::source::{Rate, RateBasis, Source};
use crate::unit::Unit;

/// Which source to open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// The first of [`Source::ALL`] that can be used.
    Best,
    /// This one or none: what a process uses that must measure as an earlier one did.
    Only(Source),
}

/// A source that was tried and not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{source_name}: {reason}", source_name = .source_tried.name())]
pub struct Refused {
    /// The source.
    pub source_tried: Source,
    /// Why not.
    pub reason: Refusal,
}

/// No counter could be opened.
#[derive(Debug, thiserror::Error)]
#[error("failed to open a cycle counter: {}", list(refused))]
pub struct OpenError {
    /// All that was tried.
    pub refused: Vec<Refused>,
}

fn list(refused: &[Refused]) -> String {
    let lines: Vec<_> = refused.iter().map(ToString::to_string).collect();
    lines.join("; ")
}

/// A counter failed while it was in use. The counts of that time are worth nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CounterError {
    /// The hardware counter failed, was shared, or stayed at 0.
    #[error(transparent)]
    Hardware(Refusal),
    /// A later reading was smaller than an earlier one.
    #[error(
        "the counter ran backwards between {pairs} pairs of readings; pin the thread to one CPU"
    )]
    Backwards {
        /// How many pairs.
        pairs: u64,
    },
    /// The hardware counter could not be read at some stamps.
    #[error("the hardware counter could not be read {reads} times")]
    LostReads {
        /// How many stamps.
        reads: u64,
    },
    /// The floor was asked for and no pair was measured.
    #[error("the floor of the counter was not measured: no pairs")]
    NoPairs,
}

/// An open counter. It counts the thread that opened it and stays there.
#[derive(Debug)]
pub struct Counter {
    source: Source,
    refused: Vec<Refused>,
    pub(crate) hardware: Option<Cycles<KernelEvent>>,
    pub(crate) floor: Option<Floor>,
    stays_on_its_thread: PhantomData<*const ()>,
}

impl Counter {
    /// Opens a counter for the calling thread. With several kinds of cores, pin the thread to one
    /// CPU first.
    ///
    /// # Errors
    ///
    /// With [`Preference::Only`] when that source cannot be used. [`Preference::Best`] always
    /// finds the monotonic clock.
    pub fn open(preference: Preference) -> Result<Self, OpenError> {
        let (source, hardware, refused) = choose(preference, try_source)?;
        Ok(Self {
            source,
            refused,
            hardware,
            floor: None,
            stays_on_its_thread: PhantomData,
        })
    }

    /// Where the counts come from.
    #[must_use]
    pub const fn source(&self) -> Source {
        self.source
    }

    /// What is counted.
    #[must_use]
    pub const fn unit(&self) -> Unit {
        self.source.unit()
    }

    /// The better sources that could not be used, each with the reason.
    #[must_use]
    pub fn refused(&self) -> &[Refused] {
        &self.refused
    }

    /// Counts per second; `None` for core cycles, whose rate is that of the core at the moment.
    /// May measure for 100 ms.
    #[must_use]
    pub fn rate(&self) -> Option<Rate> {
        match self.source {
            Source::PerfRdpmc | Source::PerfRead => None,
            Source::Tsc | Source::Cntvct => Some(architecture::tick_rate()),
            Source::Monotonic => Some(Rate {
                hz: 1e9,
                basis: RateBasis::Definition,
            }),
        }
    }
    /// A reading of a source other than hardware cycles.
    #[inline(always)]
    pub(crate) fn ticks(&self) -> u64 {
        match self.source {
            Source::Monotonic => clock::monotonic_raw_ns(),
            _ => architecture::ticks(),
        }
    }
}

/// Tries the sources in order, collecting the refusals.
fn choose<T>(
    preference: Preference,
    mut attempt: impl FnMut(Source) -> Result<T, Refusal>,
) -> Result<(Source, T, Vec<Refused>), OpenError> {
    let wanted: &[Source] = match &preference {
        Preference::Best => &Source::ALL,
        Preference::Only(source) => std::slice::from_ref(source),
    };
    let mut refused = Vec::new();
    for &source in wanted {
        match attempt(source) {
            Ok(opened) => return Ok((source, opened, refused)),
            Err(reason) => refused.push(Refused {
                source_tried: source,
                reason,
            }),
        }
    }
    Err(OpenError { refused })
}

fn try_source(source: Source) -> Result<Option<Cycles<KernelEvent>>, Refusal> {
    match source {
        Source::PerfRdpmc => match open_hardware()? {
            (cycles, true) => Ok(Some(cycles)),
            (_, false) => Err(Refusal::NoUserSpaceRead),
        },
        Source::PerfRead => Ok(Some(open_hardware()?.0)),
        Source::Tsc | Source::Cntvct if architecture::TICKS == Some(source) => {
            architecture::ticks_usable().map(|()| None)
        }
        Source::Tsc | Source::Cntvct => Err(Refusal::OtherArchitecture),
        Source::Monotonic => Ok(None),
    }
}

/// Opens the hardware counter, and says whether it can be read in user space.
fn open_hardware() -> Result<(Cycles<KernelEvent>, bool), Refusal> {
    let event_type = event_type_here(Path::new("/sys"))?;
    let event = perf::open(event_type)
        .map_err(|error| Refusal::from_open_error(&error, perf_event_paranoid()))?;
    let mut cycles = Cycles::new(event);
    match cycles.probe() {
        Ok(in_user_space) => Ok((cycles, in_user_space)),
        Err(CounterError::Hardware(refusal)) => Err(refusal),
        Err(_) => Err(Refusal::CountsNothing),
    }
}

/// The PMU of the CPU that the thread is pinned to, on machines with several kinds of cores.
fn event_type_here(sysfs: &Path) -> Result<Option<u32>, Refusal> {
    let unreadable = |_: PmuError| Refusal::SystemCall {
        operation: "read the performance monitoring units in sysfs",
        errno: libc::EIO,
    };
    if pmu::core_pmus(sysfs).map_err(unreadable)?.is_empty() {
        return Ok(None);
    }
    let cpu = only_allowed_cpu().ok_or(Refusal::NotPinned)?;
    let pmu = pmu::core_pmu(sysfs, cpu).map_err(unreadable)?;
    Ok(pmu.map(|pmu| pmu.event_type))
}

/// The CPU of a thread that is allowed exactly one.
fn only_allowed_cpu() -> Option<usize> {
    // SAFETY: an all-zero CPU set is a valid, empty one.
    let mut set: libc::cpu_set_t = unsafe { std::mem::zeroed() };
    // SAFETY: `set` is valid for writing its own size.
    let failed = unsafe { libc::sched_getaffinity(0, size_of_val(&set), &raw mut set) } != 0;
    // SAFETY: the index is below CPU_SETSIZE, the number of bits in the set.
    let mut allowed =
        (0..libc::CPU_SETSIZE as usize).filter(|&cpu| unsafe { libc::CPU_ISSET(cpu, &set) });
    let first = allowed.next()?;
    (!failed && allowed.next().is_none()).then_some(first)
}

fn perf_event_paranoid() -> Option<i32> {
    let text = fs::read_to_string("/proc/sys/kernel/perf_event_paranoid").ok()?;
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOT_PERMITTED: Refusal = Refusal::NotPermitted {
        errno: libc::EACCES,
        paranoid: Some(3),
    };

    #[test]
    fn the_best_source_that_works_is_chosen_and_the_others_are_named() {
        let (source, (), refused) = choose(Preference::Best, |source| match source {
            Source::PerfRdpmc | Source::PerfRead => Err(NOT_PERMITTED),
            _ => Ok(()),
        })
        .unwrap();
        assert_eq!(source, Source::Tsc);
        assert_eq!(
            list(&refused),
            "perf_rdpmc: not permitted (perf_event_paranoid = 3, needs ≤ 2: sysctl \
             kernel.perf_event_paranoid=2); perf_read: not permitted (perf_event_paranoid = 3, \
             needs ≤ 2: sysctl kernel.perf_event_paranoid=2)"
        );
    }

    #[test]
    fn hardware_cycles_without_user_space_access_are_read_by_system_call() {
        let (source, (), refused) = choose(Preference::Best, |source| match source {
            Source::PerfRdpmc => Err(Refusal::NoUserSpaceRead),
            _ => Ok(()),
        })
        .unwrap();
        assert_eq!(source, Source::PerfRead);
        assert_eq!(refused.len(), 1);
    }

    #[test]
    fn asked_for_one_source_no_other_takes_its_place() {
        let error = choose::<()>(Preference::Only(Source::PerfRdpmc), |_| {
            Err(Refusal::NoHardwareCounter {
                errno: libc::ENOENT,
            })
        })
        .unwrap_err();
        assert_eq!(
            error.to_string(),
            "failed to open a cycle counter: perf_rdpmc: no hardware counter on this machine \
             (No such file or directory (os error 2))"
        );
    }
}
