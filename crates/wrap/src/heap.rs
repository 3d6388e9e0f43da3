//! Memory that a candidate asks the C library for.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// Blocks that can be followed at the same time.
pub const BLOCKS: usize = 1 << 16;

/// Above so many blocks, further ones are not followed: a search would take too long.
const MOST_FOLLOWED: u64 = (BLOCKS / 4 * 3) as u64;

/// The allocator's bookkeeping of a library: which blocks are in use, in bytes as they were asked for.
///
/// While it is off, calls pass by. A block that was given out meanwhile is unknown when it comes back.
#[repr(C)]
pub struct Heap {
    pub(crate) enabled: AtomicU32,
    live_bytes: AtomicU64,
    peak_bytes: AtomicU64,
    allocations: AtomicU64,
    releases: AtomicU64,
    followed: AtomicU64,
    not_followed: AtomicU64,
    blocks: &'static [Block; BLOCKS],
}

/// One block in use, at its address; 0 while the place is free.
#[repr(C)]
pub struct Block {
    address: AtomicU64,
    bytes: AtomicU64,
}

impl Block {
    /// A free place.
    pub const fn new() -> Self {
        Block {
            address: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
        }
    }
}

impl Default for Block {
    fn default() -> Self {
        Block::new()
    }
}

/// What was asked for since [`Heap::mark`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeapUse {
    /// The most bytes in use at a time, beyond those in use at the mark. As asked for: the allocator's own bookkeeping
    /// and rounding is not in it, nor the second copy that a `realloc` may hold for a moment.
    pub peak_bytes: u64,
    /// Calls that asked for memory: `malloc`, `calloc`, `realloc`, `reallocarray`, `aligned_alloc`, `memalign`,
    /// `posix_memalign`. Those that failed as well.
    pub allocations: u64,
    /// Calls of `free` with a block.
    pub releases: u64,
    /// Bytes in use now beyond those in use at the mark; negative when older blocks were given back.
    pub kept_bytes: i64,
    /// Blocks that found no place in the table, and are in no figure but the number of calls.
    pub not_followed: u64,
}

/// Where things stood when an operation began.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    live_bytes: u64,
    allocations: u64,
    releases: u64,
    not_followed: u64,
}

impl Heap {
    /// Bookkeeping that is off, over free places.
    pub const fn new(blocks: &'static [Block; BLOCKS]) -> Self {
        Heap {
            enabled: AtomicU32::new(0),
            live_bytes: AtomicU64::new(0),
            peak_bytes: AtomicU64::new(0),
            allocations: AtomicU64::new(0),
            releases: AtomicU64::new(0),
            followed: AtomicU64::new(0),
            not_followed: AtomicU64::new(0),
            blocks,
        }
    }

    /// Turns the bookkeeping on or off.
    pub fn set_enabled(&self, enabled: bool) {
        self.enabled.store(enabled.into(), Relaxed);
    }

    /// Begins an operation: the peak is what is in use now.
    pub fn mark(&self) -> Mark {
        let live_bytes = self.live_bytes.load(Relaxed);
        self.peak_bytes.store(live_bytes, Relaxed);
        Mark {
            live_bytes,
            allocations: self.allocations.load(Relaxed),
            releases: self.releases.load(Relaxed),
            not_followed: self.not_followed.load(Relaxed),
        }
    }

    /// What happened since the latest mark.
    pub fn since(&self, mark: &Mark) -> HeapUse {
        let since = |counter: &AtomicU64, then: u64| counter.load(Relaxed).wrapping_sub(then);
        HeapUse {
            peak_bytes: self
                .peak_bytes
                .load(Relaxed)
                .saturating_sub(mark.live_bytes),
            allocations: since(&self.allocations, mark.allocations),
            releases: since(&self.releases, mark.releases),
            kept_bytes: since(&self.live_bytes, mark.live_bytes).cast_signed(),
            not_followed: since(&self.not_followed, mark.not_followed),
        }
    }

