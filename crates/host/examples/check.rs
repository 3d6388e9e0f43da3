//! Prints the environment of this machine and whether it is fit to be measured on.
//!
//! Run with `cargo run -p assay-host --example check -- [CPU]`.

use assay_host::{Environment, Machine, Probes, Readiness, default_cpu};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let machine = Machine::here();
    let cpu = match std::env::args().nth(1) {
        Some(number) => number.parse()?,
        None => default_cpu(&machine)?,
    };
    let probes = Probes::run(&machine, cpu)?;
    let environment = Environment::of(&machine, cpu, None, probes.clock.as_ref())?;
    println!("{}", serde_json::to_string_pretty(&environment)?);

    let readiness = Readiness::of(&machine, cpu, &probes)?;
    for item in &readiness.items {
        println!(
            "{:24} {:?}: {} (wanted: {})",
            item.name, item.state, item.found, item.wanted
        );
        if let Some(command) = &item.command {
            println!("{:24} {command}", "");
        }
    }
    println!("ready: {}", readiness.is_ready());
    for problem in readiness.problems() {
        println!("- {problem}");
    }
    for remark in readiness.remarks() {
        println!("- (remark) {remark}");
    }
    Ok(())
}
