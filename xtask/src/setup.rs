//! What every command starts from.

use std::path::{Path, PathBuf};

use assay_campaign::{Interrupt, Repository, Workbench};
use assay_manifest::{Candidate, Selection, select};

use crate::exit::{Exit, Failure, WithExit};

/// The repository this program was built from.
pub(crate) fn repository() -> Repository {
    let package = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    Repository::new(package.parent().map_or(package.as_path(), Path::new))
}

/// The chosen instances.
pub(crate) fn choose<'a>(
    candidates: &'a [Candidate],
    names: &[String],
) -> Result<Selection<'a>, Failure> {
    select(candidates, names).exit(Exit::Usage)
}

/// Compiler, driver and wrappers, with Ctrl-C stopping whatever runs.
pub(crate) fn workbench(repository: Repository) -> Result<Workbench, Failure> {
    let interrupt = Interrupt::new().exit(Exit::Internal)?;
    let stop = interrupt.clone();
    ctrlc::set_handler(move || stop.stop()).exit(Exit::Internal)?;
    Ok(Workbench::set_up(repository, interrupt)?)
}
