//! Counts a closure and prints what was counted, by which source, and what reading it costs.
//!
//! Run with `cargo run -p assay-cycles --example count`.

use std::hint::black_box;

use assay_cycles::{Counter, Preference};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut counter = Counter::open(Preference::Best)?;
    for refused in counter.refused() {
        println!("not used  {refused}");
    }
    println!("source    {}", counter.source());
    println!("unit      {}", counter.unit());
    match counter.rate() {
        Some(rate) => println!("rate      {rate}"),
        None => println!("rate      that of the core clock"),
    }

    let floor = counter.measure_floor()?;
    println!(
        "floor     minimum {}, median {} {} over {} empty pairs",
        floor.minimum, floor.median, floor.unit, floor.pairs
    );

    let work = || (0..1000u64).fold(0u64, |sum, value| black_box(sum ^ (value * value)));

    let (_, window) = counter.measure(|| {
        for _ in 0..10_000 {
            black_box(work());
        }
    })?;
    println!(
        "window    {} for 10000 calls in {:.6} s",
        window.count,
        window.seconds()
    );

    let sampler = counter.sampler()?;
    let mut single = Vec::new();
    for _ in 0..101 {
        let (_, count) = sampler.measure(|| black_box(work()));
        single.push(floor.subtract(count)?.value);
    }
    sampler.finish()?;
    single.sort_unstable();
    println!("stamped   median {} {} a call", single[50], floor.unit);
    Ok(())
}
