//! What this process may use.

use std::io;
use std::mem;

use assay_driver::protocol::Envelope;
use assay_sandbox::Limits;

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
    if result == 0 {
        Ok(())
    } else {
        Err(io::Error::last_os_error())
    }
}

/// Raises the soft limit of descriptors so that `wanted` is allowed, as far as the hard limit
/// goes; gives the highest number at or below `wanted` that can be used.
pub(crate) fn raise_descriptor_limit(wanted: i32) -> i32 {
    let needed = libc::rlim_t::try_from(wanted).unwrap_or(0) + 1;
    let mut limit = libc::rlimit {
        rlim_cur: 0,
        rlim_max: 0,
    };
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

/// Lets all threads allocate as the first one does; otherwise foreign code, which runs on a second
/// thread, would get memory in another way than in a program of its own.
pub(crate) fn use_one_arena() {
    // SAFETY: a plain call; there is only one thread so far.
    unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
}

/// Lets `malloc` fill what it hands out with this value from now on; `calloc` is not affected. A C
/// library that does not know the option leaves memory as it is.
pub(crate) fn fill_allocations(fill: u8) {
    // glibc hands out the complement of the option's value, and 0 would switch the option off.
    // SAFETY: a plain call of the allocator.
    unsafe { libc::mallopt(libc::M_PERTURB, i32::from(!fill)) };
}

/// Limits this process: address space beyond what is used now, processor time, and no file may be
/// written. Gives the state of each limit, and the limit of the address space in bytes.
pub(crate) fn apply(
    envelope: &Envelope,
) -> Result<(Vec<(String, String)>, u64), assay_memory::MemoryError> {
    let used = assay_memory::statm(assay_memory::SELF)?.size_pages * assay_memory::page_size()?;
    let limit = used.saturating_add(envelope.job.memory_bytes);
    let limits = Limits {
        address_space_bytes: Some(limit),
        cpu_seconds: Some(envelope.cpu_seconds),
        file_size_bytes: Some(0),
        parent: Some(envelope.parent),
    };
    let layers = limits.apply();
    let states = layers
        .all()
        .map(|(name, layer)| (name.to_owned(), layer.to_string()));
    Ok((states.into(), limit))
}

/// Ends the process without running anything else.
pub(crate) fn exit_now(code: i32) -> ! {
    // SAFETY: `_exit` does not return and runs no code of this process.
    unsafe { libc::_exit(code) }
}
