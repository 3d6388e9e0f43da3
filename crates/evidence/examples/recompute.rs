//! Recomputes everything in a timing record that follows from its raw data, and says what differs.
//!
//!     cargo run -p assay-evidence --example recompute -- [RECORD.json]

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use assay_evidence::TimingRecord;
use assay_evidence::derive::check;

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args_os()
        .nth(1)
        .map_or_else(published_record, PathBuf::from);
    let record: TimingRecord = serde_json::from_slice(&fs::read(&path)?)?;
    let head = &record.head;
    println!(
        "{}: {}/{} {}",
        path.display(),
        head.candidate,
        head.label,
        head.operation_key()
    );
    if let Some(results) = &record.results {
        println!(
            "mean {:.3e} s over {} calls",
            results.mean_seconds, results.measurements
        );
    }
    let differences = check(&record);
    for difference in &differences {
        println!("{difference}");
    }
    match differences.len() {
        0 => println!("every statistic follows from the raw data"),
        count => return Err(format!("{count} members do not follow from the raw data").into()),
    }
    Ok(())
}

fn published_record() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/published/records/kem-24/scabbard128__enc.json")
}
