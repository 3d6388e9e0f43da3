//! Whether hardware cycles can be counted.

use std::fmt;

use assay_cycles::{Counter, PARANOID_NEEDED, Preference, Refusal, Source};

/// Whether hardware cycles can be counted here and now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CounterState {
    /// They can.
    Available {
        /// Also without a system call for each reading.
        in_user_space: bool,
    },
    /// The machine, or the virtual machine, has no such counter; no setting changes that.
    NoHardwareCounter,
    /// There may be one, but this process may not use it.
    NotPermitted {
        /// `kernel.perf_event_paranoid`, when it could be read.
        paranoid: Option<i32>,
    },
    /// Something else keeps it from being used.
    Unusable(Refusal),
}

impl CounterState {
    /// Tries it out on the calling thread, which must be pinned on machines with several kinds of
    /// cores.
    #[must_use]
    pub fn probe() -> Self {
        if Counter::open(Preference::Only(Source::PerfRdpmc)).is_ok() {
            return Self::Available {
                in_user_space: true,
            };
        }
        match Counter::open(Preference::Only(Source::PerfRead)) {
            Ok(_) => Self::Available {
                in_user_space: false,
            },
            Err(error) => match error.refused.into_iter().next() {
                Some(refused) => Self::from(refused.reason),
                None => Self::NoHardwareCounter,
            },
        }
    }

    /// Whether hardware cycles can be counted.
    #[must_use]
    pub const fn is_available(&self) -> bool {
        matches!(self, Self::Available { .. })
    }
}

impl From<Refusal> for CounterState {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NoHardwareCounter { .. } => Self::NoHardwareCounter,
            Refusal::NotPermitted { paranoid, .. } => Self::NotPermitted { paranoid },
            other => Self::Unusable(other),
        }
    }
}

impl fmt::Display for CounterState {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Available {
                in_user_space: true,
            } => formatter.write_str("available"),
            Self::Available {
                in_user_space: false,
            } => formatter.write_str("available (each reading takes a system call)"),
            Self::NoHardwareCounter => formatter.write_str("no hardware counter on this machine"),
            Self::NotPermitted {
                paranoid: Some(value),
            } if *value > PARANOID_NEEDED => write!(
                formatter,
                "not permitted (perf_event_paranoid = {value}, needs ≤ {PARANOID_NEEDED})"
            ),
            Self::NotPermitted {
                paranoid: Some(value),
            } => write!(
                formatter,
                "not permitted (although perf_event_paranoid = {value}: a container or a security \
                 module forbids it)"
            ),
            Self::NotPermitted { paranoid: None } => write!(
                formatter,
                "not permitted (perf_event_paranoid unknown, needs ≤ {PARANOID_NEEDED})"
            ),
            Self::Unusable(refusal) => refusal.fmt(formatter),
        }
    }
}
