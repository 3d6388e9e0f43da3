//! `cargo xtask check`: is this machine fit to measure on?

use assay_host::{Machine, Probes, Readiness, State, check_cpu, default_cpu};

use crate::exit::{Exit, Failure, WithExit};
use crate::screen;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The CPU to measure on; the one a campaign would choose when not given.
    #[arg(long, value_name = "N")]
    cpu: Option<usize>,
}

pub(crate) fn run(arguments: Arguments) -> Result<Exit, Failure> {
    let machine = Machine::here();
    let cpu = match arguments.cpu {
        Some(cpu) => check_cpu(&machine, cpu).map(|()| cpu),
        None => default_cpu(&machine),
    }
    .exit(Exit::Host)?;
    let probes = Probes::run(&machine, cpu).exit(Exit::Host)?;
    let readiness = Readiness::of(&machine, cpu, &probes).exit(Exit::Host)?;
    screen::line(format_args!("readiness of CPU {cpu}\n"));
    screen::line(report(&readiness));
    for remark in readiness.remarks() {
        screen::line(format_args!("note: {remark}"));
    }
    if readiness.is_ready() {
        screen::line("this machine is fit to measure on");
        Ok(Exit::Holds)
    } else {
        screen::line("this machine is not fit to measure on:");
        for problem in readiness.problems() {
            screen::line(format_args!("- {problem}"));
        }
        screen::line("campaigns run all the same, and say so on every page");
        Ok(Exit::Host)
    }
}

fn report(readiness: &Readiness) -> String {
    let mut rows = vec![
        ["item", "state", "found", "wanted", "command"]
            .map(str::to_owned)
            .to_vec(),
    ];
    rows.extend(readiness.items.iter().map(|item| {
        let state = match item.state {
            State::Ok => "ok",
            State::NotOk if item.decides => "WRONG",
            State::NotOk => "note",
            State::Unknown => "unknown",
            State::NotApplicable => "n/a",
        };
        vec![
            item.name.to_owned(),
            state.to_owned(),
            item.found.clone(),
            item.wanted.clone(),
            item.command.clone().unwrap_or_else(|| "-".to_owned()),
        ]
    }));
    screen::table(&rows)
}
