//! How a driver process ended, and what that means.

use std::time::Duration;

use assay_kat::{Failure, Verdict};

/// Exit code of a driver process that can no longer answer.
pub const EXIT_CANNOT_ANSWER: i32 = 71;

/// Exit code of a driver process after foreign code made a system call that is denied; which one, it answered before.
pub const EXIT_DENIED: i32 = 72;

/// How a driver process ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// It did all of its job.
    Done,
    /// It reported that the candidate failed.
    Failed(Failure),
    /// It reported what the candidate was doing when a signal came.
    Fault {
        /// The verdict and its explanation.
        failure: Failure,
        /// The signal that ended the process, if it did.
        signal: Option<i32>,
    },
    /// It reported that the job could not be done, for no fault of the candidate.
    Error(String),
    /// It exited without having said that it is done.
    Exited {
        /// Exit code.
        code: i32,
    },
    /// It died of a signal that it could not report.
    Signalled {
        /// The signal.
        signal: i32,
    },
    /// It was killed at the deadline.
    Deadline {
        /// The deadline.
        limit: Duration,
    },
    /// It was killed because the caller wanted so.
    Cancelled,
}

impl Ending {
    /// What the ending says about the candidate; `None` when nothing: the job was done, was
    /// cancelled, or could not be done for another reason.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        let verdict = match self {
            Self::Done | Self::Error(_) | Self::Cancelled => return None,
            Self::Failed(failure) | Self::Fault { failure, .. } => return Some(failure.clone()),
            Self::Exited {
                code: EXIT_CANNOT_ANSWER,
            } => Verdict::Forbidden,
            Self::Exited { .. } => Verdict::Crash,
            Self::Deadline { .. } => Verdict::Timeout,
            Self::Signalled { signal } => of_signal(*signal),
        };
        Some(Failure::new(verdict, self.sentence()))
    }

    /// One sentence without a full stop.
    #[must_use]
    pub fn sentence(&self) -> String {
        match self {
            Self::Done => "the job was done".to_owned(),
            Self::Failed(failure) | Self::Fault { failure, .. } => failure.detail.clone(),
            Self::Error(message) => format!("the job could not be done: {message}"),
            Self::Exited {
                code: EXIT_CANNOT_ANSWER,
            } => "the descriptor for answers was closed or replaced".to_owned(),
            Self::Exited { code } => {
                format!("the process ended with exit code {code} before its job was done")
            }
            Self::Signalled {
                signal: libc::SIGKILL,
            } => {
                "killed by SIGKILL from outside, as the kernel does when memory runs out".to_owned()
            }
            Self::Signalled { signal } => format!("died of {}", signal_name(*signal)),
            Self::Deadline { limit } => format!("not ready after {:.1} s", limit.as_secs_f64()),
            Self::Cancelled => "cancelled".to_owned(),
        }
    }
}

fn of_signal(signal: i32) -> Verdict {
    match signal {
        libc::SIGSYS | libc::SIGXFSZ => Verdict::Forbidden,
        libc::SIGXCPU => Verdict::Timeout,
        libc::SIGKILL => Verdict::Oom,
        _ => Verdict::Crash,
    }
}

/// Name of a signal, with its number when it has none here.
#[must_use]
pub fn signal_name(signal: i32) -> String {
    let name = match signal {
        libc::SIGABRT => "SIGABRT",
        libc::SIGALRM => "SIGALRM",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGHUP => "SIGHUP",
        libc::SIGILL => "SIGILL",
        libc::SIGINT => "SIGINT",
        libc::SIGKILL => "SIGKILL",
        libc::SIGPIPE => "SIGPIPE",
        libc::SIGQUIT => "SIGQUIT",
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGSYS => "SIGSYS",
        libc::SIGTERM => "SIGTERM",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGUSR1 => "SIGUSR1",
        libc::SIGUSR2 => "SIGUSR2",
        libc::SIGXCPU => "SIGXCPU",
        libc::SIGXFSZ => "SIGXFSZ",
        _ => return format!("signal {signal}"),
    };
    name.to_owned()
}
