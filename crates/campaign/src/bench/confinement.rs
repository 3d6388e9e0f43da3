//! What confining a candidate costs: the same operation with and without, in turn.

use super::{Bench, quantile, seconds_per_call};
use crate::error::Error;
use crate::schedule::{Call, Ready};

/// Times with confinement over times without.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Confinement {
    /// Rounds, each with one process of either kind.
    pub rounds: usize,
    /// Of the mean time of a call: median over the rounds.
    pub call: f64,
    /// Lower quartile over the rounds.
    pub call_low: f64,
    /// Upper quartile over the rounds.
    pub call_high: f64,
    /// Seconds by which a process lives longer: median of the differences.
    pub process_s: f64,
}

/// Runs an operation with and without what confines it.
///
/// # Errors
/// When a process fails.
pub fn confinement(
    bench: &Bench<'_>,
    ready: &Ready<'_>,
    call: Call,
    rounds: usize,
) -> Result<Confinement, Error> {
    let iterations = bench.iterations(ready, call)?;
    let mut ratios = Vec::with_capacity(rounds);
    let mut longer = Vec::with_capacity(rounds);
    for round in 0..rounds {
        // Who goes first changes, or a drift would be taken for a cost.
        let first = round % 2 == 0;
        let run = |unconfined, iterations| {
            bench.process_with(ready, call, bench.host.cpu, iterations, unconfined)
        };
        let one = run(first, iterations)?;
        let other = run(!first, iterations)?;
        let (without, with) = if first { (one, other) } else { (other, one) };
        ratios.push(seconds_per_call(&with) / seconds_per_call(&without));
        // A single call, so that the life of the process is mostly its start.
        let (short_without, short_with) = (run(true, 1)?, run(false, 1)?);
        longer.push(short_with.wall_s - short_without.wall_s);
    }
    Ok(Confinement {
        rounds,
        call: quantile(ratios.clone(), 0.5),
        call_low: quantile(ratios.clone(), 0.25),
        call_high: quantile(ratios, 0.75),
        process_s: quantile(longer, 0.5),
    })
}
