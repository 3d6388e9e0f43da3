//! Section 5: sizes and memory.

use assay_evidence::{SectionSizes, TimingRecord};

use super::Context;
use crate::measured::{build_of, labels, meta_number, records_of};
use crate::number::{NONE, kib};
use crate::page::{Inline, Page, Table};

const PUBLISHED: &str = "Static memory is approximated by the library's loadable ELF segments; peak memory is the \
    process high-water mark (VmHWM) including the benchmark driver and libc, so both are upper-bound proxies rather than \
    isolated algorithm memory.";

const OURS: &str = "Static size is the sum of the memory sizes of the library's loadable ELF segments; text, rodata, data \
    and bss are parts of it and do not add up to it, because headers, tables and gaps are loaded as well. Peak RSS is the \
    high-water mark of the process (VmHWM) including driver and libc, so both are upper bounds rather than the memory of the \
    algorithm alone. Growth is the largest rise from set-up to the peak within one process, with the bound of its error where \
    the kernel counts pages in batches.";

pub(super) fn section(page: &mut Page, context: Context<'_>) {
    let Context { evidence, .. } = context;
    page.heading(2, "5. Resource consumption");
    page.paragraph(if context.ours { OURS } else { PUBLISHED });

    let mut columns = vec!["instance", "operation", "static: ELF image (bytes)"];
    if context.ours {
        columns.extend(["text", "rodata", "data", "bss"]);
    }
    columns.extend(["baseline RSS", "peak RSS"]);
    if context.ours {
        columns.push("growth");
    }
    let mut table = Table::new(columns);
    for label in labels(evidence) {
        let entry = build_of(evidence, label);
        let image = entry.and_then(|entry| entry.elf_load_bytes);
        let parts = entry.and_then(|entry| entry.provenance.as_ref()?.sections);
        for record in records_of(evidence, label) {
            let Some(results) = &record.results else {
                continue;
            };
            if results.peak_rss_bytes.is_none() && !context.ours {
                continue;
            }
            let shown =
                |bytes: Option<u64>| Inline::from(bytes.map_or_else(|| NONE.to_owned(), kib));
            let mut cells = vec![
                Inline::of_code(label),
                record.head.operation_key().into(),
                plain(image),
            ];
            if context.ours {
                cells.extend(split(parts));
            }
            cells.push(shown(results.baseline_rss_bytes));
            cells.push(shown(results.peak_rss_bytes));
            if context.ours {
                cells.push(growth(record).into());
            }
            table.row(cells);
        }
    }
    page.table(table);
}

fn plain(bytes: Option<u64>) -> Inline {
    bytes
        .map_or_else(|| NONE.to_owned(), |bytes| bytes.to_string())
        .into()
}

fn split(parts: Option<SectionSizes>) -> [Inline; 4] {
    let part = |of: fn(SectionSizes) -> u64| plain(parts.map(of));
    [
        part(|parts| parts.text),
        part(|parts| parts.rodata),
        part(|parts| parts.data),
        part(|parts| parts.bss),
    ]
}

/// The difference of two figures is off by twice the bound of one.
fn growth(record: &TimingRecord) -> String {
    let largest = record
        .head
        .processes
        .iter()
        .filter_map(|process| {
            let baseline = meta_number(process, "baseline_rss_bytes")?;
            let peak = meta_number(process, "peak_rss_bytes")?;
            let bound = meta_number(process, "rss_error_bound");
            Some((peak.saturating_sub(baseline), bound))
        })
        .max_by_key(|(growth, _)| *growth);
    match largest {
        Some((growth, Some(bound))) => format!("{} ± {}", kib(growth), kib(2 * bound)),
        Some((growth, None)) => kib(growth),
        None => NONE.to_owned(),
    }
}
