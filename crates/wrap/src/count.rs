use core::sync::atomic::Ordering::Relaxed;

use crate::{
    Function,
    table::{CAPACITY, Slot, Table},
    ticks,
};

/// What one slot holds: the calls of one function with one input and one output length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallCount {
    /// The function.
    pub function: Function,
    /// Bits of input; 0 for the random number generator.
    pub in_bits: u64,
    /// Bits of output asked for.
    pub out_bits: u64,
    /// Outermost calls.
    pub calls: u64,
    /// Ticks spent in them, of the table's source.
    pub ticks: u64,
    /// How many shapes had been seen before this one.
    pub order: u32,
}

impl Table {
    /// Makes `call`, and counts it if counting is on and it is not made by a counted call.
    #[inline]
    pub fn counted<T>(
        &self,
        function: Function,
        in_bits: u64,
        out_bits: u64,
        call: impl FnOnce() -> T,
    ) -> T {
        if self.enabled.load(Relaxed) == 0 || self.busy.load(Relaxed) != 0 {
            return call();
        }
        self.busy.store(1, Relaxed);
        let start = ticks::now();
        let result = call();
        let ticks = ticks::now().wrapping_sub(start);
        self.busy.store(0, Relaxed);
        self.add(function, in_bits, out_bits, ticks);
        result
    }

    /// Turns counting on or off.
    pub fn set_enabled(&self, enabled: bool) {
        self.enabled.store(enabled.into(), Relaxed);
    }

    /// Forgets all counts. Does not turn counting on or off.
    pub fn reset(&self) {
        for slot in self.slots {
            for counter in [&slot.in_bits, &slot.out_bits, &slot.calls, &slot.ticks] {
                counter.store(0, Relaxed);
            }
            slot.order.store(0, Relaxed);
            slot.function.store(0, Relaxed);
        }
        for calls in &self.calls {
            calls.store(0, Relaxed);
        }
        self.used.store(0, Relaxed);
        self.busy.store(0, Relaxed);
        self.overflow_calls.store(0, Relaxed);
    }

    /// Outermost calls of each function since the last reset, in the order of [`Function::ALL`]; those without a slot as
    /// well.
    pub fn calls(&self) -> [u64; Function::ALL.len()] {
        self.calls.each_ref().map(|calls| calls.load(Relaxed))
    }

    /// Calls that found no slot, and are in no count.
    pub fn overflow_calls(&self) -> u64 {
        self.overflow_calls.load(Relaxed)
    }

    /// All counts, in no particular order. A slot that names no function of ours is given as its code.
    pub fn counts(&self) -> impl Iterator<Item = Result<CallCount, u32>> + '_ {
        self.slots
            .iter()
            .filter_map(|slot| match slot.function.load(Relaxed) {
                0 => None,
                code => Some(
                    Function::from_code(code)
                        .map(|function| slot.read(function))
                        .ok_or(code),
                ),
            })
    }

    fn add(&self, function: Function, in_bits: u64, out_bits: u64, ticks: u64) {
        let calls = &self.calls[function.code() as usize - 1];
        calls.store(calls.load(Relaxed) + 1, Relaxed);
        match self.slot(function, in_bits, out_bits) {
            Some(slot) => {
                slot.calls.store(slot.calls.load(Relaxed) + 1, Relaxed);
                slot.ticks
                    .store(slot.ticks.load(Relaxed).wrapping_add(ticks), Relaxed);
            }
            None => self
                .overflow_calls
                .store(self.overflow_calls.load(Relaxed) + 1, Relaxed),
        }
    }

    /// The slot of a shape: its own, else the first free one after its home.
    fn slot(&self, function: Function, in_bits: u64, out_bits: u64) -> Option<&Slot> {
        let home = home(function, in_bits, out_bits);
        for offset in 0..CAPACITY {
            let slot = &self.slots[(home + offset) % CAPACITY];
            match slot.function.load(Relaxed) {
                0 => {
                    slot.in_bits.store(in_bits, Relaxed);
                    slot.out_bits.store(out_bits, Relaxed);
                    slot.function.store(function.code(), Relaxed);
                    let used = self.used.load(Relaxed);
                    slot.order.store(used, Relaxed);
                    self.used.store(used + 1, Relaxed);
                    return Some(slot);
                }
                code if code == function.code()
                    && slot.in_bits.load(Relaxed) == in_bits
                    && slot.out_bits.load(Relaxed) == out_bits =>
                {
                    return Some(slot);
                }
                _ => {}
            }
        }
        None
    }
}

impl Slot {
    fn read(&self, function: Function) -> CallCount {
        CallCount {
            function,
            in_bits: self.in_bits.load(Relaxed),
            out_bits: self.out_bits.load(Relaxed),
            calls: self.calls.load(Relaxed),
            ticks: self.ticks.load(Relaxed),
            order: self.order.load(Relaxed),
        }
    }
}

