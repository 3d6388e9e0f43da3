//! Asks a library what it is, in a process of its own.
//!
//! Run with `cargo run -p assay-driver --example describe -- target/debug/assay-driver LIBRARY.so`.

use std::time::Duration;

use assay_driver::protocol::{Answer, Job, Work};
use assay_driver::{Cancel, Driver};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(binary), Some(library)) = (arguments.next(), arguments.next()) else {
        return Err("expected the path of assay-driver and that of a library".into());
    };
    let mut show = |answer| {
        if let Answer::Description(description) = answer {
            println!("{description:#?}");
        }
    };
    let outcome = Driver::new(binary).run(
        &Job::new(library, Work::Describe),
        Duration::from_secs(10),
        &mut std::io::stderr(),
        &Cancel::new()?,
        &mut show,
    )?;
    println!(
        "{} after {:.3} s",
        outcome.ending.sentence(),
        outcome.wall_s
    );
    Ok(())
}
