//! Comparing the same operation in two campaigns.

use crate::record::{TimingRecord, Trial};
use crate::statistics::Ratio;

/// Unit of times where there are no counts.
pub const SECONDS: &str = "seconds";

/// One operation in two campaigns, by what its trials took per call.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// Mean per call in the first campaign, in the unit of the comparison.
    pub first: f64,
    /// Mean per call in the second.
    pub second: f64,
    /// Second over first, from the trials, each an independent value.
    pub ratio: Ratio,
}

/// Why two records cannot be compared.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Incomparable {
    /// They were counted in two units.
    #[error("is counted in {first} here and in {second} there")]
    Units {
        /// Of the first.
        first: String,
        /// Of the second.
        second: String,
    },
    /// They were measured on two machines.
    #[error("was measured on {first} here and on {second} there")]
    Machines {
        /// Of the first.
        first: String,
        /// Of the second.
        second: String,
    },
}

/// What the calls of a record are counted in: core cycles, ticks of the counter it names, else [`SECONDS`].
#[must_use]
pub fn unit(record: &TimingRecord) -> &str {
    match &record.results {
        Some(results) if results.mean_cycles.is_some() => "core_cycles",
        Some(results) if results.mean_ticks.is_some() => {
            results.tick_unit.as_deref().unwrap_or(SECONDS)
        }
        _ => SECONDS,
    }
}

/// Which machine a record was measured on, in words: host, processor and architecture.
#[must_use]
pub fn machine(record: &TimingRecord) -> String {
    let environment = &record.head.environment;
    format!(
        "{} ({}, {})",
        environment.hostname.as_deref().unwrap_or("an unnamed host"),
        environment
            .cpu_model
            .as_deref()
            .unwrap_or("unknown processor"),
        environment.architecture
    )
}

/// Compares two complete records of one operation; `None` when one has no trials with positive values.
///
/// # Errors
/// When they were counted in two units or measured on two machines.
pub fn compare(
    first: &TimingRecord,
    second: &TimingRecord,
) -> Result<Option<Comparison>, Incomparable> {
    let (here, there) = (machine(first), machine(second));
    if here != there {
        return Err(Incomparable::Machines {
            first: here,
            second: there,
        });
    }
    let counted_in = unit(first);
    if counted_in != unit(second) {
        return Err(Incomparable::Units {
            first: counted_in.to_owned(),
            second: unit(second).to_owned(),
        });
    }
    let (a, b) = (per_call(first, counted_in), per_call(second, counted_in));
    let comparison = mean(first, counted_in)
        .zip(mean(second, counted_in))
        .zip(Ratio::of(&a, &b))
        .map(|((first, second), ratio)| Comparison {
            first,
            second,
            ratio,
        });
    Ok(comparison)
}

fn mean(record: &TimingRecord, unit: &str) -> Option<f64> {
    let results = record.results.as_ref()?;
    match unit {
        "core_cycles" => results.mean_cycles,
        SECONDS => Some(results.mean_seconds),
        _ => results.mean_ticks,
    }
}

fn per_call(record: &TimingRecord, unit: &str) -> Vec<f64> {
    let trials = record.results.iter().flat_map(|results| &results.trials);
    let total = |trial: &Trial| match unit {
        "core_cycles" => trial.cycles.map_or(0.0, |cycles| cycles as f64),
        SECONDS => trial.seconds,
        _ => trial.ticks.map_or(0.0, |ticks| ticks as f64),
    };
    trials
        .map(|trial| total(trial) / trial.measurements as f64)
        .collect()
}
