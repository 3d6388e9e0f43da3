//! Reads a profile in the published form and prints its shares:
//! `cargo run -p assay-profile --example shares -- crates/profile/tests/data/scabbard128__enc.json`

use std::{env, error::Error, fs};

use assay_profile::Profile;

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args_os().nth(1).ok_or("usage: shares PROFILE.json")?;
    let profile: Profile = serde_json::from_str(&fs::read_to_string(path)?)?;
    for function in profile.functions() {
        let share = profile
            .share
            .as_ref()
            .and_then(|shares| shares.get(function));
        let calls = profile.calls_per_operation(function);
        match share.zip(calls) {
            Some((share, calls)) => println!(
                "{function:>10}: {:6.2} %, {calls} calls per operation",
                100.0 * share
            ),
            None => println!("{function:>10}: no operation was measured"),
        }
    }
    for discrepancy in profile.check() {
        println!("does not hold: {discrepancy}");
    }
    Ok(())
}
