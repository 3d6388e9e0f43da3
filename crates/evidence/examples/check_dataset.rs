//! Checks every record and profile of a dataset against its own raw data.
//!
//! `cargo run -p assay-evidence --example check_dataset [FOLDER]`; without a folder, the excerpt of the published
//! dataset that comes with this crate.

use std::path::Path;

use assay_evidence::{Error, Store, check};

fn main() -> Result<(), Error> {
    let folder = std::env::args_os().nth(1).map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/published"),
        Into::into,
    );
    let store = Store::new(folder);
    let build = store.read_build()?.unwrap_or_default();
    for candidate in store.candidates()? {
        let evidence = store.evidence_of(&candidate, &build)?;
        for record in &evidence.records {
            let mean = record
                .results
                .as_ref()
                .map_or(f64::NAN, |results| results.mean_seconds * 1e6);
            println!(
                "{candidate}/{} {}: mean {mean:.2} µs",
                record.head.label,
                record.head.operation_key()
            );
            for discrepancy in check(record) {
                println!("  {discrepancy}");
            }
        }
        for memory in &evidence.memories {
            for discrepancy in memory.check() {
                println!(
                    "{candidate}/{} memory {}: {discrepancy}",
                    memory.label,
                    memory.operation_key()
                );
            }
        }
        for profile in &evidence.profiles {
            for discrepancy in profile.profile.check() {
                println!(
                    "{candidate}/{} profile {}: {discrepancy}",
                    profile.label,
                    profile.operation_key()
                );
            }
        }
    }
    Ok(())
}
