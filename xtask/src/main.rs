//! The command line of Assay: `cargo xtask COMMAND`. One file per command; everything else is in crates.
#![forbid(unsafe_code)]
// These panic when nothing can be written; `screen` does not.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod commands;
mod exit;
mod progress;
mod screen;
mod setup;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use crate::commands::Command;
use crate::exit::{Exit, Failure};

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
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(answer) => return say(&answer).into(),
    };
    let exit = match arguments.command.run(arguments.repository.as_deref()) {
        Ok(exit) => exit,
        Err(Failure { exit, error }) => {
            // Messages already hold what caused them.
            screen::remark(format_args!("error: {error}"));
            exit
        }
    };
    finish(exit).into()
}

/// Prints the help or version that was asked for, or what is wrong with the command line.
fn say(answer: &clap::Error) -> Exit {
    if answer.use_stderr() {
        // There is nowhere else to say it.
        let _ = answer.print();
        return Exit::Usage;
    }
    screen::text(answer.render());
    finish(Exit::Holds)
}

/// The exit code, unless results could not be written: then nobody knows them.
fn finish(exit: Exit) -> Exit {
    match screen::finish() {
        Ok(()) => exit,
        Err(error) => {
            screen::remark(format_args!(
                "error: failed to write results to standard output: {error}; free space or write them elsewhere, and run again"
            ));
            Exit::Internal
        }
    }
}
