//! Section 7: where the evidence is and how to compute the numbers again.

use assay_evidence::{MemoryRecord, ProfileRecord, TimingRecord};

use super::kat::first_digits;
use crate::context::Context;
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
        for key in keys(&context.records, |record: &TimingRecord| {
            (record.head.label == **label).then(|| record.head.operation_key())
        }) {
            push(
                format!("timing {key}").into(),
                format!("records/{id}/{label}__{key}.json"),
            );
        }
        for key in keys(&context.profiles, |profile: &ProfileRecord| {
            (profile.label == **label).then(|| profile.operation_key())
        }) {
            push(
                format!("hash profile {key}").into(),
                format!("profile/{id}/{label}__{key}.json"),
            );
        }
        for key in keys(&context.memories, |memory: &MemoryRecord| {
            (memory.label == **label).then(|| memory.operation_key())
        }) {
            push(
                format!("memory {key}").into(),
                format!("memory/{id}/{label}__{key}.json"),
            );
        }
    }
    table
}

/// Operation keys in plain alphabetical order, each once.
fn keys<T>(records: &[&T], key: impl Fn(&T) -> Option<String>) -> Vec<String> {
    let mut keys: Vec<String> = records.iter().filter_map(|record| key(record)).collect();
    keys.sort();
    keys.dedup();
    keys
}
