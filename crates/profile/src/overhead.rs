use serde::{Deserialize, Serialize};

use crate::{profile::Total, shape::CallShape};

/// What counting costs, in ticks per call, as measured on calls of nothing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Overhead {
    /// Ticks counted for a call of nothing: they are in the ticks of every counted call.
    pub counted_ticks: f64,
    /// Ticks that a counted call of nothing takes altogether: they are in the ticks of the operation.
    pub whole_ticks: f64,
    /// Ticks between two readings of the clock with nothing between them: they are in every operation once.
    pub reading_ticks: f64,
}

impl Overhead {
    /// No overhead at all, as in published profiles, whose shares are of uncorrected ticks.
    pub(crate) const NONE: Overhead = Overhead {
        counted_ticks: 0.0,
        whole_ticks: 0.0,
        reading_ticks: 0.0,
    };

    /// Whether all three are numbers of ticks.
    pub(crate) fn is_sound(&self) -> bool {
        [self.counted_ticks, self.whole_ticks, self.reading_ticks]
            .into_iter()
            .all(|ticks| ticks.is_finite() && ticks >= 0.0)
    }

    /// Ticks that calls took for themselves.
    pub(crate) fn own_ticks<'a>(&self, calls: impl IntoIterator<Item = &'a CallShape>) -> f64 {
        let (ticks, calls) = sums(calls);
        (ticks as f64 - calls as f64 * self.counted_ticks).max(0.0)
    }

    /// Ticks that the operations would have taken without counting.
    pub(crate) fn total_ticks(&self, total: Total, calls: &[CallShape]) -> f64 {
        let (_, count) = sums(calls);
        total.ticks as f64
            - count as f64 * self.whole_ticks
            - total.operations as f64 * self.reading_ticks
    }
}

/// Ticks and number of calls.
fn sums<'a>(calls: impl IntoIterator<Item = &'a CallShape>) -> (u128, u128) {
    calls.into_iter().fold((0, 0), |(ticks, count), shape| {
        (
            ticks + u128::from(shape.ticks),
            count + u128::from(shape.calls),
        )
    })
}
