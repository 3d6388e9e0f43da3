//! `cargo xtask test`: the project's own tests.

use std::process::Command;

use crate::exit::{Exit, Failure, WithExit};
use crate::setup;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Passed on to nextest or `cargo test`: filters, `--no-fail-fast`, …
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Runs all tests, with nextest when it is installed.
///
/// Documentation tests run first, because nextest does not know them; the line that counts is the last one.
pub(crate) fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let Arguments { arguments } = arguments;
    let repository = setup::own_repository();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let command = |words: &[&str]| {
        let mut command = Command::new(&cargo);
        command
            .current_dir(repository.root())
            .args(words)
            .env_remove("CARGO_MANIFEST_DIR");
        command
    };
    let nextest = command(&["nextest", "--version"])
        .output()
        .is_ok_and(|output| output.status.success());

    let mut steps = Vec::new();
    if nextest {
        if arguments.is_empty() {
            steps.push(command(&["test", "--workspace", "--doc", "--locked"]));
        }
        let mut all = command(&["nextest", "run", "--workspace", "--locked"]);
        all.args(arguments);
        steps.push(all);
    } else {
        let mut all = command(&["test", "--workspace", "--locked"]);
        all.args(arguments);
        steps.push(all);
    }
    for mut step in steps {
        let status = step
            .status()
            .map_err(|error| anyhow::anyhow!("failed to start {:?}: {error}", step.get_program()))
            .exit(Exit::Internal)?;
        if !status.success() {
            return Ok(Exit::DoesNotHold);
        }
    }
    Ok(Exit::Holds)
}
