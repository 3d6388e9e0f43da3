//! Makes the known-answer text of a library (no hash function) on standard output, record by record.
//!
//! Run with `cargo run -p assay-driver --example records -- target/debug/assay-driver LIBRARY.so [RECORDS]`.

use std::time::Duration;

use assay_driver::protocol::{Answer, Job, Placement, Work};
use assay_driver::{Cancel, Driver};
use assay_kat::{Form, RECORDS, write_records};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(binary), Some(library)) = (arguments.next(), arguments.next()) else {
        return Err("expected the path of assay-driver and that of a library".into());
    };
    let records = arguments
        .next()
        .map_or(Ok(RECORDS), |count| count.parse())?;
    for first in 0..records {
        let work = Work::Kat {
            first,
            count: 1,
            file: None,
            placement: Placement::Aligned,
        };
        let mut made = Vec::new();
        let outcome = Driver::new(&binary).run(
            &Job::new(&library, work),
            Duration::from_secs(900),
            &mut std::io::stderr(),
            &Cancel::new()?,
            &mut |answer| {
                if let Answer::Record(record) = answer {
                    made.push(record);
                }
            },
        )?;
        if let Some(failure) = outcome.ending.failure() {
            return Err(failure.detail.into());
        }
        write_records(&made, Form::Filled, &mut std::io::stdout())?;
    }
    Ok(())
}
