//! How two small groups of trials compare.

use super::student::{t_two_sided_probability, t_two_sided_quantile};
use super::sum;

/// The ratio of a second group of positive values to a first, with what is known of its error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    /// Geometric mean of the second group over that of the first.
    pub ratio: f64,
    /// The same to either side of what the trials leave open; `None` when a group has fewer than two values.
    pub spread: Option<Spread>,
}

/// Standard error of the logarithm of a ratio.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    standard_error: f64,
    degrees: f64,
}

impl Ratio {
    /// Compares two groups by the logarithms of their values, with Welch's approximation for groups that do not scatter
    /// alike (Welch, "The generalization of Student's problem when several different population variances are involved",
    /// 1947). `None` when a group is empty or a value is not positive.
    #[must_use]
    pub fn of(first: &[f64], second: &[f64]) -> Option<Ratio> {
        let first = Logarithms::of(first)?;
        let second = Logarithms::of(second)?;
        let spread = first.error().zip(second.error()).map(|(a, b)| {
            let variance = a + b;
            // Without any scatter the degrees of freedom do not matter.
            let degrees = if variance > 0.0 {
                variance * variance / (a * a / (first.count - 1.0) + b * b / (second.count - 1.0))
            } else {
                1.0
            };
            Spread {
                standard_error: variance.sqrt(),
                degrees,
            }
        });
        Some(Ratio {
            ratio: (second.mean - first.mean).exp(),
            spread,
        })
    }

    /// Ends of the interval of this ratio at a level of confidence between 0 and 1; `None` without a spread.
    #[must_use]
    pub fn interval(&self, confidence: f64) -> Option<(f64, f64)> {
        let spread = self.spread?;
        if spread.standard_error == 0.0 {
            return Some((self.ratio, self.ratio));
        }
        let t = t_two_sided_quantile(1.0 - confidence, spread.degrees);
        let factor = (t * spread.standard_error).exp();
        Some((self.ratio / factor, self.ratio * factor))
    }

    /// Probability of a difference at least this large between groups of the same distribution; `None` without a spread.
    #[must_use]
    pub fn chance(&self) -> Option<f64> {
        let spread = self.spread?;
        let distance = self.ratio.ln();
        if distance == 0.0 {
            return Some(1.0);
        }
        Some(t_two_sided_probability(
            distance / spread.standard_error,
            spread.degrees,
        ))
    }
}

struct Logarithms {
    count: f64,
    mean: f64,
    /// Sum of squared deviations from the mean.
    squares: f64,
}

impl Logarithms {
    fn of(values: &[f64]) -> Option<Logarithms> {
        if values.is_empty() || !values.iter().all(|value| *value > 0.0 && value.is_finite()) {
            return None;
        }
        let count = values.len() as f64;
        let mean = sum(values.iter().map(|value| value.ln())) / count;
        let squares = sum(values.iter().map(|value| (value.ln() - mean).powi(2)));
        Some(Logarithms {
            count,
            mean,
            squares,
        })
    }

    /// Squared standard error of the mean; `None` for a single value.
    fn error(&self) -> Option<f64> {
        (self.count >= 2.0).then(|| self.squares / (self.count - 1.0) / self.count)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn twice_is_twice() {
        let ratio = Ratio::of(&[1.0, 1.01, 0.99, 1.0, 1.0], &[2.0, 2.02, 1.98, 2.0, 2.0]).unwrap();
        assert!((ratio.ratio - 2.0).abs() < 1e-12);
        let (low, high) = ratio.interval(0.95).unwrap();
        // Equal scatter in both groups: eight degrees of freedom, t = 2.306.
        let error = (2.0 * (f64::ln(1.01).powi(2) + f64::ln(0.99).powi(2)) / 20.0).sqrt();
        assert!((low - 2.0 * (-2.306 * error).exp()).abs() < 1e-4, "{low}");
        assert!((high - 2.0 * (2.306 * error).exp()).abs() < 1e-4, "{high}");
        assert!(ratio.chance().unwrap() < 1e-9);
    }

    #[test]
    fn what_cannot_be_known_is_not_invented() {
        assert_eq!(Ratio::of(&[], &[1.0]), None);
        assert_eq!(Ratio::of(&[1.0, 0.0], &[1.0]), None);
        let single = Ratio::of(&[2.0], &[3.0, 3.1]).unwrap();
        assert_eq!((single.interval(0.95), single.chance()), (None, None));
        let exact = Ratio::of(&[2.0, 2.0], &[2.0, 2.0]).unwrap();
        assert_eq!(exact.interval(0.95), Some((1.0, 1.0)));
        assert_eq!(exact.chance(), Some(1.0));
    }

    proptest! {
        /// Swapping the groups inverts the ratio and its interval; a common factor changes nothing.
        #[test]
        fn it_does_not_matter_which_comes_first(
            first in prop::collection::vec(0.5f64..2.0, 2..8),
            second in prop::collection::vec(0.5f64..2.0, 2..8),
            factor in 1e-9f64..1e9,
        ) {
            let forth = Ratio::of(&first, &second).unwrap();
            let scale = |values: &[f64]| values.iter().map(|value| value * factor).collect::<Vec<_>>();
            let back = Ratio::of(&scale(&second), &scale(&first)).unwrap();
            prop_assert!((forth.ratio * back.ratio - 1.0).abs() < 1e-9);
            let (low, high) = forth.interval(0.99).unwrap();
            let (low_back, high_back) = back.interval(0.99).unwrap();
            prop_assert!((low * high_back - 1.0).abs() < 1e-6 && (high * low_back - 1.0).abs() < 1e-6);
            prop_assert!(low <= forth.ratio && forth.ratio <= high);
        }

        /// Groups drawn from one distribution are told apart about as often as the level of confidence says: of 400
        /// comparisons at 95 % twenty are expected, and more than 45 come less than once in a million.
        #[test]
        fn equal_groups_raise_few_alarms(seed: u64) {
            let mut state = seed | 1;
            let mut uniform = || {
                // Multiplicative congruential generator of Knuth's MMIX.
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 11) as f64 / (1u64 << 53) as f64
            };
            let mut group = || -> Vec<f64> {
                (0..5).map(|_| (0.01 * (0..12).map(|_| uniform()).sum::<f64>()).exp()).collect()
            };
            let alarms = (0..400)
                .filter(|_| Ratio::of(&group(), &group()).unwrap().chance().unwrap() < 0.05)
                .count();
            prop_assert!(alarms <= 45, "{alarms}");
        }
    }
}
