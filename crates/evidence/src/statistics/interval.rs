//! Confidence interval of a mean over a handful of trials.

use serde::{Deserialize, Serialize};

use super::sum;

/// Student's t interval of the mean of `n` independent values.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Confidence level: 0.95.
    pub confidence: f64,
    /// Independent values the interval rests on.
    pub n: u64,
    /// Lower end, in the unit of the values.
    pub low: f64,
    /// Upper end, in the unit of the values.
    pub high: f64,
}

/// 95 % interval of the mean of `values`; `None` for fewer than two values.
#[must_use]
pub fn t_interval(values: &[f64]) -> Option<Interval> {
    let n = values.len();
    let quantile = t_quantile_975(n.checked_sub(1)?)?;
    let count = n as f64;
    let mean = sum(values.iter().copied()) / count;
    let squares = sum(values.iter().map(|value| (value - mean) * (value - mean)));
    let half = quantile * (squares / (count - 1.0) / count).sqrt();
    Some(Interval {
        confidence: 0.95,
        n: n as u64,
        low: mean - half,
        high: mean + half,
    })
}

/// 97.5 % quantile of Student's t distribution; `None` for 0 degrees of freedom.
///
/// Tabulated to 30 degrees of freedom (NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.2); beyond
/// that the expansion of Cornish and Fisher to the third order, off by less than 1e-5.
#[must_use]
pub fn t_quantile_975(degrees: usize) -> Option<f64> {
    const TABLE: [f64; 30] = [
        12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281, 2.2010,
        2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860, 2.0796, 2.0739,
        2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423,
    ];
    let index = degrees.checked_sub(1)?;
    if let Some(quantile) = TABLE.get(index) {
        return Some(*quantile);
    }
    let z = 1.959_963_984_540_054_f64;
    let v = degrees as f64;
    let first = (z.powi(3) + z) / 4.0;
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0;
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0;
    Some(z + first / v + second / v.powi(2) + third / v.powi(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_trials_use_four_degrees_of_freedom() {
        let interval = t_interval(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        let half = 2.7764 * (2.5_f64 / 5.0).sqrt();
        assert_eq!(interval.n, 5);
        assert!((interval.low - (3.0 - half)).abs() < 1e-12);
        assert!((interval.high - (3.0 + half)).abs() < 1e-12);
    }

    #[test]
    fn a_single_trial_has_no_interval() {
        assert_eq!(t_interval(&[1.0]), None);
        assert_eq!(t_interval(&[]), None);
    }

    /// Slow check: integrates the density of t numerically and compares the probability below the quantile.
    #[test]
    fn quantiles_leave_two_and_a_half_percent_above() {
        for degrees in [1usize, 2, 4, 9, 30, 31, 60, 999] {
            let v = degrees as f64;
            // Substituting t = sqrt(v) tan(angle) turns the tail into a finite integral of cos^(v-1).
            let steps = 200_000;
            let end = std::f64::consts::FRAC_PI_2;
            let integral = |from: f64, to: f64| {
                let width = (to - from) / f64::from(steps);
                sum((0..steps)
                    .map(|step| (from + width * (f64::from(step) + 0.5)).cos().powf(v - 1.0)))
                    * width
            };
            let quantile = t_quantile_975(degrees).unwrap();
            let angle = (quantile / v.sqrt()).atan();
            let below = 0.5 + integral(0.0, angle) / (2.0 * integral(0.0, end));
            assert!((below - 0.975).abs() < 2e-5, "{degrees}: {below}");
        }
    }
}
