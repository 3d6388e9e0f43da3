//! `cargo xtask compare A B`: what changed from one campaign to another.

use assay_campaign::compare::{CONFIDENCE, Differences, Verdict, compare};
use assay_campaign::{Dataset, Repository};
use assay_report::format;

use crate::exit::{Exit, Failure};
use crate::screen;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The first dataset: a folder, a published system or a run.
    #[arg(value_name = "A")]
    first: String,
    /// The dataset that is compared with it.
    #[arg(value_name = "B")]
    second: String,
    /// Exit with 1 when an operation of B is slower than in A by more than this, its whole interval being beyond it.
    #[arg(long, value_name = "PCT", value_parser = percent)]
    gate: Option<f64>,
}

fn percent(text: &str) -> Result<f64, String> {
    match text.trim_end_matches('%').parse::<f64>() {
        Ok(value) if value >= 0.0 && value.is_finite() => Ok(value),
        _ => Err("a number of percent, 0 or more, such as 2.5".to_owned()),
    }
}

pub(crate) fn run(repository: Repository, arguments: Arguments) -> Result<Exit, Failure> {
    let first = Dataset::find(&repository, &arguments.first)?;
    let second = Dataset::find(&repository, &arguments.second)?;
    let found = compare(&first, &second)?;
    screen::line(format_args!("A: {}\nB: {}", first.name(), second.name()));
    screen::line(table(&found).trim_end());
    screen::line(format_args!(
        "\nB/A is the ratio of geometric means over trials; below 1, B is faster. The intervals hold together with {} % \
         confidence (Welch's t on logarithms, Bonferroni). They hold what differs from process to process, not a drift of \
         the machine from one campaign to the other.",
        CONFIDENCE * 100.0
    ));
    for note in &found.notes {
        screen::line(format_args!("differs, A / B: {note}"));
    }
    for missing in &found.not_in_both {
        screen::line(format_args!("not compared: {missing}"));
    }
    let count = |verdict| {
        found
            .rows
            .iter()
            .filter(|row| row.verdict == verdict)
            .count()
    };
    screen::line(format_args!(
        "{} operations: {} slower, {} faster, {} without a sure difference",
        found.rows.len(),
        count(Verdict::Slower),
        count(Verdict::Faster),
        count(Verdict::Open)
    ));
    let Some(gate) = arguments.gate else {
        return Ok(Exit::Holds);
    };
    let beyond: Vec<String> = found
        .rows
        .iter()
        .filter(|row| row.is_slower_by(gate))
        .map(|row| format!("{} {}", row.instance, row.operation))
        .collect();
    if beyond.is_empty() {
        screen::line(format_args!(
            "gate: nothing is surely slower by more than {gate} %"
        ));
        return Ok(Exit::Holds);
    }
    screen::line(format_args!(
        "gate: slower by more than {gate} %: {}",
        beyond.join(", ")
    ));
    Ok(Exit::DoesNotHold)
}

fn table(found: &Differences) -> String {
    let header = [
        "instance",
        "operation",
        "unit",
        "A",
        "B",
        "B/A",
        "interval",
        "B is",
        "library",
    ];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for row in &found.rows {
        let value = |value: f64| {
            if row.unit == "seconds" {
                format::own::time(value)
            } else {
                format::own::count(value)
            }
        };
        rows.push(vec![
            row.instance.clone(),
            row.operation.clone(),
            row.unit.clone(),
            value(row.comparison.first),
            value(row.comparison.second),
            format!("{:.4}", row.comparison.ratio.ratio),
            row.interval.map_or_else(
                || "none: a single trial".to_owned(),
                |(low, high)| format!("{low:.4}–{high:.4}"),
            ),
            match row.verdict {
                Verdict::Slower => "slower",
                Verdict::Faster => "faster",
                Verdict::Open => "?",
            }
            .to_owned(),
            if row.same_library { "same" } else { "other" }.to_owned(),
        ]);
    }
    screen::table(&rows)
}
