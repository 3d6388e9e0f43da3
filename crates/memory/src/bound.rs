//! How wrong the batched counters can be.

use std::fs;

use crate::read::{MemoryError, online_cpus, page_size};

/// Resident pages are kept in three counters: of files, anonymous, and shared memory.
const COUNTERS: u64 = 3;

/// Bounds the error of one reading of a batched resident-set figure, in bytes.
///
/// Since Linux 6.2 each of the three counters is a `percpu_counter`: every CPU holds back up to
/// one page less than a batch of max(32, 2 × online CPUs) (`lib/percpu_counter.c`). Before, every
/// thread held back up to 64 page faults (`TASK_RSS_EVENTS_THRESH`, `mm/memory.c`). Newer kernels
/// add up the exact sum when `status` and `statm` are read, but update the high-water mark from
/// the batched value when memory is given back, so that the bound stays.
///
/// `holders` is the number of CPUs on which the process has run (1 when it was pinned before it
/// was started) or, before Linux 6.2, of its threads. A difference of two readings can be wrong by
/// twice the bound.
///
/// ```
/// // One CPU, a small machine, pages of 4 KiB: 31 pages in each of three counters.
/// assert_eq!(assay_memory::error_bound_bytes((6, 12), 1, 2, 4096), 3 * 31 * 4096);
/// ```
#[must_use]
pub fn error_bound_bytes(
    kernel: (u32, u32),
    holders: u64,
    online_cpus: u64,
    page_bytes: u64,
) -> u64 {
    let pages_held = if kernel >= (6, 2) {
        online_cpus.saturating_mul(2).max(32) - 1
    } else {
        64
    };
    COUNTERS
        .saturating_mul(pages_held)
        .saturating_mul(holders)
        .saturating_mul(page_bytes)
}

/// [`error_bound_bytes`] for the running kernel and this machine.
///
/// # Errors
///
/// When the kernel version, the number of CPUs or the page size cannot be had.
pub fn counter_error_bound_bytes(holders: u64) -> Result<u64, MemoryError> {
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease")
        .ok()
        .and_then(|release| parse_release(&release))
        .ok_or(MemoryError::System {
            what: "the kernel version",
        })?;
    Ok(error_bound_bytes(
        kernel,
        holders,
        online_cpus()?,
        page_size()?,
    ))
}

/// Major and minor version of a release such as `6.12.107+deb13-amd64`.
fn parse_release(release: &str) -> Option<(u32, u32)> {
    let mut parts = release.trim().splitn(3, ['.', '-', '+']);
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn releases() {
        assert_eq!(parse_release("6.12.107+deb13-amd64\n"), Some((6, 12)));
        assert_eq!(parse_release("5.4-custom"), Some((5, 4)));
        assert_eq!(parse_release("unknown"), None);
    }
}