/// Where the search for a shape's slot begins. Lengths are mostly multiples of 8, so the high bits of a product are
/// taken.
fn home(function: Function, in_bits: u64, out_bits: u64) -> usize {
    const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
    const { assert!(CAPACITY.is_power_of_two()) };
    let mixed =
        (in_bits.wrapping_mul(GOLDEN) ^ out_bits.rotate_left(32) ^ u64::from(function.code()))
            .wrapping_mul(GOLDEN);
    (mixed >> (u64::BITS - CAPACITY.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::{BLOCKS, Block, Heap};

    fn table() -> Table {
        let slots: Box<[Slot; CAPACITY]> = (0..CAPACITY)
            .map(|_| Slot::new())
            .collect::<Vec<_>>()
            .try_into()
            .ok()
            .expect("as many slots as asked for");
        Table::new(Box::leak(slots), &HEAP, nothing)
    }

    static PLACES: [Block; BLOCKS] = [const { Block::new() }; BLOCKS];
    static HEAP: Heap = Heap::new(&PLACES);

    extern "C" fn nothing() {}

    fn shapes(table: &Table) -> Vec<(Function, u64, u64, u64)> {
        let mut counts: Vec<_> = table
            .counts()
            .map(|count| count.expect("only our functions were counted"))
            .collect();
        counts.sort_by_key(|count| count.order);
        counts
            .iter()
            .map(|count| (count.function, count.in_bits, count.out_bits, count.calls))
            .collect()
    }

    #[test]
    fn counts_calls_by_shape_in_order_of_first_occurrence() {
        let table = table();
        table.set_enabled(true);
        for (function, in_bits, out_bits) in [
            (Function::PseudoXof, 256, 512),
            (Function::Drng, 0, 256),
            (Function::PseudoXof, 256, 512),
            (Function::PseudoXof, 256, 1024),
            (Function::Pseudohash, 256, 512),
        ] {
            assert_eq!(table.counted(function, in_bits, out_bits, || 7), 7);
        }
        let expected = [
            (Function::PseudoXof, 256, 512, 2),
            (Function::Drng, 0, 256, 1),
            (Function::PseudoXof, 256, 1024, 1),
            (Function::Pseudohash, 256, 512, 1),
        ];
        assert_eq!(shapes(&table), expected);
        assert_eq!(table.overflow_calls(), 0);
        assert_eq!(table.calls(), [1, 3, 0, 1]);
    }

    #[test]
    fn counts_only_while_enabled() {
        let table = table();
        table.counted(Function::Sm3hash, 8, 256, || ());
        assert_eq!(shapes(&table), []);
        table.set_enabled(true);
        table.counted(Function::Sm3hash, 8, 256, || ());
        table.set_enabled(false);
        table.counted(Function::Sm3hash, 8, 256, || ());
        assert_eq!(shapes(&table), [(Function::Sm3hash, 8, 256, 1)]);
    }

    #[test]
    fn nested_calls_belong_to_the_outer_one() {
        let table = table();
        table.set_enabled(true);
        table.counted(Function::Pseudohash, 8, 512, || {
            table.counted(Function::Sm3hash, 24, 256, || ())
        });
        table.counted(Function::Sm3hash, 24, 256, || ());
        assert_eq!(
            shapes(&table),
            [
                (Function::Pseudohash, 8, 512, 1),
                (Function::Sm3hash, 24, 256, 1)
            ]
        );
    }

    #[test]
    fn calls_without_a_slot_are_overflow() {
        let table = table();
        table.set_enabled(true);
        for bits in 0..CAPACITY as u64 + 3 {
            table.counted(Function::PseudoXof, bits, 256, || ());
        }
        assert_eq!(shapes(&table).len(), CAPACITY);
        assert_eq!(table.overflow_calls(), 3);
        table.counted(Function::PseudoXof, 5, 256, || ());
        assert_eq!(shapes(&table)[5], (Function::PseudoXof, 5, 256, 2));
        assert_eq!(table.overflow_calls(), 3);
    }

    #[test]
    fn reset_frees_all_slots() {
        let table = table();
        table.set_enabled(true);
        for bits in 0..CAPACITY as u64 + 1 {
            table.counted(Function::Drng, 0, bits, || ());
        }
        assert_eq!(table.calls(), [0, 0, 0, CAPACITY as u64 + 1]);
        table.reset();
        assert_eq!(shapes(&table), []);
        assert_eq!(table.calls(), [0; 4]);
        assert_eq!(table.overflow_calls(), 0);
        table.counted(Function::Drng, 0, 64, || ());
        assert_eq!(shapes(&table), [(Function::Drng, 0, 64, 1)]);
    }

    #[test]
    fn ticks_add_up() {
        let table = table();
        table.add(Function::Drng, 0, 64, 3);
        table.add(Function::Drng, 0, 64, u64::from(u32::MAX));
        let count = table
            .counts()
            .next()
            .expect("a count")
            .expect("our function");
        assert_eq!(count.ticks, u64::from(u32::MAX) + 3);
    }

    #[test]
    fn a_slot_of_an_unknown_function_is_named_by_its_code() {
        let table = table();
        table.slots[3].function.store(99, Relaxed);
        assert_eq!(table.counts().collect::<Vec<_>>(), [Err(99)]);
    }
}
