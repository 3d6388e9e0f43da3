//! The commands.

mod build;
mod check;
mod kat;
mod new;
mod test;

use clap::Subcommand;

use crate::exit::{Exit, Failure};

/// What `cargo xtask` can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Known-answer tests: one line per instance, details on failure.
    Kat(kat::Arguments),
    /// Is this machine fit to measure on? Value, wanted value, and the command that sets it.
    Check(check::Arguments),
    /// Builds the libraries and says where they are and how large.
    Build(build::Arguments),
    /// Writes a commented manifest for a new candidate.
    New(new::Arguments),
    /// Runs the project's own tests, with nextest when it is installed.
    Test(test::Arguments),
}

impl Command {
    pub(crate) fn run(self) -> Result<Exit, Failure> {
        match self {
            Command::Kat(arguments) => kat::run(arguments),
            Command::Check(arguments) => check::run(arguments),
            Command::Build(arguments) => build::run(arguments),
            Command::New(arguments) => new::run(arguments),
            Command::Test(arguments) => test::run(&arguments),
        }
    }
}
