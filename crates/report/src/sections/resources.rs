//! Section 5: static size and memory.

use assay_evidence::{TimingRecord, operation_key};

use super::memory;
use super::performance::number;
use crate::context::{Context, expected_operations, failed, not_measured};
use crate::format::{self, ABSENT};
use crate::page::{Block, Line, Table};

pub(crate) fn blocks(context: &Context<'_>) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading(2, "5. Resource consumption".into()),
        Block::Paragraph(
            "Static memory is approximated by the library's loadable ELF segments; peak memory is the process high-water \
             mark (VmHWM) including the benchmark driver and libc, so both are upper-bound proxies rather than isolated \
             algorithm memory."
                .into(),
        ),
    ];
    if context.published {
        blocks.push(Block::Table(published_table(context)));
        return blocks;
    }
    blocks.push(Block::Table(static_table(context)));
    let explanation = memory::explanation(context);
    blocks.push(Block::Paragraph(
        format!(
            "Baseline is the resident set (RSS) after set-up, peak the high-water mark after the last trial, each the largest over \
             the processes; growth is the largest difference of the two in one process. The kernel counts pages in batches, so each \
             figure may be off by a bound{}, and a growth by twice that: a growth that is not larger is given as \"at most\". \
             {explanation}",
            bounds(context)
        )
        .into(),
    ));
    blocks.push(Block::Table(memory_table(context)));
    blocks
}

fn published_table(context: &Context<'_>) -> Table {
    let mut table = Table::new([
        "instance",
        "operation",
        "static: ELF image (bytes)",
        "baseline RSS",
        "peak RSS",
    ]);
    for label in &context.labels {
        let image = context.entry(label).and_then(|entry| entry.elf_load_bytes);
        for record in context.records_of(label) {
            let Some(results) = &record.results else {
                continue;
            };
            let Some(peak) = results.peak_rss_bytes else {
                continue;
            };
            table.push(vec![
                Line::new().code(*label),
                record.head.operation_key().into(),
                image
                    .map_or(ABSENT.to_owned(), |bytes| bytes.to_string())
                    .into(),
                results
                    .baseline_rss_bytes
                    .map_or(ABSENT.to_owned(), format::kib)
                    .into(),
                format::kib(peak).into(),
            ]);
        }
    }
    table
}

fn static_table(context: &Context<'_>) -> Table {
    let mut table = Table::new([
        "instance",
        "static: ELF image (bytes)",
        "text",
        "rodata",
        "data",
        "bss",
    ]);
    for label in &context.labels {
        let entry = context.entry(label);
        let image = entry.and_then(|entry| entry.elf_load_bytes);
        let sections = entry.and_then(|entry| entry.provenance.as_ref()?.sections);
        let mut row = vec![Line::new().code(*label)];
        row.push(match image {
            Some(bytes) => bytes.to_string().into(),
            None if entry.is_none() => not_measured(context.why_not_measured(label)).into(),
            None => not_measured("there is no library").into(),
        });
        match sections {
            Some(sections) => {
                let sizes = [sections.text, sections.rodata, sections.data, sections.bss];
                row.extend(sizes.map(|bytes| Line::from(bytes.to_string())));
            }
            None if image.is_some() => row.push(not_measured("the sections were not read").into()),
            None => {}
        }
        row.resize(table.header.len(), ABSENT.into());
        table.push(row);
    }
    table
}

fn memory_table(context: &Context<'_>) -> Table {
    let mut header = vec![
        "instance",
        "operation",
        "baseline RSS",
        "peak RSS",
        "growth",
    ];
    header.extend(memory::columns(context));
    let mut table = Table::new(header);
    for label in &context.labels {
        let records = context.records_of(label);
        for record in &records {
            let results = record.results.as_ref();
            let absent = || match results {
                None => not_measured(failed(record)),
                Some(_) => not_measured("the kernel does not tell"),
            };
            let cell = |bytes: Option<u64>| Line::from(bytes.map_or_else(absent, format::kib));
            let mut row = vec![
                Line::new().code(*label),
                record.head.operation_key().into(),
                cell(results.and_then(|results| results.baseline_rss_bytes)),
                cell(results.and_then(|results| results.peak_rss_bytes)),
                match (growth(record), error_bound(record)) {
                    (Some(growth), Some(bound)) if growth < 2 * bound => {
                        format!("at most {}", format::kib(growth + 2 * bound)).into()
                    }
                    (Some(growth), Some(bound)) => {
                        format!("{} ± {}", format::kib(growth), format::kib(2 * bound)).into()
                    }
                    (Some(growth), None) => {
                        format!("{} (error not known)", format::kib(growth)).into()
                    }
                    (None, _) => cell(None),
                },
            ];
            row.extend(memory::cells(context, record));
            table.push(row);
        }
        for (operation, input_bytes) in expected_operations(context.facts.function) {
            let there = |record: &&TimingRecord| {
                (record.head.operation.as_str(), record.head.input_bytes)
                    == (operation, input_bytes)
            };
            if !records.is_empty() && !records.iter().any(there) {
                let reason = context.why_no("record", label, operation, input_bytes);
                table.push_with(
                    vec![
                        Line::new().code(*label),
                        operation_key(operation, input_bytes).into(),
                        not_measured(reason).into(),
                    ],
                    ABSENT,
                );
            }
        }
        if records.is_empty() {
            let reason = not_measured(context.why_not_measured(label));
            table.push_with(
                vec![Line::new().code(*label), ABSENT.into(), reason.into()],
                ABSENT,
            );
        }
    }
    table
}

pub(crate) fn growth(record: &TimingRecord) -> Option<u64> {
    record
        .head
        .processes
        .iter()
        .filter_map(|process| {
            let peak = number(process.meta.get("peak_rss_bytes")?)?;
            let baseline = number(process.meta.get("baseline_rss_bytes")?)?;
            Some(peak.saturating_sub(baseline))
        })
        .max()
}

/// ` of 372 KiB`, or the range where records differ; empty when none is known.
fn bounds(context: &Context<'_>) -> String {
    let known = || {
        context
            .records
            .iter()
            .filter_map(|record| error_bound(record))
    };
    match (known().min(), known().max()) {
        (Some(least), Some(most)) if least == most => format!(" of {}", format::kib(most)),
        (Some(least), Some(most)) => format!(" of {} to {}", format::kib(least), format::kib(most)),
        _ => String::new(),
    }
}

pub(crate) fn error_bound(record: &TimingRecord) -> Option<u64> {
    record
        .head
        .processes
        .iter()
        .filter_map(|process| number(process.meta.get("rss_error_bound_bytes")?))
        .max()
}
