//! Sums, medians, percentiles and intervals.

mod interval;
mod percentiles;
mod ratio;
mod student;
mod sum;

pub use interval::{Interval, t_interval, t_quantile_975};
pub use percentiles::{Percentiles, percentile_sorted};
pub use ratio::{Ratio, Spread};
pub use student::{t_two_sided_probability, t_two_sided_quantile};
pub use sum::sum;

/// Median; the mean of the two middle values for an even count. `None` without values.
#[must_use]
pub fn median(values: &[f64]) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => None,
        length if length % 2 == 1 => Some(sorted[middle]),
        _ => Some((sorted[middle - 1] + sorted[middle]) / 2.0),
    }
}
