//! Units and counts.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// What a counter counts. Two units never share a column or a comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Unit {
    /// Clock cycles of the core, in user mode.
    #[cfg_attr(feature = "serde", serde(rename = "core_cycles"))]
    CoreCycles,
    /// Ticks of the x86-64 time stamp counter; their rate is fixed and not that of the core.
    #[cfg_attr(feature = "serde", serde(rename = "tsc_ticks"))]
    TscTicks,
    /// Ticks of the AArch64 virtual counter `CNTVCT_EL0`, often tens of nanoseconds each.
    #[cfg_attr(feature = "serde", serde(rename = "cntvct_ticks"))]
    CntvctTicks,
    /// Nanoseconds of the raw monotonic clock.
    #[cfg_attr(feature = "serde", serde(rename = "ns"))]
    Nanoseconds,
}

impl Unit {
    /// All units.
    pub const ALL: [Self; 4] = [
        Self::CoreCycles,
        Self::TscTicks,
        Self::CntvctTicks,
        Self::Nanoseconds,
    ];

    /// The stable name, as stored in records: `core_cycles`, `tsc_ticks`, `cntvct_ticks` or `ns`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CoreCycles => "core_cycles",
            Self::TscTicks => "tsc_ticks",
            Self::CntvctTicks => "cntvct_ticks",
            Self::Nanoseconds => "ns",
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// A text that names no unit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a unit; expected core_cycles, tsc_ticks, cntvct_ticks or ns")]
pub struct ParseUnitError(String);

impl FromStr for Unit {
    type Err = ParseUnitError;

    fn from_str(text: &str) -> Result<Self, ParseUnitError> {
        Self::ALL
            .into_iter()
            .find(|unit| unit.name() == text)
            .ok_or_else(|| ParseUnitError(text.to_owned()))
    }
}

/// A number together with what was counted.
///
/// Counts of different units have no order and cannot be added:
///
/// ```
/// use assay_cycles::{Count, Unit};
///
/// let cycles = Count::new(1000, Unit::CoreCycles);
/// let ticks = Count::new(900, Unit::TscTicks);
/// assert!(cycles.partial_cmp(&ticks).is_none());
/// assert!(cycles.saturating_add(ticks).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Count {
    /// How many.
    pub value: u64,
    /// Of what.
    pub unit: Unit,
}

/// Two counts that cannot be put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot combine a count in {left} with one in {right}")]
pub struct UnitMismatch {
    /// The unit of the first count.
    pub left: Unit,
    /// The unit of the second count.
    pub right: Unit,
}

impl Count {
    /// A count of `value` things.
    #[must_use]
    pub const fn new(value: u64, unit: Unit) -> Self {
        Self { value, unit }
    }

    /// The sum, at most `u64::MAX`.
    ///
    /// # Errors
    ///
    /// When the units differ.
    pub fn saturating_add(self, other: Self) -> Result<Self, UnitMismatch> {
        self.same_unit(other)?;
        Ok(Self::new(self.value.saturating_add(other.value), self.unit))
    }

    /// The difference, 0 when `other` is larger.
    ///
    /// # Errors
    ///
    /// When the units differ.
    pub fn saturating_sub(self, other: Self) -> Result<Self, UnitMismatch> {
        self.same_unit(other)?;
        Ok(Self::new(self.value.saturating_sub(other.value), self.unit))
    }

    fn same_unit(self, other: Self) -> Result<(), UnitMismatch> {
        if self.unit == other.unit {
            Ok(())
        } else {
            Err(UnitMismatch {
                left: self.unit,
                right: other.unit,
            })
        }
    }
}

impl PartialOrd for Count {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self.unit == other.unit).then(|| self.value.cmp(&other.value))
    }
}

impl fmt::Display for Count {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {}", self.value, self.unit)
    }
}
