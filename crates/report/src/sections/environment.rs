//! Section 2: the machine, the counter and the tool.

use assay_evidence::Environment;
use assay_evidence::provenance::{Counter, Provenance};

use crate::banner::problems_at_start;
use crate::clock::clock;
use crate::context::Context;
use crate::counter::{source_name, unit_name};
use crate::failure::without_errno;
use crate::format;
use crate::page::{Block, Line, Table};

pub(crate) fn blocks(context: &Context<'_>) -> Vec<Block> {
    let mut table = Table::new(["item", "value"]);
    let environment = context.environment();
    for (item, value) in machine(environment) {
        table.push(vec![item.into(), value.into()]);
    }
    let compiler = environment.compiler.as_deref().unwrap_or("unknown");
    let (tool_item, tool_value) = match &environment.cmake {
        Some(cmake) => ("compiler / build tool", format!("{compiler} / {cmake}")),
        None => (
            "compiler / build tool",
            match &context.campaign.tool {
                Some(tool) => format!(
                    "{compiler} / called by {} {} itself",
                    tool.name, tool.version
                ),
                None => format!("{compiler} / not known"),
            },
        ),
    };
    table.push(vec![tool_item.into(), tool_value.into()]);
    let ended = context.campaign.ended_utc.as_deref();
    table.push(vec![
        "campaign start / end (UTC)".into(),
        format!(
            "{} / {}",
            format::second(&context.campaign.started_utc),
            ended.map_or_else(|| "not ended".to_owned(), format::second)
        )
        .into(),
    ]);
    if !context.published {
        own_rows(context, &mut table);
    }
    vec![
        Block::Heading(2, "2. Assessment environment".into()),
        Block::Table(table),
    ]
}

/// Rows about the machine itself.
fn machine(environment: &Environment) -> Vec<(&'static str, String)> {
    let unknown = || "unknown".to_owned();
    let mut rows = vec![(
        "processor",
        format!(
            "{} (CPU {}, one core)",
            environment.cpu_model.as_deref().unwrap_or("unknown"),
            environment.cpu_number
        ),
    )];
    if let Some(machine) = &environment.machine {
        rows.push(("machine", machine.clone()));
    }
    rows.push(("clock", clock(environment)));
    rows.push((
        "memory",
        environment
            .memory_total_kib
            .map_or_else(unknown, format::mib),
    ));
    rows.push((
        "OS / kernel",
        format!(
            "{} / {}",
            environment.os.clone().unwrap_or_else(unknown),
            environment.kernel.clone().unwrap_or_else(unknown)
        ),
    ));
    rows
}

fn own_rows(context: &Context<'_>, table: &mut Table) {
    let environments = context
        .records
        .iter()
        .map(|record| &record.head.environment);
    // The rows above show one state; records measured in another are not hidden behind it.
    let shown = machine(context.environment());
    let other = environments.clone().filter(|other| machine(other) != shown);
    for (value, count) in counted(other.map(|other| {
        let rows: Vec<String> = machine(other).into_iter().map(|(_, value)| value).collect();
        rows.join("; ")
    })) {
        table.push(vec![
            "other state of the machine".into(),
            format!("{value} ({count} of {} records)", context.records.len()).into(),
        ]);
    }
    distinct_rows(
        table,
        "virtual machine",
        environments
            .map(|environment| if environment.virtualized { "yes" } else { "no" }.to_owned()),
    );
    let provenances = || {
        context
            .records
            .iter()
            .filter_map(|record| record.head.provenance.as_ref())
    };
    let counters = || {
        // Without records, the campaign still says which counter it chose.
        let chosen = context.campaign.counter.as_ref();
        let chosen = chosen.filter(|_| provenances().next().is_none());
        provenances()
            .map(|provenance| &provenance.counter)
            .chain(chosen)
    };
    if counters().next().is_none() {
        table.push(vec![
            "counter".into(),
            "not known: there is no record".into(),
        ]);
    }
    distinct_rows(table, "counter", counters().map(counter));
    for rate in rates(counters()) {
        table.push(vec!["rate of the counter".into(), rate.into()]);
    }
    // A campaign chooses its counter once, so only it may know why the better ones were not taken.
    let chosen = context.campaign.counter.as_ref();
    distinct_rows(
        table,
        "better counters refused",
        counters().map(|counter| {
            let chosen = chosen.filter(|chosen| chosen.source == counter.source);
            refused(match (counter.refused.is_empty(), chosen) {
                (true, Some(chosen)) => chosen,
                _ => counter,
            })
        }),
    );
    distinct_rows(table, "host state", provenances().map(host_state));
    if provenances().next().is_none() {
        let state = match problems_at_start(context.campaign).is_empty() {
            true => "not known: there is no record",
            false => NOT_FIXED,
        };
        table.push(vec!["host state".into(), state.into()]);
    }
    distinct_rows(
        table,
        "isolation of the candidate's code",
        provenances().map(isolation),
    );
    let tools = provenances().map(|provenance| &provenance.tool);
    let tools = tools.chain(&context.campaign.tool);
    distinct_rows(
        table,
        "tool",
        tools.map(|tool| format!("{} {}", tool.name, tool.version)),
    );
    table.push(vec!["planning".into(), planning(context).into()]);
}

