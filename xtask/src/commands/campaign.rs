//! `cargo xtask campaign`: the whole chain.

mod results;

use std::path::PathBuf;

use assay_campaign::{Event, Repository, Settings, run};

use crate::exit::{Exit, Failure};
use crate::progress::Display;
use crate::{screen, setup};

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Candidates or instances (`kem-24`, `kem-24/scabbard256`); all when none is given.
    #[arg(value_name = "ID[/LABEL]")]
    names: Vec<String>,
    #[command(flatten)]
    place: Place,
    /// Refuse to measure on a host that is not fit.
    #[arg(long)]
    strict_host: bool,
    #[command(flatten)]
    patience: setup::Patience,
}

/// Where and how thoroughly to measure.
#[derive(Debug, clap::Args)]
pub(crate) struct Place {
    /// A quick look: trials of 0.05 s instead of 1 s, in a run folder of its own.
    #[arg(long)]
    quick: bool,
    /// CPU to measure on; the highest-numbered one that is allowed when not given.
    #[arg(long, value_name = "N")]
    cpu: Option<usize>,
    /// Run folder; `reports/runs/<system>-quick` or `-full` when not given.
    #[arg(long, value_name = "DIR")]
    run: Option<PathBuf>,
    /// Identifier of this system in `reports/systems.toml`; found by host name when not given, else `local`.
    #[arg(long, value_name = "ID")]
    system: Option<String>,
}

impl Place {
    pub(crate) fn settings(self) -> Settings {
        Settings {
            quick: self.quick,
            cpu: self.cpu,
            run: self.run,
            system: self.system,
            strict_host: false,
        }
    }
}

pub(crate) fn run_campaign(repository: Repository, arguments: Arguments) -> Result<Exit, Failure> {
    let candidates = setup::load(&repository, &arguments.names)?;
    let selection = setup::choose(&candidates, &arguments.names)?;
    let settings = Settings {
        strict_host: arguments.strict_host,
        ..arguments.place.settings()
    };
    // Before anything is built: a CPU or system that does not exist is said at once.
    settings.place(&repository)?;
    let chosen = setup::with_digests(&repository, &selection)?;
    let display = Display::new("building the driver");
    let workbench = setup::workbench(repository, &arguments.patience)?;
    let result = run(
        &workbench,
        &candidates,
        &chosen,
        &settings,
        &|event: Event<'_, '_>| {
            display.show(&workbench.repository, event);
        },
    );
    display.clear();
    let summary = result?;
    screen::line(results::text(&workbench.repository, &summary));
    let failed = summary
        .records
        .iter()
        .any(|record| !record.head.is_complete());
    Ok(
        if summary.not_passed.is_empty() && !failed && !summary.records.is_empty() {
            Exit::Holds
        } else {
            Exit::DoesNotHold
        },
    )
}
