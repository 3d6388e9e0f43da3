//! What is drawn of a candidate.

mod memory;
mod percentiles;
mod share;
mod times;

use assay_evidence::statistics::Percentiles;
use assay_manifest::ExternalSizes;

use crate::context::{Context, is_optimised};
use crate::counter::{distinct, mean};
use crate::format;

pub(super) use times::{Mark, Row, times};

/// One complete record as it is drawn.
#[derive(Debug, Clone)]
pub(super) struct Operation {
    pub(super) label: String,
    pub(super) key: String,
    pub(super) optimised: bool,
    /// Bytes that are sent in one use of the instance, where the manifest tells.
    pub(super) sent: Option<u64>,
    /// Unit of the mean, and the mean.
    pub(super) mean: Option<(String, f64)>,
    /// Unit of the calls stamped one by one, and their percentiles.
    percentiles: Option<(String, Percentiles)>,
    share: Option<share::Shares>,
    stack: Option<u64>,
    heap: Option<u64>,
}

/// Complete records in the order of a page.
pub(super) fn operations(context: &Context<'_>) -> Vec<Operation> {
    let mut operations = Vec::new();
    for label in &context.labels {
        let optimised = is_optimised(context, label);
        let sent = context
            .instance(label)
            .and_then(|instance| instance.external_sizes)
            .map(sent);
        for record in context.records_of(label) {
            let Some(results) = record
                .results
                .as_ref()
                .filter(|_| record.head.is_complete())
            else {
                continue;
            };
            let memory = context.memory_of(record);
            let key = record.head.operation_key();
            operations.push(Operation {
                label: (*label).to_owned(),
                optimised,
                sent,
                mean: mean(record).map(|mean| (mean.unit.to_owned(), mean.value)),
                percentiles: results
                    .distribution
                    .as_ref()
                    .map(|distribution| (distribution.unit.clone(), distribution.percentiles)),
                share: share::of(context, label, &key),
                stack: memory.and_then(|memory| Some(memory.stack.as_ref()?.peak_bytes)),
                heap: memory.and_then(|memory| Some(memory.heap.as_ref()?.peak_bytes)),
                key,
            });
        }
    }
    operations
}

fn sent(sizes: ExternalSizes) -> u64 {
    match sizes {
        ExternalSizes::Kem {
            public_key,
            ciphertext,
            ..
        } => public_key + ciphertext,
        ExternalSizes::Sig {
            public_key,
            signature,
            ..
        } => public_key + signature,
        ExternalSizes::Kex {
            public_key_a,
            public_key_b,
            messages,
        } => public_key_a + public_key_b + messages,
    }
}

/// The figures of one candidate.
pub(super) fn of_candidate(id: &str, operations: &[Operation]) -> String {
    let mut written = String::new();
    let units = distinct(
        operations
            .iter()
            .map(|operation| operation.mean.as_ref().map(|(unit, _)| unit.as_str())),
    );
    for unit in &units {
        let rows = operations.iter().filter_map(|operation| {
            let (own, mean) = operation.mean.as_ref()?;
            (own == unit).then(|| Row {
                name: format!("{} {}", operation.label, operation.key),
                marks: vec![Mark {
                    series: 0,
                    mean: *mean,
                    quartiles: operation.quartiles(unit),
                    tooltip: String::new(),
                }],
                value: format::own::count(*mean),
            })
        });
        let title = format!("{id}: {} of one call", crate::unit_name(unit));
        written.push_str(&times(
            &format!("{id}-times-{unit}"),
            &title,
            unit,
            &[],
            rows.collect(),
        ));
    }
    written.push_str(&percentiles::figures(id, operations));
    written.push_str(&share::figure(id, operations));
    written.push_str(&memory::figure(id, operations));
    if written.is_empty() {
        return String::new();
    }
    format!("<div class=\"figures\">\n{written}</div>\n")
}

impl Operation {
    /// Between which counts the middle half of the calls lies, where they were counted in this unit.
    pub(super) fn quartiles(&self, unit: &str) -> Option<(f64, f64)> {
        let (own, p) = self.percentiles.as_ref()?;
        (own == unit).then_some((p.p25, p.p75))
    }
}
