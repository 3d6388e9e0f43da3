//! Counts calls into a table the way a wrapper does, and reads them back the way a host does.

use assay_wrap::{
    Function,
    table::{CAPACITY, Slot, Table},
    ticks::TickSource,
};

static SLOTS: [Slot; CAPACITY] = [const { Slot::new() }; CAPACITY];
static TABLE: Table = Table::new(&SLOTS);

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
}
