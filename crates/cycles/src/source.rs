//! Where counts come from.

use std::fmt;
use std::str::FromStr;

use crate::unit::Unit;

/// A counter that can be read, from the most to the least wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Source {
    /// Hardware core cycles, read in user space from the counter that the kernel set up.
    PerfRdpmc,
    /// Hardware core cycles, read by a system call.
    PerfRead,
    /// The x86-64 time stamp counter.
    Tsc,
    /// The AArch64 virtual counter.
    Cntvct,
    /// `CLOCK_MONOTONIC_RAW`.
    Monotonic,
}

impl Source {
    /// All sources in the order in which [`crate::Preference::Best`] tries them.
    pub const ALL: [Self; 5] = [
        Self::PerfRdpmc,
        Self::PerfRead,
        Self::Tsc,
        Self::Cntvct,
        Self::Monotonic,
    ];

    /// The stable name, as stored in records: `perf_rdpmc`, `perf_read`, `tsc`, `cntvct` or
    /// `monotonic`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PerfRdpmc => "perf_rdpmc",
            Self::PerfRead => "perf_read",
            Self::Tsc => "tsc",
            Self::Cntvct => "cntvct",
            Self::Monotonic => "monotonic",
        }
    }

    /// The unit of its counts.
    #[must_use]
    pub const fn unit(self) -> Unit {
        match self {
            Self::PerfRdpmc | Self::PerfRead => Unit::CoreCycles,
            Self::Tsc => Unit::TscTicks,
            Self::Cntvct => Unit::CntvctTicks,
            Self::Monotonic => Unit::Nanoseconds,
        }
    }

    /// Whether it counts the cycles of the core.
    #[must_use]
    pub const fn is_hardware_cycles(self) -> bool {
        matches!(self.unit(), Unit::CoreCycles)
    }
}

impl fmt::Display for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.name())
    }
}

impl FromStr for Source {
    type Err = ParseSourceError;

    fn from_str(text: &str) -> Result<Self, ParseSourceError> {
        Self::ALL
            .into_iter()
            .find(|source| source.name() == text)
            .ok_or_else(|| ParseSourceError(text.to_owned()))
    }
}

/// A text that names no source.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a counter source; expected perf_rdpmc, perf_read, tsc, cntvct or monotonic")]
pub struct ParseSourceError(String);

/// How many counts there are in a second.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rate {
    /// Counts per second.
    pub hz: f64,
    /// How this is known.
    pub basis: RateBasis,
}

/// How a rate is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum RateBasis {
    /// From the crystal frequency and ratio in CPUID leaf 0x15.
    CpuidLeaf15,
    /// From the register `CNTFRQ_EL0`, which firmware sets.
    CntfrqRegister,
    /// Measured against `CLOCK_MONOTONIC_RAW` over at least 100 ms.
    Measured,
    /// By definition: a clock in nanoseconds.
    Definition,
}

impl fmt::Display for RateBasis {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::CpuidLeaf15 => "CPUID leaf 0x15",
            Self::CntfrqRegister => "CNTFRQ_EL0",
            Self::Measured => "measured against CLOCK_MONOTONIC_RAW over 100 ms",
            Self::Definition => "by definition",
        })
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:.3} MHz ({})", self.hz / 1e6, self.basis)
    }
}
