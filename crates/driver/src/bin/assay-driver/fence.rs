//! Buffers between pages that nobody may touch.
//!
//! A buffer lies flush against the inaccessible pages behind it, so that every byte read or written
//! past its end faults, or as near to them as its alignment allows. Inputs are made read-only. The handler of faults looks up here what was hit.

use std::fmt;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use assay_driver::protocol::Placement;
use assay_kat::Verdict;
use assay_kat::buffer::{Heap, Memory, Region};

/// Inaccessible bytes on either side.
const FENCE_BYTES: usize = 64 << 10;

/// What memory from `malloc` is aligned to.
const ALIGNMENT: usize = 16;

/// Most buffers that a record has at once, with room to spare.
const SLOTS: usize = 64;

/// Where one fenced buffer lies. Free while `start` is 0.
struct Slot {
    start: AtomicUsize,
    capacity: AtomicUsize,
    pages_start: AtomicUsize,
    name: AtomicPtr<u8>,
    name_length: AtomicUsize,
    is_input: AtomicUsize,
}

static TABLE: [Slot; SLOTS] = [const {
    Slot {
        start: AtomicUsize::new(0),
        capacity: AtomicUsize::new(0),
        pages_start: AtomicUsize::new(0),
        name: AtomicPtr::new(ptr::null_mut()),
        name_length: AtomicUsize::new(0),
        is_input: AtomicUsize::new(0),
    }
}; SLOTS];

/// Memory whose buffers are fenced. Where no page can be had, it falls back to the heap.
pub(crate) struct Fenced {
    pub(crate) placement: Placement,
}

impl Memory for Fenced {
    fn place(&self, name: &'static str, capacity: usize) -> (Box<dyn Region>, usize) {
        match Pages::map(name, capacity, self.placement) {
            Some((pages, start)) => (Box::new(pages), start),
            None => Heap.place(name, capacity),
        }
    }
}

struct Pages {
    base: *mut u8,
    bytes: usize,
    slot: Option<&'static Slot>,
}

impl Pages {
    fn map(name: &'static str, capacity: usize, placement: Placement) -> Option<(Self, usize)> {
        let page = usize::try_from(assay_memory::page_size().ok()?).ok()?;
        // One page more than needed, so that there are always guard bytes in front.
        let bytes = capacity.checked_next_multiple_of(page)?.checked_add(page)?;
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
        let total = bytes.checked_add(2 * FENCE_BYTES)?;
        // SAFETY: a new anonymous mapping, whose middle is made accessible.
        let base = unsafe {
            let low = libc::mmap(ptr::null_mut(), total, libc::PROT_NONE, flags, -1, 0);
            if low == libc::MAP_FAILED {
                return None;
            }
            let base = low.wrapping_byte_add(FENCE_BYTES);
            if libc::mprotect(base, bytes, libc::PROT_READ | libc::PROT_WRITE) != 0 {
                libc::munmap(low, total);
                return None;
            }
            base.cast::<u8>()
        };
        let start = match placement {
            Placement::Flush => bytes - capacity,
            Placement::Aligned => (bytes - capacity) / ALIGNMENT * ALIGNMENT,
        };
        let slot = TABLE
            .iter()
            .find(|slot| slot.start.load(Ordering::Relaxed) == 0);
        if let Some(slot) = slot {
            slot.capacity.store(capacity, Ordering::Relaxed);
            slot.pages_start.store(base as usize, Ordering::Relaxed);
            slot.name.store(name.as_ptr().cast_mut(), Ordering::Relaxed);
            slot.name_length.store(name.len(), Ordering::Relaxed);
            slot.is_input.store(0, Ordering::Relaxed);
            slot.start.store(base as usize + start, Ordering::Release);
        }
        Some((Self { base, bytes, slot }, start))
    }
}

impl AsRef<[u8]> for Pages {
    fn as_ref(&self) -> &[u8] {
        // SAFETY: the pages are mapped, readable and initialised (zero) until `self` is dropped.
        unsafe { std::slice::from_raw_parts(self.base, self.bytes) }
    }
}

