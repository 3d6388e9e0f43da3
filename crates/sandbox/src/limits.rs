//! Setting the limits.

use nix::errno::Errno;
use nix::sys::prctl;
use nix::sys::resource::{Resource, getrlimit, rlim_t, setrlimit};
use nix::sys::signal::Signal;
use nix::unistd::{Pid, getpgrp, getpid, getppid, setpgid};

use crate::layers::{Layer, Layers};

/// What to limit. Core dumps, process group, parent-death signal and privileges are always dealt
/// with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The largest address space in bytes; allocations beyond it fail.
    pub address_space_bytes: Option<u64>,
    /// The most processor time in seconds. At the limit comes `SIGXCPU`, a second later `SIGKILL`.
    pub cpu_seconds: Option<u64>,
    /// The largest file that may be written, in bytes; writing beyond it brings `SIGXFSZ`.
    pub file_size_bytes: Option<u64>,
    /// The process id of the parent. When given, a parent that ended before the parent-death
    /// signal was set is noticed.
    pub parent: Option<u32>,
}

impl Limits {
    /// Applies the limits to the calling process and says which are in force. A limit that is
    /// already stricter stays and counts as in force.
    #[must_use]
    pub fn apply(&self) -> Layers {
        Layers {
            no_core_dumps: Layer::of(lower(Resource::RLIMIT_CORE, 0, 0)),
            address_space: optional(self.address_space_bytes, |bytes| {
                lower(Resource::RLIMIT_AS, bytes, bytes)
            }),
            cpu_time: optional(self.cpu_seconds, |seconds| {
                lower(Resource::RLIMIT_CPU, seconds, seconds.saturating_add(1))
            }),
            file_size: optional(self.file_size_bytes, |bytes| {
                lower(Resource::RLIMIT_FSIZE, bytes, bytes)
            }),
            process_group: Layer::of(lead_own_group()),
            parent_death_signal: die_with_parent(self.parent),
            no_new_privileges: Layer::of(prctl::set_no_new_privs()),
        }
    }
}

fn optional(limit: Option<u64>, set: impl Fn(u64) -> Result<(), Errno>) -> Layer {
    limit.map_or(Layer::NotAsked, |value| Layer::of(set(value)))
}

/// Lowers a limit, never raises it: only privileged processes may, and there is no reason to.
fn lower(resource: Resource, soft: rlim_t, hard: rlim_t) -> Result<(), Errno> {
    let (soft_now, hard_now) = getrlimit(resource)?;
    setrlimit(resource, soft.min(soft_now), hard.min(hard_now))
}

fn lead_own_group() -> Result<(), Errno> {
    if getpgrp() == getpid() {
        return Ok(());
    }
    setpgid(Pid::from_raw(0), Pid::from_raw(0))
}

fn die_with_parent(parent: Option<u32>) -> Layer {
    if let Err(errno) = prctl::set_pdeathsig(Signal::SIGKILL) {
        return Layer::NotAvailable(errno.to_string());
    }
    let parent_now = getppid().as_raw();
    match parent.map(i32::try_from) {
        Some(expected) if expected != Ok(parent_now) => {
            Layer::NotAvailable("the parent had ended before".to_owned())
        }
        _ => Layer::Active,
    }
}
