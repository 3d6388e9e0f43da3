//! The command line of Assay: `cargo xtask COMMAND`. One file per command; everything else is in crates.
#![forbid(unsafe_code)]

mod commands;
mod exit;
mod progress;
mod screen;
mod setup;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use crate::commands::Command;
use crate::exit::Failure;

/// Builds, proves, times, weighs and reports candidate implementations of cryptographic algorithms.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version, after_help = exit::HELP)]
struct Arguments {
    /// Work on the folders `candidates`, `kat` and `reports` of another repository.
    #[arg(long, global = true, value_name = "DIR")]
    repository: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match arguments.command.run(arguments.repository.as_deref()) {
        Ok(exit) => exit.into(),
        Err(Failure { exit, error }) => {
            // Messages already hold what caused them.
            eprintln!("error: {error}");
            exit.into()
        }
    }
}
