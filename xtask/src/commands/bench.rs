//! `cargo xtask bench`: ratios within one run, about Assay itself and about the candidates.

use std::process::Command;

use assay_campaign::bench::{Bench, confinement, effort, speeds, spread};
use assay_campaign::{Event, Repository, Workbench};
use assay_manifest::{Candidate, Selected};
use assay_report::format;

use crate::exit::{Exit, Failure, WithExit};
use crate::progress::Display;
use crate::{screen, setup};

/// Whose operations show the spread and the timed share.
const EXAMPLE: &str = "kem-24";
/// Rounds of the table of speeds.
const ROUNDS: usize = 7;
/// Fresh processes of the spread.
const TRIALS: usize = 30;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Instances in the table of speeds; all when none is given.
    #[arg(value_name = "ID[/LABEL]")]
    names: Vec<String>,
    /// Only this part; may be given several times.
    #[arg(long, value_enum)]
    only: Vec<Part>,
    /// CPU to measure on.
    #[arg(long, value_name = "N")]
    cpu: Option<usize>,
    #[command(flatten)]
    patience: setup::Patience,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Part {
    /// What a stamp costs, and how far counts can be trusted.
    Counter,
    /// Range of median and mean over fresh processes on a disturbed machine.
    Spread,
    /// The same operation with and without what confines it.
    Confinement,
    /// Timed work over wall time in a campaign with the full plan.
    Campaign,
    /// Time of every operation in compressions of SM3.
    Speed,
}

pub(crate) fn run(repository: Repository, arguments: &Arguments) -> Result<Exit, Failure> {
    let wanted = |part| arguments.only.is_empty() || arguments.only.contains(&part);
    if wanted(Part::Counter) && !counter()? {
        return Ok(Exit::DoesNotHold);
    }
    let others = [Part::Spread, Part::Confinement, Part::Campaign, Part::Speed];
    if !others.into_iter().any(wanted) {
        return Ok(Exit::Holds);
    }
    let candidates = setup::load(&repository, &arguments.names)?;
    let selection = setup::choose(&candidates, &arguments.names)?;
    let chosen = setup::with_digests(&repository, &selection)?;
    let display = Display::new("building the driver");
    let workbench = setup::workbench(repository, &arguments.patience)?;
    if wanted(Part::Spread) || wanted(Part::Confinement) {
        show_example(&workbench, &candidates, arguments.cpu, &display, &wanted)?;
    }
    if wanted(Part::Campaign) {
        show_campaign(&workbench, &candidates, arguments.cpu, &display)?;
    }
    if wanted(Part::Speed) {
        show_speeds(&workbench, &chosen, arguments.cpu, &display)?;
    }
    Ok(Exit::Holds)
}

fn counter() -> Result<bool, Failure> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let words = [
        "bench",
        "--locked",
        "--quiet",
        "-p",
        "assay-cycles",
        "--bench",
        "counter",
    ];
    let status = Command::new(&cargo)
        .current_dir(setup::own_repository().root())
        .args(words)
        .env_remove("CARGO_MANIFEST_DIR")
        .status()
        .map_err(|error| anyhow::anyhow!("failed to start {}: {error}", cargo.display()))
        .exit(Exit::Internal)?;
    Ok(status.success())
}

fn show_example(
    workbench: &Workbench,
    candidates: &[Candidate],
    cpu: Option<usize>,
    display: &Display,
    wanted: &dyn Fn(Part) -> bool,
) -> Result<(), Failure> {
    let selection = setup::choose(candidates, &[EXAMPLE.to_owned()])?;
    let bench = Bench::open(workbench, cpu)?;
    let chosen: Vec<Selected<'_>> = selection.iter().take(1).collect();
    let ready = bench.ready(&chosen, &|event: Event<'_, '_>| {
        display.show(&workbench.repository, event)
    })?;
    display.clear();
    let first = ready
        .first()
        .and_then(|ready| Some((ready, *ready.operations().first()?)));
    let Some((ready, call)) = first else {
        screen::line(format_args!("{EXAMPLE} cannot be measured here"));
        return Ok(());
    };
    let name = format!("{} {}", ready.name(), call.key());
    if wanted(Part::Spread) {
        let spread = spread(&bench, ready, call, TRIALS)?;
        screen::line(format_args!(
            "spread of {TRIALS} fresh trials of {name} beside neighbours that burn the other CPUs and take ours now and then:\n  \
             median of stamped calls {:.2} %, plain mean {:.2} %, ratio of the two {:.3}",
            100.0 * spread.of_medians,
            100.0 * spread.of_means,
            spread.of_medians / spread.of_means,
        ));
    }
    if wanted(Part::Confinement) {
        let cost = confinement(&bench, ready, call, TRIALS)?;
        screen::line(format_args!(
            "{name} confined over unconfined: {:.4} per call (quartiles of {TRIALS} rounds {:.4} to {:.4}); \
             a process lives {:.2} ms longer",
            cost.call,
            cost.call_low,
            cost.call_high,
            1e3 * cost.process_s,
        ));
    }
    Ok(())
}

fn show_campaign(
    workbench: &Workbench,
    candidates: &[Candidate],
    cpu: Option<usize>,
    display: &Display,
) -> Result<(), Failure> {
    let selection = setup::choose(candidates, &[EXAMPLE.to_owned()])?;
    let chosen: Vec<Selected<'_>> = selection.iter().collect();
    let effort = effort(workbench, candidates, &chosen, cpu, &|event: Event<
        '_,
        '_,
    >| {
        display.show(&workbench.repository, event);
    });
    display.clear();
    let effort = effort?;
    screen::line(format_args!(
        "campaign of {EXAMPLE} with the full plan: {} of timed work in {} of measuring, share {:.3} (aim: at least 0.93)",
        format::own::time(effort.timed_s),
        format::own::time(effort.wall_s),
        effort.timed_s / effort.wall_s,
    ));
    Ok(())
}

fn show_speeds(
    workbench: &Workbench,
    chosen: &[Selected<'_>],
    cpu: Option<usize>,
    display: &Display,
) -> Result<(), Failure> {
    let bench = Bench::open(workbench, cpu)?;
    let result = speeds(&bench, chosen, ROUNDS, &|event: Event<'_, '_>| {
        display.show(&workbench.repository, event);
    });
    display.clear();
    let (unit_s, speeds) = result?;
    screen::line(format_args!(
        "unit u: one compression of our portable C SM3, {} here; lower quartile of {ROUNDS} rounds",
        format::own::time(unit_s)
    ));
    let mut rows = vec![
        ["instance", "operation", "time", "u"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for speed in speeds {
        rows.push(vec![
            speed.instance,
            speed.operation,
            format::own::time(speed.seconds),
            format!("{:.1}", speed.compressions),
        ]);
    }
    screen::line(screen::table(&rows).trim_end());
    Ok(())
}
