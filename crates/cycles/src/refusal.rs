//! Why a source was not used.

use std::io;

/// The largest `kernel.perf_event_paranoid` that lets an ordinary user count the user-mode cycles
/// of a process of its own (kernel documentation, `admin-guide/sysctl/kernel.rst`).
pub const PARANOID_NEEDED: i32 = 2;

/// Why a source was not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// The machine has none, or the virtual machine is shown none (ENOENT, EOPNOTSUPP, ENODEV).
    #[error("no hardware counter on this machine ({})", io::Error::from_raw_os_error(*errno))]
    NoHardwareCounter {
        /// The error number of `perf_event_open(2)`.
        errno: i32,
    },
    /// There may be one, but this process may not use it (EACCES, EPERM).
    #[error("{}", not_permitted(*paranoid))]
    NotPermitted {
        /// The error number of `perf_event_open(2)`.
        errno: i32,
        /// `kernel.perf_event_paranoid`, when it could be read; [`PARANOID_NEEDED`] suffices.
        paranoid: Option<i32>,
    },
    /// The counter is held by somebody else, so that the event was never put on the hardware.
    #[error(
        "the hardware counter is in use by others (the NMI watchdog is a usual holder: \
         sysctl kernel.nmi_watchdog=0)"
    )]
    Busy,
    /// The kernel shared the counter between events, so that the count would be an estimate.
    #[error(
        "the hardware counter was multiplexed: it ran {time_running_ns} of {time_enabled_ns} ns"
    )]
    Multiplexed {
        /// Nanoseconds for which counting was asked.
        time_enabled_ns: u64,
        /// Nanoseconds in which the event really was on the hardware.
        time_running_ns: u64,
    },
    /// The counter was opened and stayed at 0 while the thread worked.
    #[error(
        "the hardware counter stays at 0, as on a core of another type or an incomplete emulation"
    )]
    CountsNothing,
    /// There are several kinds of cores and the thread may run on more than one CPU.
    #[error("this machine has several kinds of cores; pin the thread to one CPU before counting")]
    NotPinned,
    /// The kernel does not let user space read the counter.
    #[error(
        "the kernel does not permit reading the counter in user space (x86-64: \
         /sys/devices/cpu/rdpmc, AArch64: sysctl kernel.perf_user_access=1)"
    )]
    NoUserSpaceRead,
    /// The source belongs to another architecture.
    #[error("not a counter of this architecture")]
    OtherArchitecture,
    /// The time stamp counter changes its rate or stops.
    #[error("the time stamp counter of this processor is not invariant (CPUID leaf 0x80000007)")]
    NotInvariant,
    /// Anything else.
    #[error("failed to {operation}: {}", io::Error::from_raw_os_error(*errno))]
    SystemCall {
        /// What was tried.
        operation: &'static str,
        /// The error number.
        errno: i32,
    },
}

impl Refusal {
    /// Names the failure of `perf_event_open(2)`, given the value of `kernel.perf_event_paranoid`
    /// if that is known.
    #[must_use]
    pub fn from_open_error(error: &io::Error, paranoid: Option<i32>) -> Self {
        let errno = error.raw_os_error().unwrap_or(libc::EIO);
        match errno {
            libc::ENOENT | libc::EOPNOTSUPP | libc::ENODEV => Self::NoHardwareCounter { errno },
            libc::EACCES | libc::EPERM => Self::NotPermitted { errno, paranoid },
            libc::EBUSY => Self::Busy,
            _ => Self::SystemCall {
                operation: "open a hardware counter",
                errno,
            },
        }
    }
}

fn not_permitted(paranoid: Option<i32>) -> String {
    match paranoid {
        Some(value) if value > PARANOID_NEEDED => format!(
            "not permitted (perf_event_paranoid = {value}, needs ≤ {PARANOID_NEEDED}: \
             sysctl kernel.perf_event_paranoid={PARANOID_NEEDED})"
        ),
        Some(value) => format!(
            "not permitted, although perf_event_paranoid = {value} would allow it \
             (a container or a security module forbids it)"
        ),
        None => format!(
            "not permitted (perf_event_paranoid is unknown, needs ≤ {PARANOID_NEEDED}: \
             sysctl kernel.perf_event_paranoid={PARANOID_NEEDED})"
        ),
    }
}
