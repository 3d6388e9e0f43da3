//! What every command starts from.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use assay_campaign::gate::check_digests;
use assay_campaign::{DEADLINE, Interrupt, Repository, RunFolder, Workbench};
use assay_manifest::{Candidate, LeftOut, Loaded, Selected, Selection, select};

use crate::exit::{Exit, Failure, WithExit};
use crate::screen;

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
        return Err(anyhow!("{} has no folder `candidates`; make one (`cargo xtask new` writes manifests into it) or name another folder", folder.display())).exit(Exit::Usage);
    }
    let folder = folder
        .canonicalize()
        .map_err(|error| anyhow!("failed to find {}: {error}", folder.display()))
        .exit(Exit::Usage)?;
    Ok(Repository::new(folder))
}

/// The candidates that names on the command line choose from. What is left out is told: with names given, those with
/// mistakes, else folders without a manifest.
pub(crate) fn load(repository: &Repository, names: &[String]) -> Result<Vec<Candidate>, Failure> {
    let Loaded {
        candidates,
        left_out,
    } = repository.candidates_for(names)?;
    for LeftOut { id, reason } in &left_out {
        if names.iter().any(|name| name.split('/').next() == Some(id)) {
            return Err(anyhow!(
                "candidate {id} cannot be used: {reason}; `cargo xtask new {id}` writes one"
            ))
            .exit(Exit::Usage);
        }
        screen::remark(format_args!("note: candidates/{id} is left out: {reason}"));
    }
    if candidates.is_empty() {
        return Err(anyhow!(
            "there are no candidates in {}; `cargo xtask new ID` writes a manifest for one (kem-99, sig-99, …), `cargo xtask import ARCHIVE` brings in a submission",
            repository.root().join("candidates").display()
        ))
        .exit(Exit::Usage);
    }
    Ok(candidates)
}

/// The chosen instances.
pub(crate) fn choose<'a>(
    candidates: &'a [Candidate],
    names: &[String],
) -> Result<Selection<'a>, Failure> {
    select(candidates, names).exit(Exit::Usage)
}

/// The chosen instances as a list, after a look at their expected digests: mistakes there are told before anything is built.
pub(crate) fn with_digests<'a>(
    repository: &Repository,
    selection: &Selection<'a>,
) -> Result<Vec<Selected<'a>>, Failure> {
    let chosen: Vec<Selected<'a>> = selection.iter().collect();
    check_digests(repository, &chosen)?;
    Ok(chosen)
}

/// A run folder named on the command line, which must be there.
pub(crate) fn run_folder(folder: &Path) -> Result<RunFolder, Failure> {
    let problem = match folder.metadata() {
        Ok(found) if found.is_dir() => return Ok(RunFolder::new(folder)),
        Ok(_) => "is a file, not a run folder".to_owned(),
        Err(error) => format!("cannot be used: {error}"),
    };
    Err(anyhow!(
        "{} {problem}; --run wants the folder a campaign was written to, which holds `data` and `pages`",
        folder.display()
    ))
    .exit(Exit::Usage)
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
