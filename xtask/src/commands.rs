//! The commands.

mod bench;
mod build;
mod campaign;
mod check;
mod compare;
mod import;
mod kat;
mod new;
mod plan;
mod publish;
mod report;
mod test;
mod validate;

use std::path::Path;

use clap::Subcommand;

use crate::exit::{Exit, Failure};
use crate::setup;

/// What `cargo xtask` can do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// The whole chain: build, known-answer tests, timing, memory, hash profile, evidence, pages. Run it again and it does
    /// only what is missing.
    Campaign(campaign::Arguments),
    /// Imports a submission as it was handed in: unpacks sources and known answers, finds out what they are, and writes a
    /// commented manifest.
    Import(import::Arguments),
    /// Known-answer tests: one line per instance, details on failure.
    Kat(kat::Arguments),
    /// Is this machine fit to measure on? Value, wanted value, and the command that sets it.
    Check(check::Arguments),
    /// Builds the libraries and says where they are and how large.
    Build(build::Arguments),
    /// What a campaign would run, and how long it would take.
    Plan(plan::Arguments),
    /// Writes the pages again from the stored evidence.
    Report(report::Arguments),
    /// Checks datasets: recomputes every number from raw data, every digest, and renders every page again.
    Validate(validate::Arguments),
    /// Makes a run the published dataset of its system, all of it or nothing.
    Publish(publish::Arguments),
    /// Compares two campaigns of one machine, operation by operation.
    Compare(compare::Arguments),
    /// Writes a commented manifest for a new candidate.
    New(new::Arguments),
    /// Ratios within one run: what stamps cost, how medians and means spread, timed work over wall time, speeds in SM3
    /// compressions.
    Bench(bench::Arguments),
    /// Runs the project's own tests, with nextest when it is installed.
    Test(test::Arguments),
}

impl Command {
    pub(crate) fn run(self, folder: Option<&Path>) -> Result<Exit, Failure> {
        let repository = setup::repository(folder)?;
        match self {
            Command::Campaign(arguments) => campaign::run_campaign(repository, arguments),
            Command::Import(arguments) => import::run(repository, arguments),
            Command::Kat(arguments) => kat::run(repository, arguments),
            Command::Check(arguments) => check::run(arguments),
            Command::Build(arguments) => build::run(repository, arguments),
            Command::Plan(arguments) => plan::run(repository, arguments),
            Command::Report(arguments) => report::run(repository, arguments),
            Command::Validate(arguments) => validate::run(repository, arguments),
            Command::Publish(arguments) => publish::run(repository, arguments),
            Command::Compare(arguments) => compare::run(repository, arguments),
            Command::New(arguments) => new::run(repository, arguments),
            Command::Bench(arguments) => bench::run(repository, &arguments),
            Command::Test(arguments) => test::run(&arguments),
        }
    }
}