    /// Notes a call that asked for memory and got the block at `address`, or nothing (0).
    pub fn allocated(&self, address: usize, bytes: usize) {
        if self.enabled.load(Relaxed) == 0 {
            return;
        }
        add(&self.allocations, 1);
        self.insert(address as u64, bytes as u64);
    }

    /// Notes that a block is about to be given back.
    pub fn released(&self, address: usize) {
        if self.enabled.load(Relaxed) == 0 || address == 0 {
            return;
        }
        add(&self.releases, 1);
        self.remove(address as u64);
    }

    /// Notes that the block at `old` (0 for none) was to have `bytes` bytes, and is at `new` now, or was not changed (0).
    pub fn resized(&self, old: usize, new: usize, bytes: usize) {
        if self.enabled.load(Relaxed) == 0 {
            return;
        }
        add(&self.allocations, 1);
        // Nothing for nothing: the old block is gone (`realloc(p, 0)`). Nothing for something: it is as it was.
        if new != 0 || bytes == 0 {
            self.remove(old as u64);
            self.insert(new as u64, bytes as u64);
        }
    }

    fn insert(&self, address: u64, bytes: u64) {
        if address == 0 {
            return;
        }
        if self.followed.load(Relaxed) >= MOST_FOLLOWED {
            add(&self.not_followed, 1);
            return;
        }
        let mut place = home(address);
        loop {
            let block = &self.blocks[place];
            match block.address.load(Relaxed) {
                0 => {
                    add(&self.followed, 1);
                    break;
                }
                // Given back behind our back, by code that is not wrapped, and given out again.
                other if other == address => {
                    subtract(&self.live_bytes, block.bytes.load(Relaxed));
                    break;
                }
                _ => place = (place + 1) % BLOCKS,
            }
        }
        self.blocks[place].address.store(address, Relaxed);
        self.blocks[place].bytes.store(bytes, Relaxed);
        add(&self.live_bytes, bytes);
        let live = self.live_bytes.load(Relaxed);
        if live > self.peak_bytes.load(Relaxed) {
            self.peak_bytes.store(live, Relaxed);
        }
    }

    /// Forgets a block. One that is not known stays so.
    fn remove(&self, address: u64) {
        let mut place = home(address);
        loop {
            match self.blocks[place].address.load(Relaxed) {
                0 => return,
                other if other == address => break,
                _ => place = (place + 1) % BLOCKS,
            }
        }
        subtract(&self.live_bytes, self.blocks[place].bytes.load(Relaxed));
        subtract(&self.followed, 1);
        self.close_gap(place);
    }

    /// Frees a place: what lies behind it and could lie in it moves up, so that no search stops too early.
    fn close_gap(&self, mut gap: usize) {
        let mut next = gap;
        loop {
            next = (next + 1) % BLOCKS;
            let block = &self.blocks[next];
            let address = block.address.load(Relaxed);
            if address == 0 {
                break;
            }
            let wanted = home(address);
            // Distances along the search from the wanted place.
            let to = |place: usize| place.wrapping_sub(wanted) % BLOCKS;
            if to(gap) < to(next) {
                self.blocks[gap].address.store(address, Relaxed);
                self.blocks[gap]
                    .bytes
                    .store(block.bytes.load(Relaxed), Relaxed);
                gap = next;
            }
        }
        self.blocks[gap].address.store(0, Relaxed);
    }
}

fn add(counter: &AtomicU64, amount: u64) {
    counter.store(counter.load(Relaxed).wrapping_add(amount), Relaxed);
}

fn subtract(counter: &AtomicU64, amount: u64) {
    counter.store(counter.load(Relaxed).wrapping_sub(amount), Relaxed);
}

/// Where the search for a block begins. Addresses are multiples of 16.
fn home(address: u64) -> usize {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    const { assert!(BLOCKS.is_power_of_two()) };
    ((address >> 4).wrapping_mul(GOLDEN) >> (u64::BITS - BLOCKS.ilog2())) as usize
}

#[cfg(test)]
#[path = "heap_tests.rs"]
mod tests;
