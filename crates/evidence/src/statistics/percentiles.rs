//! Percentiles of a sample of calls.

use serde::{Deserialize, Serialize};

/// Extremes and percentiles of a sample, in the unit of the sample.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Percentiles {
    /// Smallest value.
    pub min: f64,
    /// 1st percentile.
    pub p1: f64,
    /// 10th percentile.
    pub p10: f64,
    /// 25th percentile.
    pub p25: f64,
    /// Median.
    pub p50: f64,
    /// 75th percentile.
    pub p75: f64,
    /// 90th percentile.
    pub p90: f64,
    /// 99th percentile.
    pub p99: f64,
    /// Largest value.
    pub max: f64,
}

impl Percentiles {
    /// Percentiles of values in any order; `None` without values.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Percentiles> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let at = |percent| percentile_sorted(&sorted, percent);
        Some(Percentiles {
            min: *sorted.first()?,
            p1: at(1.0)?,
            p10: at(10.0)?,
            p25: at(25.0)?,
            p50: at(50.0)?,
            p75: at(75.0)?,
            p90: at(90.0)?,
            p99: at(99.0)?,
            max: *sorted.last()?,
        })
    }
}

/// Percentile of ascending values, interpolated linearly between neighbours: definition 7 of Hyndman and Fan,
/// "Sample quantiles in statistical packages" (1996). The 50th percentile is the median. `None` without values.
#[must_use]
pub fn percentile_sorted(sorted: &[f64], percent: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let position = last as f64 * (percent / 100.0).clamp(0.0, 1.0);
    let below = position.floor() as usize;
    let above = (below + 1).min(last);
    let weight = position - below as f64;
    Some(sorted[below] + (sorted[above] - sorted[below]) * weight)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn known_values() {
        let sorted: Vec<f64> = (1..=101).map(f64::from).collect();
        assert_eq!(percentile_sorted(&sorted, 1.0), Some(2.0));
        assert_eq!(percentile_sorted(&sorted, 50.0), Some(51.0));
        assert_eq!(percentile_sorted(&[1.0, 2.0], 25.0), Some(1.25));
        assert_eq!(percentile_sorted(&[], 50.0), None);
    }

    proptest! {
        #[test]
        fn ordered_and_within_the_sample(values in prop::collection::vec(0u32..1_000_000, 1..300)) {
            let values: Vec<f64> = values.into_iter().map(f64::from).collect();
            let p = Percentiles::of(&values).unwrap();
            let all = [p.min, p.p1, p.p10, p.p25, p.p50, p.p75, p.p90, p.p99, p.max];
            prop_assert!(all.windows(2).all(|pair| pair[0] <= pair[1]));
            prop_assert_eq!(crate::statistics::median(&values), Some(p.p50));
            prop_assert!(values.contains(&p.min) && values.contains(&p.max));
        }

        /// At whole positions the percentile is the value of that rank, counted by comparison, not by sorting.
        #[test]
        fn agrees_with_counting(mut values in prop::collection::vec(0u32..1000, 101..=101)) {
            let floats: Vec<f64> = values.iter().copied().map(f64::from).collect();
            let p = Percentiles::of(&floats).unwrap();
            let rank = |value: f64| floats.iter().filter(|other| **other < value).count();
            for (percentile, position) in [(p.p1, 1), (p.p25, 25), (p.p99, 99)] {
                prop_assert!(rank(percentile) <= position);
                prop_assert!(floats.iter().filter(|other| **other <= percentile).count() > position);
            }
            values.reverse();
            let reversed: Vec<f64> = values.into_iter().map(f64::from).collect();
            prop_assert_eq!(Percentiles::of(&reversed).unwrap(), p);
        }
    }
}
