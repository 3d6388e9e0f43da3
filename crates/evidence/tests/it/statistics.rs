//! Statistics of made-up trials against exact fractions.

use std::cmp::Ordering;

use assay_evidence::Process;
use assay_evidence::derive::{Facts, results};
use proptest::prelude::*;
use serde_json::json;

/// Times are multiples of 2^-30 s, so every sum of them is an exact double.
const SCALE: f64 = (1u64 << 30) as f64;

/// Ticks of 2^-30 s, calls, and core cycles of one trial.
type RawTrial = (u64, u64, u64);

fn processes(trials: &[RawTrial]) -> Vec<Process> {
    let of = |(time, calls, cycles): &RawTrial| {
        let process = json!({
            "status": "complete",
            "exit_code": 0,
            "trials": [{"measurements": calls, "seconds": *time as f64 / SCALE, "cycles": cycles}],
            "command": [],
            "wall_s": 0.0,
            "disturbed_retries": 0,
        });
        serde_json::from_value(process).unwrap()
    };
    trials.iter().map(of).collect()
}

fn facts() -> Facts<'static> {
    Facts {
        input_bytes: 64,
        tick_unit: None,
        extended: true,
    }
}

/// Compares `a.0 / a.1` with `b.0 / b.1` exactly.
fn compare(a: (u64, u64), b: (u64, u64)) -> Ordering {
    (u128::from(a.0) * u128::from(b.1)).cmp(&(u128::from(b.0) * u128::from(a.1)))
}

/// Whether `value` is a double nearest to `numerator / denominator`, judged with integers alone; false when these overflow.
fn is_nearest(value: f64, numerator: u64, denominator: u64) -> bool {
    // value = mantissa * 2^exponent
    let bits = value.to_bits();
    let exponent = i32::try_from(bits >> 52).unwrap() - 1075;
    let mantissa = u128::from((bits & ((1 << 52) - 1)) | (1 << 52));
    let Ok(shift) = u32::try_from(-exponent) else {
        return false;
    };
    // |mantissa - q| <= 1/2 for q = numerator * 2^shift / denominator.
    let Some(scaled) = u128::from(numerator)
        .checked_shl(shift)
        .filter(|scaled| scaled >> shift == u128::from(numerator))
    else {
        return false;
    };
    let product = mantissa * u128::from(denominator);
    2 * product.abs_diff(scaled) <= u128::from(denominator)
}

fn trials() -> impl Strategy<Value = Vec<RawTrial>> {
    prop::collection::vec((1u64 << 20..1 << 34, 1u64..5000, 1u64..1 << 40), 1..9)
}

proptest! {
    #[test]
    fn means_weight_calls_and_are_rounded_once(trials in trials()) {
        let results = results(&processes(&trials), facts()).unwrap();
        let time: u64 = trials.iter().map(|trial| trial.0).sum();
        let calls: u64 = trials.iter().map(|trial| trial.1).sum();
        let cycles: u64 = trials.iter().map(|trial| trial.2).sum();
        prop_assert_eq!(results.measurements, calls);
        prop_assert!(is_nearest(results.mean_seconds * SCALE, time, calls));
        prop_assert!(is_nearest(results.mean_cycles.unwrap(), cycles, calls));
        // 2^30 * calls stays below 2^53, so the quotient of two exact doubles is rounded once as well.
        prop_assert!(is_nearest(results.operations_per_second.unwrap(), calls << 30, time));
        prop_assert_eq!(results.guide_100_measurements_met, calls >= 100);
    }

    /// Per-trial times are compared as fractions; the median is found by counting, without sorting.
    #[test]
    fn extremes_and_median_are_those_of_exact_fractions(trials in trials()) {
        let results = results(&processes(&trials), facts()).unwrap();
        let fractions: Vec<(u64, u64)> = trials.iter().map(|trial| (trial.0, trial.1)).collect();
        let shown = |fraction: (u64, u64)| fraction.0 as f64 / SCALE / fraction.1 as f64;
        let of_rank = |rank: usize| {
            let found = fractions.iter().find(|candidate| {
                let below = fractions.iter().filter(|other| compare(**other, **candidate).is_lt()).count();
                let up_to = fractions.iter().filter(|other| compare(**other, **candidate).is_le()).count();
                below <= rank && rank < up_to
            });
            shown(*found.unwrap())
        };
        let last = fractions.len() - 1;
        prop_assert_eq!(results.min_trial_seconds, of_rank(0));
        prop_assert_eq!(results.max_trial_seconds, of_rank(last));
        let median = if last.is_multiple_of(2) {
            of_rank(last / 2)
        } else {
            (of_rank(last / 2) + of_rank(last / 2 + 1)) / 2.0
        };
        prop_assert_eq!(results.median_trial_seconds, median);
    }

    /// The interval lies around the mean of the trial means and widens with their spread.
    #[test]
    fn the_interval_holds_the_mean_of_the_trials(trials in trials()) {
        let results = results(&processes(&trials), facts()).unwrap();
        let means: Vec<f64> = trials.iter().map(|trial| trial.0 as f64 / SCALE / trial.1 as f64).collect();
        match results.interval_seconds {
            None => prop_assert_eq!(trials.len(), 1),
            Some(interval) => {
                let mean = means.iter().sum::<f64>() / means.len() as f64;
                let slack = 1e-12 * mean;
                prop_assert!(interval.low <= mean + slack && mean - slack <= interval.high);
                prop_assert_eq!(interval.n, trials.len() as u64);
                let range = results.max_trial_seconds - results.min_trial_seconds;
                let half = (interval.high - interval.low) / 2.0;
                // The standard deviation of n values is at most range * sqrt(n / (n - 1)) / 2.
                let n = trials.len() as f64;
                let most = 12.7063 * range / 2.0 / (n - 1.0).sqrt();
                prop_assert!(half <= most + slack, "{half} {most}");
            }
        }
    }
}

#[test]
fn a_count_that_one_trial_lacks_has_no_mean() {
    let trials = [(1 << 30, 10, 500), (1 << 30, 10, 0)];
    let results = results(&processes(&trials), facts()).unwrap();
    assert_eq!(results.mean_cycles, None);
    assert_eq!(results.median_trial_cycles, None);
    assert_eq!(results.throughput_mb_per_second, Some(64.0 * 10.0 / 1e6));
}

#[test]
fn no_trial_means_no_results() {
    assert_eq!(results(&[], facts()), None);
    assert_eq!(results(&processes(&[(1, 0, 1)]), facts()), None);
}
