//! Reading a counter in user space through the page that the kernel maps for an event.
//!
//! The protocol is that of the comments in `struct perf_event_mmap_page`: the kernel changes the
//! sequence number before and after each update; `index` is the hardware counter plus one, 0 while
//! the event is not on the hardware; the count is `offset` plus the hardware value, sign-extended
//! from `pmc_width` bits.

use std::os::fd::RawFd;
use std::ptr::NonNull;
use std::sync::atomic::{Ordering, compiler_fence};
use std::{io, ptr};

use crate::architecture;

/// How often a reading that the kernel disturbed is begun anew before `read(2)` is used. The
/// kernel updates the page with interrupts off on the same CPU, so one repeat nearly always does.
const ATTEMPTS: usize = 16;

/// What is needed of the mapped page. A trait, so that the protocol can be tested without the
/// hardware.
pub(crate) trait Page {
    /// Odd while an update is going on.
    fn sequence(&self) -> u32;
    fn index(&self) -> u32;
    fn offset(&self) -> i64;
    fn user_read_allowed(&self) -> bool;
    fn width(&self) -> u16;
    /// The raw hardware counter, or `None` when it cannot be read by its number.
    fn hardware(&self, number: u32) -> Option<u64>;
}

/// The current count, or `None` when the page does not give it now and `read(2)` must.
#[inline]
pub(crate) fn read_count(page: &impl Page) -> Option<u64> {
    for _ in 0..ATTEMPTS {
        let sequence = page.sequence();
        if !sequence.is_multiple_of(2) {
            continue;
        }
        compiler_fence(Ordering::SeqCst);
        let index = page.index();
        if index == 0 || !page.user_read_allowed() {
            return None;
        }
        let offset = page.offset();
        let width = page.width();
        let raw = page.hardware(index - 1)?;
        compiler_fence(Ordering::SeqCst);
        if page.sequence() == sequence {
            return Some(
                offset
                    .wrapping_add(sign_extend(raw, width)?)
                    .cast_unsigned(),
            );
        }
    }
    None
}

#[inline]
fn sign_extend(raw: u64, width: u16) -> Option<i64> {
    let unused = 64u32.checked_sub(u32::from(width)).filter(|&n| n < 64)?;
    Some((raw << unused).cast_signed() >> unused)
}

/// The beginning of `struct perf_event_mmap_page`; part of the kernel's stable interface.
#[repr(C)]
struct Layout {
    version: u32,
    compat_version: u32,
    lock: u32,
    index: u32,
    offset: i64,
    time_enabled: u64,
    time_running: u64,
    capabilities: u64,
    pmc_width: u16,
}

/// Bit 2 of the capabilities, `cap_user_rdpmc`.
const CAP_USER_RDPMC: u64 = 1 << 2;

/// The page of one event, mapped read-only.
pub(crate) struct MappedPage {
    layout: NonNull<Layout>,
    length: usize,
}

impl MappedPage {
    /// Maps the first page of the event behind `descriptor`.
    pub(crate) fn map(descriptor: RawFd) -> io::Result<Self> {
        // SAFETY: sysconf has no preconditions.
        let length = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) })
            .map_err(|_| io::Error::last_os_error())?;
        // SAFETY: a new mapping at an address of the kernel's choice touches no memory of ours.
        let address = unsafe {
            libc::mmap(
                ptr::null_mut(),
                length,
                libc::PROT_READ,
                libc::MAP_SHARED,
                descriptor,
                0,
            )
        };
        if address == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let layout = NonNull::new(address.cast::<Layout>())
            .ok_or_else(|| io::Error::from_raw_os_error(libc::EFAULT))?;
        Ok(Self { layout, length })
    }
}

impl Drop for MappedPage {
    fn drop(&mut self) {
        // SAFETY: the range is the mapping made in `map`, and no reference to it outlives `self`.
        unsafe {
            libc::munmap(self.layout.as_ptr().cast(), self.length);
        }
    }
}

macro_rules! read_field {
    ($page:expr, $field:ident) => {{
        // SAFETY: the pointer is to a live mapping of at least a page, which begins with a
        // `Layout`; the kernel may write it at any time, hence a volatile read and no reference.
        unsafe { (&raw const (*$page.layout.as_ptr()).$field).read_volatile() }
    }};
}

impl Page for MappedPage {
    #[inline]
    fn sequence(&self) -> u32 {
        read_field!(self, lock)
    }

    #[inline]
    fn index(&self) -> u32 {
        read_field!(self, index)
    }

    #[inline]
    fn offset(&self) -> i64 {
        read_field!(self, offset)
    }

    #[inline]
    fn user_read_allowed(&self) -> bool {
        read_field!(self, capabilities) & CAP_USER_RDPMC != 0
    }

    #[inline]
    fn width(&self) -> u16 {
        read_field!(self, pmc_width)
    }

    #[inline]
    fn hardware(&self, number: u32) -> Option<u64> {
        // SAFETY: the page has just said that user space may read this counter, which it only does
        // while the kernel has enabled the instruction for this address space.
        unsafe { architecture::read_hardware_counter(number) }
    }
}

#[cfg(test)]
#[path = "page_tests.rs"]
mod tests;
