//! `cargo xtask plan`: what a campaign would run, and how long it would take.

use assay_campaign::Repository;
use assay_campaign::{Event, plan};
use assay_report::format;

use crate::commands::campaign::Place;
use crate::exit::{Exit, Failure};
use crate::progress::{Display, duration};
use crate::{screen, setup};

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Candidates or instances (`kem-24`, `kem-24/scabbard256`); all when none is given.
    #[arg(value_name = "ID[/LABEL]")]
    names: Vec<String>,
    #[command(flatten)]
    place: Place,
    #[command(flatten)]
    patience: setup::Patience,
}

pub(crate) fn run(repository: Repository, arguments: Arguments) -> Result<Exit, Failure> {
    let candidates = setup::load(&repository, &arguments.names)?;
    let selection = setup::choose(&candidates, &arguments.names)?;
    let settings = arguments.place.settings();
    settings.place(&repository)?;
    let chosen = setup::with_digests(&repository, &selection)?;
    let display = Display::new("building the driver");
    let workbench = setup::workbench(repository, &arguments.patience)?;
    let plan = plan(
        &workbench,
        &candidates,
        &chosen,
        &settings,
        &|event: Event<'_, '_>| {
            display.show(&workbench.repository, event);
        },
    );
    display.clear();
    let plan = plan?;
    let header = [
        "instance",
        "operation",
        "call",
        "trials",
        "calls per trial",
        "estimate",
        "state",
    ];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for row in &plan.rows {
        let state = match (&row.failure, row.done) {
            (Some(failure), _) => failure.as_str(),
            (None, true) => "measured",
            (None, false) => "missing",
        };
        rows.push(vec![
            row.instance.clone(),
            row.operation.clone(),
            row.call_s
                .map_or_else(|| "failed".to_owned(), format::own::time),
            row.trials.to_string(),
            row.iterations.to_string(),
            duration(row.estimate_s),
            state.to_owned(),
        ]);
    }
    screen::line(screen::table(&rows).trim_end());
    screen::line(format_args!(
        "{} of {} operations measured, about {} left",
        plan.done,
        plan.rows.len(),
        duration(plan.left_s)
    ));
    Ok(Exit::Holds)
}
