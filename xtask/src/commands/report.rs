//! `cargo xtask report`: the pages again, from the stored evidence.

use std::path::PathBuf;

use assay_campaign::Repository;
use assay_campaign::{Settings, pages, trust};

use crate::exit::{Exit, Failure};
use crate::{screen, setup};

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Run folder; the full run of this system when not given.
    #[arg(long, value_name = "DIR", conflicts_with = "quick")]
    run: Option<PathBuf>,
    /// The quick run of this system.
    #[arg(long)]
    quick: bool,
}

pub(crate) fn run(repository: Repository, arguments: Arguments) -> Result<Exit, Failure> {
    let candidates = repository.candidates()?;
    let run = match arguments.run {
        Some(folder) => setup::run_folder(&folder)?,
        None => {
            Settings {
                quick: arguments.quick,
                ..Settings::default()
            }
            .place(&repository)?
            .2
        }
    };
    trust::check(&run, &candidates)?;
    for path in pages::write_all(&run, &candidates)? {
        screen::line(repository.shown(&path));
    }
    Ok(Exit::Holds)
}
