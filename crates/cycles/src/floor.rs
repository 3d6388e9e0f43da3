//! What a pair of readings costs when nothing lies between them.

use crate::counter::{Counter, CounterError};
use crate::unit::{Count, Unit, UnitMismatch};

/// How many empty pairs are measured; odd, so that the median is one of them.
const PAIRS: usize = 1001;

/// How many pairs go before, so that code and counter are warm.
const WARM_UPS: usize = 100;

/// The cost of an empty pair of stamps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Floor {
    /// The smallest count of an empty pair.
    pub minimum: u64,
    /// The median count of an empty pair.
    pub median: u64,
    /// How many empty pairs were measured.
    pub pairs: u64,
    /// The unit of both counts.
    pub unit: Unit,
}

impl Floor {
    /// The floor that a list of empty pairs shows; `None` without pairs.
    #[must_use]
    pub fn of(mut pairs: Vec<u64>, unit: Unit) -> Option<Self> {
        pairs.sort_unstable();
        Some(Self {
            minimum: *pairs.first()?,
            median: pairs[pairs.len() / 2],
            pairs: pairs.len() as u64,
            unit,
        })
    }

    /// The count less the median cost of an empty pair, 0 when the count is smaller.
    ///
    /// # Errors
    ///
    /// When the count is in another unit.
    pub fn subtract(&self, count: Count) -> Result<Count, UnitMismatch> {
        count.saturating_sub(Count::new(self.median, self.unit))
    }
}

impl Counter {
    /// Measures 1001 empty pairs after 100 for warming up, and keeps the result; see
    /// [`Counter::floor`].
    ///
    /// # Errors
    ///
    /// As [`Counter::sampler`] and [`crate::Sampler::finish`].
    pub fn measure_floor(&mut self) -> Result<Floor, CounterError> {
        let unit = self.unit();
        let mut pairs = Vec::with_capacity(PAIRS);
        let sampler = self.sampler()?;
        for index in 0..WARM_UPS + PAIRS {
            let ((), count) = sampler.measure(|| ());
            if index >= WARM_UPS {
                pairs.push(count.value);
            }
        }
        sampler.finish()?;
        let floor = Floor::of(pairs, unit).ok_or(CounterError::NoPairs)?;
        self.floor = Some(floor);
        Ok(floor)
    }

    /// The floor measured last, if any.
    #[must_use]
    pub const fn floor(&self) -> Option<Floor> {
        self.floor
    }
}
