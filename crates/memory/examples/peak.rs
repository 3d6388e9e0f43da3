//! Touches 64 MiB, gives them back, and prints what the kernel says at each point.
//!
//! Run with `cargo run -p assay-memory --example peak`.

use std::hint::black_box;

use assay_memory::{SELF, counter_error_bound_bytes, exact_resident_bytes, status};

fn main() -> Result<(), assay_memory::MemoryError> {
    println!(
        "baseline          {} KiB",
        exact_resident_bytes(SELF)? / 1024
    );
    let block = black_box(vec![1u8; 64 << 20]);
    println!(
        "with 64 MiB more  {} KiB",
        exact_resident_bytes(SELF)? / 1024
    );
    drop(block);
    println!(
        "high-water mark   {} KiB",
        status(SELF)?.high_water_bytes / 1024
    );
    assay_memory::reset_high_water_mark(SELF)?;
    println!(
        "after reset       {} KiB",
        status(SELF)?.high_water_bytes / 1024
    );
    println!(
        "error bound       {} KiB for a process on one CPU",
        counter_error_bound_bytes(1)? / 1024
    );
    Ok(())
}
