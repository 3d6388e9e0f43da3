//! Section 7: where the evidence is and how to compute the numbers again.

use assay_evidence::operation_key;

use super::kat::first_digits;
use crate::context::{Context, operation_rank};
use crate::page::{Block, Line, Table};

pub(crate) fn blocks(context: &Context<'_>) -> Vec<Block> {
    let mut blocks = vec![Block::Heading(2, "7. Raw evidence index".into())];
    let folder = if context.published { "" } else { "data/" };
    blocks.push(Block::Paragraph(if context.published {
        Line::from("Paths are relative to ")
            .code(format!("performance/data/{}/", context.system))
            .text(" in the harness; each JSON file records its commands, environment and trials.")
    } else {
        Line::from("Paths are relative to the folder of this run or system, which holds ")
            .code("data/")
            .text(" and ")
            .code("pages/")
            .text("; each JSON file records its commands, environment and trials.")
    }));
    blocks.push(Block::Table(table(context, folder)));
    if context.published {
        blocks.push(Block::Paragraph(
            Line::from("Scripts: ")
                .code("performance/campaign.py")
                .text(", ")
                .code("performance/ngcc_perf.c")
                .text(", ")
                .code("performance/hashprof/")
                .text(" in the harness."),
        ));
    } else {
        blocks.push(Block::Paragraph(
            Line::from("To compute the numbers again: a mean is the sum of ")
                .code("seconds")
                .text(" (or ")
                .code("cycles")
                .text(", ")
                .code("ticks")
                .text(") over ")
                .code("processes[].trials")
                .text(" divided by the sum of ")
                .code("measurements")
                .text("; percentiles are those of ")
                .code("processes[].sample.counts")
                .text(" less its ")
                .code("floor")
                .text("; a share is the sum of ")
                .code("ticks")
                .text(" of a function divided by ")
                .code("total.ticks")
                .text(". ")
                .code("cargo xtask validate")
                .text(" does all of this, checks the digests and renders this page again."),
        ));
    }
    blocks
}

fn table(context: &Context<'_>, folder: &str) -> Table {
    let mut table = Table::new(["instance", "item", "file"]);
    let id = &context.facts.id;
    for label in &context.labels {
        let mut push = |item: Line, path: String| {
            table.push(vec![
                Line::new().code(*label),
                item,
                Line::new().code(format!("{folder}{path}")),
            ]);
        };
        if let Some((log, sha256)) = context
            .entry(label)
            .and_then(|entry| Some((entry.kat_log.as_ref()?, entry.kat_log_sha256.as_ref()?)))
        {
            push(
                Line::from("KAT log (sha256 ")
                    .code(first_digits(sha256))
                    .text(")"),
                log.clone(),
            );
        }
        let timed = context.records.iter().map(|record| {
            let head = &record.head;
            (
                head.label.as_str(),
                head.operation.as_str(),
                head.input_bytes,
            )
        });
        for key in keys(context, label, timed) {
            push(
                format!("timing {key}").into(),
                format!("records/{id}/{label}__{key}.json"),
            );
        }
        let profiled = context.profiles.iter().map(|profile| {
            (
                profile.label.as_str(),
                profile.operation.as_str(),
                profile.input_bytes,
            )
        });
        for key in keys(context, label, profiled) {
            push(
                format!("hash profile {key}").into(),
                format!("profile/{id}/{label}__{key}.json"),
            );
        }
        let weighed = context.memories.iter().map(|memory| {
            (
                memory.label.as_str(),
                memory.operation.as_str(),
                memory.input_bytes,
            )
        });
        for key in keys(context, label, weighed) {
            push(
                format!("memory {key}").into(),
                format!("memory/{id}/{label}__{key}.json"),
            );
        }
    }
    table
}

/// Keys of operations, each once: in the order of all other tables, in published data in plain alphabetical order.
fn keys<'o>(
    context: &Context<'_>,
    label: &str,
    operations: impl Iterator<Item = (&'o str, &'o str, u64)>,
) -> Vec<String> {
    let mut keys: Vec<_> = operations
        .filter(|(other, ..)| *other == label)
        .map(|(_, operation, input_bytes)| {
            let rank = (!context.published).then(|| operation_rank(operation, input_bytes));
            (rank, operation_key(operation, input_bytes))
        })
        .collect();
    keys.sort();
    keys.dedup();
    keys.into_iter().map(|(_, key)| key).collect()
}
