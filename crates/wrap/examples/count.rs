//! Counts calls into a table the way a wrapper does, and reads them back the way a host does.

use assay_wrap::{
    Function,
    heap::{BLOCKS, Block, Heap},
    table::{CAPACITY, Slot, Table},
    ticks::TickSource,
};

static SLOTS: [Slot; CAPACITY] = [const { Slot::new() }; CAPACITY];
static PLACES: [Block; BLOCKS] = [const { Block::new() }; BLOCKS];
static HEAP: Heap = Heap::new(&PLACES);
static TABLE: Table = Table::new(&SLOTS, &HEAP, empty_call);

extern "C" fn empty_call() {
    TABLE.counted(Function::Drng, 0, 0, || ());
}

fn main() {
    TABLE.set_enabled(true);
    for bits in [256, 512, 256] {
        TABLE.counted(Function::PseudoXof, 264, bits, || {
            std::hint::black_box(bits)
        });
    }
    for count in TABLE.counts().flatten() {
        println!(
            "{} of {} bits to {} bits: {} calls, {} ticks ({})",
            count.function,
            count.in_bits,
            count.out_bits,
            count.calls,
            count.ticks,
            TickSource::HERE
        );
    }
    HEAP.set_enabled(true);
    let mark = HEAP.mark();
    HEAP.allocated(0x1000, 100);
    HEAP.resized(0x1000, 0x2000, 300);
    HEAP.released(0x2000);
    println!("{:?}", HEAP.since(&mark));
}
