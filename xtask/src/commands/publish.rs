//! `cargo xtask publish`: a run becomes the published dataset of its system.

use std::path::PathBuf;

use assay_campaign::publish::{Allowances, publish};
use assay_campaign::{Error, Repository, Settings};
use assay_manifest::Systems;

use crate::exit::{Exit, Failure};
use crate::{screen, setup};

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Run folder; the full run of this system when not given.
    #[arg(long, value_name = "DIR")]
    run: Option<PathBuf>,
    /// Publish records of a machine that was not fit to measure on; their pages say so.
    #[arg(long)]
    allow_unfit_host: bool,
    /// Publish a quick look; its pages say so.
    #[arg(long)]
    allow_quick: bool,
    /// Publish fewer candidates than there are in the dataset that is replaced.
    #[arg(long)]
    allow_fewer: bool,
}

pub(crate) fn run(repository: Repository, arguments: Arguments) -> Result<Exit, Failure> {
    let candidates = repository.candidates()?;
    let systems = Systems::load(repository.root()).map_err(Error::from)?;
    let run = match arguments.run {
        Some(folder) => setup::run_folder(&folder)?,
        None => Settings::default().place(&repository)?.2,
    };
    let allowances = Allowances {
        unfit_host: arguments.allow_unfit_host,
        quick: arguments.allow_quick,
        fewer: arguments.allow_fewer,
    };
    let published = publish(&repository, &run, &candidates, &systems, allowances)?;
    screen::line(format_args!(
        "{} {}: {} files",
        if published.replaced {
            "replaced"
        } else {
            "published"
        },
        repository.shown(&published.folder),
        published.files
    ));
    screen::line(format_args!(
        "SHA-256 of digests.json, which stands for all of it: {}",
        published.seal
    ));
    Ok(Exit::Holds)
}
