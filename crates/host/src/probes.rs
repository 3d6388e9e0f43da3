//! What has to be tried out.

use std::thread;
use std::time::Duration;

use crate::clock::MeasuredClock;
use crate::counter::CounterState;
use crate::cpus::{CpuError, check_cpu, pin_to_cpu};
use crate::machine::Machine;

/// How often the clock is measured before it is called unsteady.
const CLOCK_ATTEMPTS: usize = 3;

/// The pause between two attempts.
const CLOCK_PAUSE: Duration = Duration::from_secs(5);

/// What was tried out on a CPU.
#[derive(Clone, Debug, PartialEq)]
pub struct Probes {
    /// Whether a thread could be pinned to it.
    pub pinning: Result<(), CpuError>,
    /// Whether hardware cycles could be counted there.
    pub counter: CounterState,
    /// Its clock; measured only where the operating system does not control it.
    pub clock: Option<MeasuredClock>,
}

impl Probes {
    /// Tries it out on a thread of its own, so that the caller is not pinned. Takes a second where
    /// the clock has to be measured, and up to 14 seconds where it is not steady.
    ///
    /// # Errors
    ///
    /// When there is no such CPU.
    pub fn run(machine: &Machine, cpu: usize) -> Result<Self, CpuError> {
        check_cpu(machine, cpu)?;
        let measure_clock = !machine.has_cpufreq(cpu);
        Ok(thread::scope(|scope| {
            let probing = scope.spawn(|| on_this_thread(cpu, measure_clock));
            match probing.join() {
                Ok(probes) => probes,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }))
    }
}

fn on_this_thread(cpu: usize, measure_clock: bool) -> Probes {
    let pinning = pin_to_cpu(cpu);
    let counter = CounterState::probe();
    let clock = (pinning.is_ok() && counter.is_available() && measure_clock)
        .then(|| steady_clock(MeasuredClock::measure, || thread::sleep(CLOCK_PAUSE)))
        .flatten();
    Probes {
        pinning,
        counter,
        clock,
    }
}

/// The first steady measurement, or the last one.
fn steady_clock(
    mut measure: impl FnMut() -> Option<MeasuredClock>,
    mut pause: impl FnMut(),
) -> Option<MeasuredClock> {
    let mut clock = measure()?;
    for _ in 1..CLOCK_ATTEMPTS {
        if clock.is_steady() {
            break;
        }
        pause();
        clock = measure()?;
    }
    Some(clock)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(interquartile_range_hz: f64) -> MeasuredClock {
        MeasuredClock {
            median_hz: 2e9,
            minimum_hz: 1.9e9,
            maximum_hz: 2.1e9,
            interquartile_range_hz,
        }
    }

    /// The ranges of the measurements in order; gives the chosen one and the number of pauses.
    fn chosen(ranges: &[f64]) -> (f64, usize) {
        let mut left = ranges.iter();
        let mut pauses = 0;
        let clock = steady_clock(|| left.next().map(|&range| clock(range)), || pauses += 1);
        (clock.unwrap().interquartile_range_hz, pauses)
    }

    #[test]
    fn a_steady_clock_is_measured_once() {
        assert_eq!(chosen(&[1e6]), (1e6, 0));
    }

    #[test]
    fn an_unsteady_clock_gets_three_attempts() {
        assert_eq!(chosen(&[5e7, 1e6]), (1e6, 1));
        assert_eq!(chosen(&[5e7, 4e7, 3e7]), (3e7, 2));
    }
}
