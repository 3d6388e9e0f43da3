//! The layout of the exported table `assay_wrap`.
//!
//! All that changes is atomic, so a host may read and set it through a shared reference. Relaxed accesses compile to
//! plain loads and stores; table and candidate are used by one thread.

use core::sync::atomic::{AtomicU32, AtomicU64};

use crate::{Function, heap::Heap, ticks::TickSource};

/// The exported symbol.
pub const SYMBOL: &str = "assay_wrap";
/// The version of the layout.
pub const ABI_VERSION: u32 = 2;
/// Slots in a table.
pub const CAPACITY: usize = 8192;

/// What a library exports.
#[repr(C)]
pub struct Table {
    /// [`ABI_VERSION`]; the first member in all versions.
    pub(crate) abi_version: u32,
    /// The code of the [`TickSource`].
    pub(crate) tick_source: u32,
    /// Calls are counted while this is not 0.
    pub(crate) enabled: AtomicU32,
    /// Not 0 during a counted call.
    pub(crate) busy: AtomicU32,
    /// Slots in use.
    pub(crate) used: AtomicU32,
    /// [`CAPACITY`].
    pub(crate) capacity: u32,
    /// Calls that found no slot.
    pub(crate) overflow_calls: AtomicU64,
    /// Outermost calls of each function, in the order of their codes.
    pub(crate) calls: [AtomicU64; Function::ALL.len()],
    pub(crate) slots: &'static [Slot; CAPACITY],
    pub(crate) heap: &'static Heap,
    /// Makes a counted call of nothing.
    pub(crate) empty_call: extern "C" fn(),
}

/// The counters of one call shape.
#[repr(C)]
pub struct Slot {
    /// The code of the function; 0 while the slot is free.
    pub(crate) function: AtomicU32,
    /// How many shapes had been seen before this one.
    pub(crate) order: AtomicU32,
    pub(crate) in_bits: AtomicU64,
    pub(crate) out_bits: AtomicU64,
    pub(crate) calls: AtomicU64,
    pub(crate) ticks: AtomicU64,
}

impl Slot {
    /// A free slot.
    pub const fn new() -> Self {
        Slot {
            function: AtomicU32::new(0),
            order: AtomicU32::new(0),
            in_bits: AtomicU64::new(0),
            out_bits: AtomicU64::new(0),
            calls: AtomicU64::new(0),
            ticks: AtomicU64::new(0),
        }
    }
}

impl Default for Slot {
    fn default() -> Self {
        Slot::new()
    }
}

impl Table {
    /// A table with counting off, over free slots. `empty_call` makes a call of nothing that is counted in this table in
    /// the way of the others: its cost is theirs.
    pub const fn new(
        slots: &'static [Slot; CAPACITY],
        heap: &'static Heap,
        empty_call: extern "C" fn(),
    ) -> Self {
        Table {
            abi_version: ABI_VERSION,
            tick_source: TickSource::HERE.code(),
            enabled: AtomicU32::new(0),
            busy: AtomicU32::new(0),
            used: AtomicU32::new(0),
            capacity: CAPACITY as u32,
            overflow_calls: AtomicU64::new(0),
            calls: [const { AtomicU64::new(0) }; Function::ALL.len()],
            slots,
            heap,
            empty_call,
        }
    }

    /// The version of the layout that the table says it has.
    pub fn abi_version(&self) -> u32 {
        self.abi_version
    }

    /// The number of slots that the table says it has.
    pub fn capacity(&self) -> u32 {
        self.capacity
    }

    /// The bookkeeping of the library's allocations.
    pub fn heap(&self) -> &'static Heap {
        self.heap
    }

    /// Makes a counted call of nothing, to learn what counting costs.
    #[inline]
    pub fn empty_call(&self) {
        (self.empty_call)();
    }

    /// What its ticks are, or `None` for an unknown code.
    pub fn tick_source(&self) -> Option<TickSource> {
        TickSource::from_code(self.tick_source)
    }
}
