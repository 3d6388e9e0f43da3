//! What every command starts from.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use assay_campaign::{DEADLINE, Interrupt, Repository, Workbench};
use assay_manifest::{Candidate, Selection, select};

use crate::exit::{Exit, Failure, WithExit};

/// The repository this program was built from. Driver and wrappers are always its own.
pub(crate) fn own_repository() -> Repository {
    let package = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    Repository::new(package.parent().map_or(package.as_path(), Path::new))
}

/// The repository of candidates to work on: the folder asked for, or the one this program was built from.
pub(crate) fn repository(folder: Option<&Path>) -> Result<Repository, Failure> {
    let Some(folder) = folder else {
        return Ok(own_repository());
    };
    if !folder.join("candidates").is_dir() {
        return Err(anyhow!("{} has no folder `candidates`", folder.display())).exit(Exit::Usage);
    }
    let folder = folder
        .canonicalize()
        .map_err(|error| anyhow!("failed to find {}: {error}", folder.display()))
        .exit(Exit::Usage)?;
    Ok(Repository::new(folder))
}

/// The chosen instances.
pub(crate) fn choose<'a>(
    candidates: &'a [Candidate],
    names: &[String],
) -> Result<Selection<'a>, Failure> {
    select(candidates, names).exit(Exit::Usage)
}

/// How patient to be with a candidate.
#[derive(Debug, clap::Args)]
pub(crate) struct Patience {
    /// Seconds after which a process of a known-answer test counts as hung; a calibration has 24 times as long.
    #[arg(long, value_name = "SECONDS", default_value_t = DEADLINE.as_secs(), value_parser = clap::value_parser!(u64).range(1..=86_400))]
    deadline: u64,
}

/// Compiler, driver and wrappers, with Ctrl-C stopping whatever runs.
pub(crate) fn workbench(repository: Repository, patience: &Patience) -> Result<Workbench, Failure> {
    let mut workbench = workbench_for_building(repository)?;
    workbench.deadline = Duration::from_secs(patience.deadline);
    Ok(workbench)
}

/// The same for commands that run no candidate.
pub(crate) fn workbench_for_building(repository: Repository) -> Result<Workbench, Failure> {
    let interrupt = Interrupt::new().exit(Exit::Internal)?;
    let stop = interrupt.clone();
    ctrlc::set_handler(move || stop.stop()).exit(Exit::Internal)?;
    Ok(Workbench::set_up(
        repository,
        own_repository().root(),
        interrupt,
    )?)
}
