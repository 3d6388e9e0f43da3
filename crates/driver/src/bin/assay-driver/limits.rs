//! What this process may use.

use std::io;
use std::mem;

/// Stays on one CPU.
pub(crate) fn pin(cpu: usize) -> io::Result<()> {
    if cpu >= 8 * mem::size_of::<libc::cpu_set_t>() {
        return Err(io::Error::from_raw_os_error(libc::EINVAL));
    }
    // SAFETY: an all-zero CPU set is an empty one; the CPU was checked to fit.
    let result = unsafe {
        let mut set: libc::cpu_set_t = mem::zeroed();
        libc::CPU_SET(cpu, &mut set);
        libc::sched_setaffinity(0, mem::size_of_val(&set), &raw const set)
    };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Raises the soft limit of descriptors so that `wanted` is allowed, as far as the hard limit
/// goes; gives the highest number at or below `wanted` that can be used.
pub(crate) fn raise_descriptor_limit(wanted: i32) -> i32 {
    let needed = libc::rlim_t::try_from(wanted).unwrap_or(0) + 1;
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the structure is valid for reading and writing.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) != 0 {
            return 0;
        }
        if limit.rlim_cur < needed {
            limit.rlim_cur = needed.min(limit.rlim_max);
            libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limit);
        }
    }
    i32::try_from(limit.rlim_cur.min(needed)).map_or(wanted, |count| count - 1)
}

/// Allows `bytes` of address space beyond what is used now, and no core dumps. Gives the limit.
pub(crate) fn limit_memory(bytes: u64) -> io::Result<u64> {
    let used = assay_memory::statm(assay_memory::SELF).map_err(io::Error::other)?.size_pages
        * assay_memory::page_size().map_err(io::Error::other)?;
    let limit = used.saturating_add(bytes);
    for (resource, value) in [(libc::RLIMIT_AS, limit), (libc::RLIMIT_CORE, 0)] {
        let value = libc::rlimit { rlim_cur: value, rlim_max: value };
        // SAFETY: the structure is valid for reading.
        if unsafe { libc::setrlimit(resource, &raw const value) } != 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(limit)
}

/// Ends the process without running anything else.
pub(crate) fn exit_now(code: i32) -> ! {
    // SAFETY: `_exit` does not return and runs no code of this process.
    unsafe { libc::_exit(code) }
}
