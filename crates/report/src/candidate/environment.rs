//! Section 2: the machine, and in version 3 the counter and the program.

use std::collections::BTreeSet;

use assay_evidence::Environment;
use assay_evidence::provenance::{Counter, Provenance};

use super::Context;
use crate::clock::clock_text;
use crate::number::{NONE, gigahertz, mib};
use crate::page::{Page, Table};
use crate::unit::Unit;

pub(super) fn section(page: &mut Page, context: Context<'_>) {
    let environment = page_environment(context);
    let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "unknown".to_owned());

    page.heading(2, "2. Assessment environment");
    let mut table = Table::new(["item", "value"]);
    table.row([
        "processor".to_owned(),
        format!(
            "{} (CPU {}, one core)",
            text(&environment.cpu_model),
            environment.cpu_number
        ),
    ]);
    if let Some(machine) = &environment.machine {
        table.row(["machine", machine]);
    }
    if context.ours && environment.virtualized {
        table.row(["virtual machine", "yes"]);
    }
    table.row(["clock", &clock_text(environment)]);
    let memory = environment
        .memory_total_kib
        .map_or_else(|| NONE.to_owned(), mib);
    table.row(["memory", &memory]);
    table.row([
        "OS / kernel",
        &format!("{} / {}", text(&environment.os), text(&environment.kernel)),
    ]);
    match &environment.cmake {
        Some(cmake) => table.row([
            "compiler / build tool",
            &format!("{} / {cmake}", text(&environment.compiler)),
        ]),
        None => table.row(["compiler", &text(&environment.compiler)]),
    }
    let start = first_19(&context.campaign.started_utc);
    let end = context
        .campaign
        .ended_utc
        .as_deref()
        .map_or("not ended", first_19);
    table.row(["campaign start / end (UTC)", &format!("{start} / {end}")]);
    if context.ours {
        provenance_rows(&mut table, context);
    }
    page.table(table);
}

/// Published pages prefer CPU 2, on which the main run was.
fn page_environment<'a>(context: Context<'a>) -> &'a Environment {
    let complete = || {
        context
            .evidence
            .records
            .iter()
            .filter(|record| record.head.is_complete())
            .map(|record| &record.head.environment)
    };
    let on_main_cpu = complete().find(|environment| !context.ours && environment.cpu_number == 2);
    on_main_cpu
        .or_else(|| complete().next())
        .unwrap_or(&context.campaign.environment_at_start)
}

fn provenance_rows(table: &mut Table, context: Context<'_>) {
    let provenances: Vec<&Provenance> = context
        .evidence
        .records
        .iter()
        .filter_map(|record| record.head.provenance.as_ref())
        .collect();
    each_once(
        table,
        "counter",
        provenances
            .iter()
            .map(|provenance| counter_text(&provenance.counter)),
    );
    each_once(
        table,
        "better counter refused",
        provenances
            .iter()
            .flat_map(|provenance| &provenance.counter.refused)
            .map(|refusal| format!("{}: {}", refusal.source, refusal.reason)),
    );
    table.row(["plan", &context.campaign.planning.to_string()]);
    each_once(
        table,
        "isolation",
        provenances.iter().map(|provenance| {
            let layers: Vec<String> = provenance
                .isolation
                .iter()
                .map(|layer| format!("{} {}", layer.name, layer.state))
                .collect();
            layers.join("; ")
        }),
    );
    each_once(
        table,
        "measured with",
        provenances
            .iter()
            .map(|provenance| format!("{} {}", provenance.tool.name, provenance.tool.version)),
    );
}

/// One row per distinct value; records of one page normally agree.
fn each_once(table: &mut Table, item: &str, values: impl Iterator<Item = String>) {
    let values: BTreeSet<String> = values.filter(|value| !value.is_empty()).collect();
    for value in values {
        table.row([item, &value]);
    }
}

fn counter_text(counter: &Counter) -> String {
    let unit = Unit::from_name(&counter.unit);
    let mut text = format!("{}, counts {unit}", counter.source);
    if let Some(rate) = counter.rate_hz {
        text.push_str(&format!(" at {}", gigahertz(rate)));
        if let Some(origin) = &counter.rate_origin {
            text.push_str(&format!(" ({origin})"));
        }
    }
    if unit != Unit::CoreCycles {
        text.push_str("; core cycles not measured: no hardware counter");
    }
    text
}

fn first_19(time: &str) -> &str {
    time.get(..19).unwrap_or(time)
}