impl AsMut<[u8]> for Pages {
    fn as_mut(&mut self) -> &mut [u8] {
        // SAFETY: as above; nothing writes through the slice once the pages are sealed.
        unsafe { std::slice::from_raw_parts_mut(self.base, self.bytes) }
    }
}

impl Region for Pages {
    fn seal(&mut self) {
        // SAFETY: the pages are ours. A failure leaves them writable, and a write is then found by
        // comparison.
        unsafe { libc::mprotect(self.base.cast(), self.bytes, libc::PROT_READ) };
        if let Some(slot) = self.slot {
            slot.is_input.store(1, Ordering::Relaxed);
        }
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        if let Some(slot) = self.slot {
            slot.start.store(0, Ordering::Release);
        }
        let low = self.base.wrapping_sub(FENCE_BYTES).cast();
        // SAFETY: this is the mapping made in `map`, and no reference to it is left.
        unsafe { libc::munmap(low, self.bytes + 2 * FENCE_BYTES) };
    }
}

/// A buffer next to which, or in which, a fault happened.
pub(crate) struct Found {
    name: &'static str,
    capacity: usize,
    place: Place,
}

enum Place {
    Before(usize),
    Inside(usize),
    After(usize),
}

/// Which fenced buffer an address belongs to. Allocates nothing and takes no lock.
pub(crate) fn find(address: usize) -> Option<Found> {
    TABLE.iter().find_map(|slot| {
        let start = slot.start.load(Ordering::Acquire);
        let capacity = slot.capacity.load(Ordering::Relaxed);
        let pages_start = slot.pages_start.load(Ordering::Relaxed);
        let end = start + capacity;
        let is_input = slot.is_input.load(Ordering::Relaxed) == 1;
        let place = if start == 0 {
            return None;
        } else if (end..end + ALIGNMENT + FENCE_BYTES).contains(&address) {
            Place::After(address - end + 1)
        } else if is_input && (start..end).contains(&address) {
            Place::Inside(address - start)
        } else if (pages_start - FENCE_BYTES..pages_start).contains(&address)
            || (is_input && (pages_start..start).contains(&address))
        {
            Place::Before(start - address)
        } else {
            return None;
        };
        let name = slot.name.load(Ordering::Relaxed);
        // SAFETY: name and length are those of a static string.
        let name = unsafe {
            let length = slot.name_length.load(Ordering::Relaxed);
            std::str::from_utf8_unchecked(std::slice::from_raw_parts(name, length))
        };
        Some(Found {
            name,
            capacity,
            place,
        })
    })
}

impl Found {
    pub(crate) fn verdict(&self, by_write: Option<bool>) -> Verdict {
        match (&self.place, by_write) {
            (Place::Inside(_), _) => Verdict::InputWrite,
            (_, Some(false)) => Verdict::OverRead,
            (_, Some(true) | None) => Verdict::Overflow,
        }
    }

    pub(crate) fn sentence(&self, by_write: Option<bool>) -> Sentence<'_> {
        Sentence {
            found: self,
            by_write,
        }
    }
}

/// What happened, without the function.
pub(crate) struct Sentence<'a> {
    found: &'a Found,
    by_write: Option<bool>,
}

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Found {
            name,
            capacity,
            place,
        } = self.found;
        let verb = match self.by_write {
            Some(true) => "wrote",
            Some(false) => "read",
            None => "read or wrote",
        };
        match place {
            Place::Inside(offset) => write!(f, "wrote to its input {name} at byte {offset}"),
            Place::After(1) => write!(
                f,
                "{verb} at least 1 byte past the end of {name} ({capacity} bytes)"
            ),
            Place::After(bytes) => {
                write!(
                    f,
                    "{verb} at least {bytes} bytes past the end of {name} ({capacity} bytes)"
                )
            }
            Place::Before(bytes) => {
                write!(
                    f,
                    "{verb} at least {bytes} bytes in front of {name} ({capacity} bytes)"
                )
            }
        }
    }
}
