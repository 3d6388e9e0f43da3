//! Everything in a record that follows from its raw data, computed again.

use serde_json::{Map, Value};

use crate::record::{Head, Process, Results, SCHEMA, Trial};
use crate::sample::Distribution;
use crate::statistics::{median, sum, t_interval};

/// Facts of a record that the statistics need.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    /// Message length in bytes, 0 without a message.
    pub input_bytes: u64,
    /// Unit of the ticks of the trials where there are no core cycles.
    pub tick_unit: Option<&'a str>,
    /// Version 3: add the members that published records lack.
    pub extended: bool,
}

impl<'a> Facts<'a> {
    /// The facts a record states about itself.
    #[must_use]
    pub fn of(head: &'a Head) -> Facts<'a> {
        let unit = head
            .provenance
            .as_ref()
            .map(|provenance| provenance.counter.unit.as_str());
        Facts {
            input_bytes: head.input_bytes,
            tick_unit: unit.filter(|unit| *unit != "core_cycles"),
            extended: head.schema >= SCHEMA,
        }
    }
}

/// The results that follow from the processes; `None` when they produced no trial.
#[must_use]
pub fn results(processes: &[Process], facts: Facts<'_>) -> Option<Results> {
    let trials: Vec<Trial> = processes
        .iter()
        .flat_map(|process| process.trials.iter().copied())
        .collect();
    let measurements = total(trials.iter().map(|trial| trial.measurements));
    if measurements == 0 || trials.iter().any(|trial| trial.measurements == 0) {
        return None;
    }
    let calls = measurements as f64;
    let seconds = sum(trials.iter().map(|trial| trial.seconds));
    let per_call: Vec<f64> = trials
        .iter()
        .map(|trial| trial.seconds / trial.measurements as f64)
        .collect();
    let cycles = counts(&trials, |trial| trial.cycles.filter(|cycles| *cycles > 0));
    let ticks = facts
        .tick_unit
        .and_then(|_| counts(&trials, |trial| trial.ticks));
    let first = &processes.first()?.meta;

    Some(Results {
        measurements,
        guide_100_measurements_met: measurements >= 100,
        mean_seconds: seconds / calls,
        median_trial_seconds: median(&per_call)?,
        min_trial_seconds: per_call.iter().copied().fold(f64::INFINITY, f64::min),
        max_trial_seconds: per_call.iter().copied().fold(f64::NEG_INFINITY, f64::max),
        mean_cycles: cycles.as_ref().map(|cycles| cycles.total / calls),
        median_trial_cycles: cycles.as_ref().and_then(|cycles| median(&cycles.per_call)),
        tick_unit: ticks.as_ref().and(facts.tick_unit).map(str::to_owned),
        mean_ticks: ticks.as_ref().map(|ticks| ticks.total / calls),
        median_trial_ticks: ticks.as_ref().and_then(|ticks| median(&ticks.per_call)),
        interval_seconds: if facts.extended {
            t_interval(&per_call)
        } else {
            None
        },
        distribution: Distribution::of(
            processes
                .iter()
                .filter_map(|process| process.sample.as_ref()),
        ),
        operations_per_second: (seconds > 0.0).then(|| calls / seconds),
        throughput_mb_per_second: (facts.input_bytes > 0 && seconds > 0.0)
            .then(|| facts.input_bytes as f64 * calls / seconds / 1e6),
        sizes: numbers(first, |name| {
            name.ends_with("_bytes") && !name.contains("rss")
        }),
        kex: numbers(first, |name| name.starts_with("kex_")),
        build_flags: text(first, "build_flags"),
        baseline_rss_bytes: largest(processes, "baseline_rss_bytes"),
        peak_rss_bytes: largest(processes, "peak_rss_bytes"),
        timing_scope: text(first, "timing_scope"),
        trials,
    })
}

/// The sum of numbers that somebody may have made up: as large as it fits.
pub(crate) fn total(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, u64::saturating_add)
}

struct Counts {
    total: f64,
    per_call: Vec<f64>,
}

/// Only when every trial has a count; a mean over some of them would be another quantity.
fn counts(trials: &[Trial], of: impl Fn(&Trial) -> Option<u64>) -> Option<Counts> {
    let mut total = 0u64;
    let mut per_call = Vec::with_capacity(trials.len());
    for trial in trials {
        let count = of(trial)?;
        total = total.saturating_add(count);
        per_call.push(count as f64 / trial.measurements as f64);
    }
    Some(Counts {
        total: total as f64,
        per_call,
    })
}

fn numbers(meta: &Map<String, Value>, wanted: impl Fn(&str) -> bool) -> Map<String, Value> {
    meta.iter()
        .filter(|(name, _)| wanted(name))
        .filter_map(|(name, value)| {
            let number: u64 = value.as_str()?.parse().ok()?;
            Some((name.clone(), number.into()))
        })
        .collect()
}

fn text(meta: &Map<String, Value>, name: &str) -> String {
    meta.get(name)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned()
}

fn largest(processes: &[Process], name: &str) -> Option<u64> {
    processes
        .iter()
        .filter_map(|process| process.meta.get(name)?.as_str()?.parse().ok())
        .max()
}