/// One row per distinct value; with their numbers when records differ.
fn distinct_rows(table: &mut Table, item: &str, values: impl Iterator<Item = String>) {
    let values = counted(values);
    let all: usize = values.iter().map(|(_, count)| count).sum();
    for (value, count) in &values {
        let value = match values.len() {
            1 => value.clone(),
            _ => format!("{value} ({count} of {all})"),
        };
        table.push(vec![item.into(), Line::from(value)]);
    }
}

fn counted(values: impl Iterator<Item = String>) -> Vec<(String, usize)> {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for value in values {
        match counted.iter_mut().find(|(other, _)| *other == value) {
            Some((_, count)) => *count += 1,
            None => counted.push((value, 1)),
        }
    }
    counted
}

fn counter(counter: &Counter) -> String {
    format!(
        "{}; unit: {}",
        source_name(&counter.source),
        unit_name(&counter.unit)
    )
}

/// Rates by how they are known; a rate that was measured anew in every process is given as a range.
fn rates<'a>(counters: impl Iterator<Item = &'a Counter>) -> Vec<String> {
    let mut known: Vec<(&str, f64, f64)> = Vec::new();
    let mut unknown: Vec<String> = Vec::new();
    for counter in counters {
        let origin = counter
            .rate_origin
            .as_deref()
            .unwrap_or("origin not recorded");
        match counter.rate_hz {
            Some(hz) => match known.iter_mut().find(|(other, ..)| *other == origin) {
                Some((_, low, high)) => (*low, *high) = (low.min(hz), high.max(hz)),
                None => known.push((origin, hz, hz)),
            },
            None => {
                let words = match counter.unit.as_str() {
                    "core_cycles" => "none: core cycles follow the core's clock",
                    _ => "not known",
                };
                if !unknown.iter().any(|other| other == words) {
                    unknown.push(words.to_owned());
                }
            }
        }
    }
    let known = known.into_iter().map(|(origin, low, high)| {
        let [low, high] = [low, high].map(|hz| format!("{:.3}", hz / 1e6));
        if low == high {
            format!("{low} MHz ({origin})")
        } else {
            format!("{low}–{high} MHz ({origin})")
        }
    });
    known.chain(unknown).collect()
}

fn refused(counter: &Counter) -> String {
    let refused: Vec<String> = counter
        .refused
        .iter()
        .map(|refusal| format!("{}: {}", refusal.source, without_errno(&refusal.reason)))
        .collect();
    if refused.is_empty() {
        "none".to_owned()
    } else {
        refused.join("; ")
    }
}

/// The reasons are told once, before everything else.
const NOT_FIXED: &str = "not fixed, for the reasons at the top of this page";

fn host_state(provenance: &Provenance) -> String {
    if provenance.host_fixed {
        "fixed".to_owned()
    } else {
        NOT_FIXED.to_owned()
    }
}

fn isolation(provenance: &Provenance) -> String {
    let layers: Vec<String> = provenance
        .isolation
        .iter()
        .map(|layer| format!("{}: {}", layer.name, without_errno(&layer.state)))
        .collect();
    if layers.is_empty() {
        "none recorded".to_owned()
    } else if provenance
        .isolation
        .iter()
        .all(|layer| layer.state == "active")
    {
        format!("all {} layers active", layers.len())
    } else {
        layers.join("; ")
    }
}

fn planning(context: &Context<'_>) -> String {
    let planning = &context.campaign.planning;
    format!(
        "{}: {} trials of {} s per operation, at least {} calls in all, at most {} calls per trial, at most {} s per operation",
        if context.campaign.quick == Some(true) {
            "quick"
        } else {
            "full"
        },
        planning.trials,
        planning.trial_target_s,
        planning.min_total,
        planning.max_iters_per_trial,
        planning.op_budget_s,
    )
}
