//! Which CPU to measure on.

use assay_cycles::parse_cpu_list;
use nix::errno::Errno;
use nix::sched::{CpuSet, sched_setaffinity};
use nix::unistd::Pid;

use crate::machine::Machine;

/// A CPU that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CpuError {
    /// There is no such CPU, or it is switched off.
    #[error("CPU {cpu} is not online; the online CPUs are {online}")]
    NotOnline {
        /// The CPU asked for.
        cpu: usize,
        /// The online CPUs as a list such as `0-3,8`.
        online: String,
    },
    /// The machine does not tell its CPUs.
    #[error("failed to read the list of online CPUs from /sys/devices/system/cpu/online")]
    UnknownCpus,
    /// No online CPU is allowed to this process.
    #[error("no CPU is both online ({online}) and allowed to this process ({allowed})")]
    NoneAllowed {
        /// The online CPUs.
        online: String,
        /// The CPUs that the affinity of the process allows.
        allowed: String,
    },
    /// The kernel refused to pin the thread.
    #[error("failed to pin this thread to CPU {cpu}: {errno}")]
    Pin {
        /// The CPU asked for.
        cpu: usize,
        /// The error of `sched_setaffinity(2)`.
        errno: Errno,
    },
}

/// Checks that a CPU exists and is online.
///
/// # Errors
///
/// When it is not; the error names the CPUs that are.
pub fn check_cpu(machine: &Machine, cpu: usize) -> Result<(), CpuError> {
    let online = online_cpus(machine)?;
    if online.contains(&cpu) {
        Ok(())
    } else {
        Err(CpuError::NotOnline {
            cpu,
            online: format_cpu_list(&online),
        })
    }
}

/// The highest-numbered CPU that is online, allowed to this process and, on processors with
/// several kinds of cores, a performance core.
///
/// The highest, because interrupts and the housekeeping of the kernel tend to settle on the lowest.
///
/// # Errors
///
/// When there is none.
pub fn default_cpu(machine: &Machine) -> Result<usize, CpuError> {
    let usable = usable_cpus(machine)?;
    let performance = performance_cpus(machine).unwrap_or_default();
    let best = performance.iter().filter(|cpu| usable.contains(cpu)).max();
    // There is at least one that is usable.
    Ok(best.or(usable.iter().max()).copied().unwrap_or_default())
}

/// The CPUs that are online and that the affinity of this process allows; never none.
///
/// # Errors
///
/// When the online CPUs cannot be read, or none of them is allowed.
pub fn usable_cpus(machine: &Machine) -> Result<Vec<usize>, CpuError> {
    let online = online_cpus(machine)?;
    let allowed = allowed_cpus(machine).unwrap_or_else(|| online.clone());
    let usable: Vec<usize> = online
        .iter()
        .copied()
        .filter(|cpu| allowed.contains(cpu))
        .collect();
    if usable.is_empty() {
        return Err(CpuError::NoneAllowed {
            online: format_cpu_list(&online),
            allowed: format_cpu_list(&allowed),
        });
    }
    Ok(usable)
}

/// Pins the calling thread, and the processes it starts from now on, to one CPU.
///
/// # Errors
///
/// When the kernel refuses, as for a CPU that is offline or outside the control group's set.
pub fn pin_to_cpu(cpu: usize) -> Result<(), CpuError> {
    let mut set = CpuSet::new();
    set.set(cpu)
        .and_then(|()| sched_setaffinity(Pid::from_raw(0), &set))
        .map_err(|errno| CpuError::Pin { cpu, errno })
}

/// Writes a list of CPUs as the kernel does: `0-3,8`.
///
/// ```
/// assert_eq!(assay_host::format_cpu_list(&[0, 1, 2, 3, 8]), "0-3,8");
/// ```
#[must_use]
pub fn format_cpu_list(cpus: &[usize]) -> String {
    let mut sorted = cpus.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let ranges = sorted.chunk_by(|left, right| left + 1 == *right);
    let parts: Vec<_> = ranges
        .map(|range| match range {
            [first, .., last] => format!("{first}-{last}"),
            single => single.iter().map(ToString::to_string).collect(),
        })
        .collect();
    parts.join(",")
}

pub(crate) fn online_cpus(machine: &Machine) -> Result<Vec<usize>, CpuError> {
    machine
        .read_cpus("online")
        .and_then(|list| parse_cpu_list(&list))
        .ok_or(CpuError::UnknownCpus)
}

/// The CPUs that the affinity of this process allows.
pub(crate) fn allowed_cpus(machine: &Machine) -> Option<Vec<usize>> {
    let status = machine.read("proc/self/status")?;
    let list = status
        .lines()
        .find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    parse_cpu_list(list.trim())
}

/// The performance cores of a processor with several kinds of cores.
pub(crate) fn performance_cpus(machine: &Machine) -> Option<Vec<usize>> {
    parse_cpu_list(&machine.read("sys/devices/cpu_core/cpus")?)
}
