//! How far a figure strays from process to process on a disturbed machine, for the median of stamped calls and for the
//! plain mean.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::{Bench, quantile, seconds_per_call};
use crate::clock;
use crate::error::Error;
use crate::schedule::{Call, Ready};

/// How long the disturber takes our CPU, and how long it then sleeps.
const DISTURBED_S: f64 = 0.010;
const QUIET: Duration = Duration::from_millis(30);

/// What trials said of the same operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Spread {
    /// Fresh processes.
    pub trials: usize,
    /// Range of their medians over the median of these.
    pub of_medians: f64,
    /// Range of their means over the median of these.
    pub of_means: f64,
}

/// Runs so many fresh processes of an operation while one neighbour burns every other CPU and one takes ours now and then.
///
/// # Errors
/// When a process fails.
pub fn spread(
    bench: &Bench<'_>,
    ready: &Ready<'_>,
    call: Call,
    trials: usize,
) -> Result<Spread, Error> {
    let iterations = bench.iterations(ready, call)?;
    let each = seconds_per_call(&bench.process(ready, call, bench.host.cpu, iterations)?);
    let burst = clock::whole((DISTURBED_S / each).max(1.0));
    let over = AtomicBool::new(false);
    let disturb = |cpu: u32, iterations: u64, pause: Duration| {
        while !over.load(Ordering::Relaxed) {
            // A disturber that fails disturbs less; what is measured is still true.
            if bench.process(ready, call, cpu, iterations).is_err() {
                return;
            }
            thread::sleep(pause);
        }
    };
    thread::scope(|scope| {
        for cpu in bench.host.cpus() {
            let (iterations, pause) = if cpu == bench.host.cpu {
                (burst, QUIET)
            } else {
                (iterations, Duration::ZERO)
            };
            let disturb = &disturb;
            scope.spawn(move || disturb(cpu, iterations, pause));
        }
        let measured = measure(bench, ready, call, trials, iterations);
        over.store(true, Ordering::Relaxed);
        measured
    })
}

fn measure(
    bench: &Bench<'_>,
    ready: &Ready<'_>,
    call: Call,
    trials: usize,
    iterations: u64,
) -> Result<Spread, Error> {
    let mut medians = Vec::with_capacity(trials);
    let mut means = Vec::with_capacity(trials);
    for _ in 0..trials {
        let process = bench.process(ready, call, bench.host.cpu, iterations)?;
        means.push(seconds_per_call(&process));
        if let Some(sample) = &process.sample {
            medians.push(quantile(sample.net_counts().collect(), 0.5));
        }
    }
    Ok(Spread {
        trials,
        of_medians: range(&medians),
        of_means: range(&means),
    })
}

/// Largest less smallest, over the median.
fn range(values: &[f64]) -> f64 {
    let at = |share| quantile(values.to_vec(), share);
    (at(1.0) - at(0.0)) / at(0.5)
}
