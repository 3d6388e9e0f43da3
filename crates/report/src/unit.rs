//! Units of counts in words.

use std::fmt;

/// What a counter counts. Counts of different units never share a column. Ordered as columns are.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unit {
    /// Cycles of the core.
    CoreCycles,
    /// Ticks of the x86 time stamp counter.
    TscTicks,
    /// Ticks of the AArch64 virtual counter.
    CntvctTicks,
    /// Nanoseconds of the monotonic clock.
    Nanoseconds,
    /// Any other, as stored.
    Other(String),
}

impl Unit {
    /// The unit with this name in evidence.
    #[must_use]
    pub fn from_name(name: &str) -> Unit {
        match name {
            "core_cycles" => Unit::CoreCycles,
            "tsc_ticks" => Unit::TscTicks,
            "cntvct_ticks" => Unit::CntvctTicks,
            "ns" => Unit::Nanoseconds,
            other => Unit::Other(other.to_owned()),
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Unit::CoreCycles => "cycles",
            Unit::TscTicks => "TSC ticks",
            Unit::CntvctTicks => "CNTVCT ticks",
            Unit::Nanoseconds => "clock ns",
            Unit::Other(name) => name,
        })
    }
}
