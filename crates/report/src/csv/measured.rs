//! Rows per record: times, shares, memory.

use assay_evidence::{MemoryRecord, TimingRecord, operation_key};
use assay_profile::Function as Wrapped;

use super::Row;
use super::field::{nanoseconds, number, text, texts, yes_no};
use crate::context::{Context, operation_rank};
use crate::counter::mean;
use crate::failure::failure_reason;
use crate::sections::performance::{lost_share, number as meta_number};
use crate::sections::resources::{error_bound, growth};

pub(super) const PERFORMANCE: &[&str] = &[
    "candidate",
    "algorithm",
    "function",
    "instance",
    "code",
    "variant",
    "build flags",
    "operation",
    "input [bytes]",
    "status",
    "failure",
    "KAT",
    "calls",
    "trials",
    "planned calls per trial",
    "mean time [ns]",
    "95 % interval of the mean time, low [ns]",
    "95 % interval of the mean time, high [ns]",
    "median trial [ns]",
    "fastest trial [ns]",
    "slowest trial [ns]",
    "operations per second [1/s]",
    "throughput [10^6 bytes/s]",
    "failed signing attempts retried",
    "disturbed retries",
    "disturbed in every attempt",
    "CPU time lost [share of 1]",
    "host fixed",
    "quick look",
    "counter",
    "timing scope",
    "stamped calls",
    "started [UTC]",
    "library SHA-256",
    "record",
];

/// Columns that each unit of counts has.
pub(super) const COUNTS: &[&str] = &[
    "mean",
    "median trial",
    "single calls: least",
    "single calls: 1st percentile",
    "single calls: 10th percentile",
    "single calls: 25th percentile",
    "single calls: median",
    "single calls: 75th percentile",
    "single calls: 90th percentile",
    "single calls: 99th percentile",
    "single calls: most",
];

pub(super) fn performance(context: &Context<'_>) -> Vec<Row> {
    let labels = context.labels.iter();
    let records = labels.flat_map(|label| context.records_of(label));
    records
        .map(|record| Row {
            cells: performance_cells(context, record),
            counts: counts(record),
        })
        .collect()
}

/// Cells that begin every row about an operation.
fn first(context: &Context<'_>, label: &str, operation: &str, input_bytes: u64) -> Vec<String> {
    vec![
        context.facts.id.clone(),
        text(&context.facts.algorithm),
        context.facts.function.to_string(),
        text(label),
        texts(context.origins(label)),
        text(&super::instances::variant(context, label)),
        text(context.entry(label).map_or("", |entry| &entry.flags)),
        text(operation),
        input_bytes.to_string(),
    ]
}

fn performance_cells(context: &Context<'_>, record: &TimingRecord) -> Vec<String> {
    let head = &record.head;
    let results = record.results.as_ref();
    let interval = results.and_then(|results| results.interval_seconds);
    let provenance = head.provenance.as_ref();
    let retried: Option<u64> = head
        .processes
        .iter()
        .map(|process| {
            process
                .meta
                .get("sign_failures_retried")
                .and_then(meta_number)
        })
        .sum();
    let calls = results
        .and_then(|results| results.distribution.as_ref())
        .map(|distribution| distribution.calls);
    let mut cells = first(context, &head.label, &head.operation, head.input_bytes);
    cells.extend([
        text(&head.status),
        text(&failure_reason(record).unwrap_or_default()),
        text(&head.kat),
        number(results.map(|results| results.measurements)),
        number(results.map(|results| results.trials.len())),
        head.plan.iterations_per_trial.to_string(),
        nanoseconds(results.map(|results| results.mean_seconds)),
        nanoseconds(interval.map(|interval| interval.low)),
        nanoseconds(interval.map(|interval| interval.high)),
        nanoseconds(results.map(|results| results.median_trial_seconds)),
        nanoseconds(results.map(|results| results.min_trial_seconds)),
        nanoseconds(results.map(|results| results.max_trial_seconds)),
        number(results.and_then(|results| results.operations_per_second)),
        number(results.and_then(|results| results.throughput_mb_per_second)),
        number(retried.filter(|_| !head.processes.is_empty())),
        head.disturbed_retries.to_string(),
        yes_no(context.is_disturbed(record)),
        number(lost_share(record)),
        provenance.map_or_else(String::new, |provenance| yes_no(provenance.host_fixed)),
        provenance.map_or_else(String::new, |provenance| yes_no(provenance.quick)),
        text(provenance.map_or("", |provenance| &provenance.counter.source)),
        text(results.map_or("", |results| &results.timing_scope)),
        number(calls),
        text(&head.started_utc),
        text(&head.library_sha256),
        text(&format!(
            "data/records/{}/{}__{}.json",
            head.candidate,
            head.label,
            head.operation_key()
        )),
    ]);
    cells
}

/// Counts in the unit of the counter, and of the calls stamped one by one in theirs.
fn counts(record: &TimingRecord) -> Vec<(String, Vec<String>)> {
    let Some(results) = &record.results else {
        return Vec::new();
    };
    let mut counts: Vec<(String, Vec<String>)> = Vec::new();
    if let Some(mean) = mean(record) {
        let median = match results.mean_cycles {
            Some(_) => results.median_trial_cycles,
            None => results.median_trial_ticks,
        };
        let cells = vec![mean.value.to_string(), number(median)];
        counts.push((mean.unit.to_owned(), cells));
    }
    if let Some(distribution) = &results.distribution {
        let p = &distribution.percentiles;
        let values = [p.min, p.p1, p.p10, p.p25, p.p50, p.p75, p.p90, p.p99, p.max];
        let values = values.map(|value| value.to_string());
        match counts
            .iter_mut()
            .find(|(unit, _)| *unit == distribution.unit)
        {
            Some((_, cells)) => cells.extend(values),
            None => {
                let none = [String::new(), String::new()];
                let cells = none.into_iter().chain(values).collect();
                counts.push((distribution.unit.clone(), cells));
            }
        }
    }
    counts
}

const FUNCTIONS: [Wrapped; 4] = [
    Wrapped::Pseudohash,
    Wrapped::PseudoXof,
    Wrapped::Sm3hash,
    Wrapped::Drng,
];

pub(super) const PROFILE: &[&str] = &[
    "candidate",
    "algorithm",
    "function",
    "instance",
    "code",
    "variant",
    "build flags",
    "operation",
    "input [bytes]",
    "status",
    "profiled operations",
    "time of all of them [ticks of the profile's clock]",
    "hash share [share of 1]",
    "pseudohash share [share of 1]",
    "pseudoXOF share [share of 1]",
    "sm3hash share [share of 1]",
    "DRNG share [share of 1]",
    "pseudohash calls per operation",
    "pseudoXOF calls per operation",
    "sm3hash calls per operation",
    "DRNG calls per operation",
    "subtracted from a counted call [ticks of the profile's clock]",
    "lower bound",
    "why a lower bound",
    "wrapped functions",
    "own symmetric code",
    "clock",
    "rate of the clock [Hz]",
];

pub(super) fn profile(context: &Context<'_>) -> Vec<Row> {
    let labels = context.labels.iter();
    let profiles = labels.flat_map(|label| context.profiles_of(label));
    profiles
        .map(|record| {
            let measured = &record.profile;
            let complete = record.is_complete();
            let provenance = record.provenance.as_ref();
            let meta = |name: &str| {
                let value = record.meta.get(name);
                value.map_or_else(String::new, |value| {
                    text(value.as_str().unwrap_or(&value.to_string()))
                })
            };
            let mut cells = first(
                context,
                &record.label,
                &record.operation,
                record.input_bytes,
            );
            cells.extend([
                text(&record.status),
                number(measured.total.map(|total| total.operations)),
                number(measured.total.map(|total| total.ticks)),
                number(measured.hash_share.map(|share| share.value())),
            ]);
            let shares = measured.share.as_ref().filter(|_| complete);
            // What is wrapped and not seen takes no time; without shares nothing is known.
            cells.extend(
                FUNCTIONS.map(|function| {
                    number(shares.map(|shares| shares.get(function).unwrap_or(0.0)))
                }),
            );
            cells.extend(FUNCTIONS.map(|function| {
                let calls = shares.and_then(|_| measured.calls_per_operation(function));
                number(calls)
            }));
            let bounds = provenance.map_or(&[][..], |provenance| &provenance.lower_bound);
            let wrapped = provenance.map_or(&[][..], |provenance| &provenance.wrapped);
            let own = provenance.map_or(&[][..], |provenance| &provenance.own_primitives);
            cells.extend([
                number(measured.overhead.map(|cost| cost.counted_ticks)),
                yes_no(!bounds.is_empty()),
                texts(bounds),
                texts(wrapped),
                texts(own),
                meta("tick_source"),
                meta("tick_hz"),
            ]);
            Row {
                cells,
                counts: Vec::new(),
            }
        })
        .collect()
}

pub(super) const MEMORY: &[&str] = &[
    "candidate",
    "algorithm",
    "function",
    "instance",
    "code",
    "variant",
    "build flags",
    "operation",
    "input [bytes]",
    "baseline RSS [bytes]",
    "peak RSS [bytes]",
    "growth of RSS [bytes]",
    "error bound of RSS [bytes]",
    "stack peak [bytes]",
    "why no stack",
    "heap peak [bytes]",
    "heap is a lower bound",
    "why no heap",
    "most allocations in a call",
    "most bytes not given back by a call [bytes]",
];

pub(super) fn memory(context: &Context<'_>) -> Vec<Row> {
    let mut rows = Vec::new();
    for label in &context.labels {
        let mut operations: Vec<(&str, u64)> = Vec::new();
        let timed = context.records_of(label);
        operations.extend(timed.iter().map(|record| {
            let head = &record.head;
            (head.operation.as_str(), head.input_bytes)
        }));
        let of_label = context
            .memories
            .iter()
            .filter(|memory| memory.label == *label);
        let of_label = of_label.map(|memory| (memory.operation.as_str(), memory.input_bytes));
        operations.extend(of_label);
        operations.sort_by_key(|(operation, bytes)| operation_rank(operation, *bytes));
        operations.dedup();
        for (operation, bytes) in operations {
            let record = timed.iter().copied().find(|record| {
                (record.head.operation.as_str(), record.head.input_bytes) == (operation, bytes)
            });
            let memory = context.memories.iter().copied().find(|memory| {
                (&memory.label, memory.operation_key())
                    == (&(*label).to_owned(), operation_key(operation, bytes))
            });
            let mut cells = first(context, label, operation, bytes);
            cells.extend(resident(record));
            cells.extend(own(memory));
            rows.push(Row {
                cells,
                counts: Vec::new(),
            });
        }
    }
    rows
}

fn resident(record: Option<&TimingRecord>) -> [String; 4] {
    let results = record.and_then(|record| record.results.as_ref());
    [
        number(results.and_then(|results| results.baseline_rss_bytes)),
        number(results.and_then(|results| results.peak_rss_bytes)),
        number(record.and_then(growth)),
        number(record.and_then(error_bound)),
    ]
}

fn own(memory: Option<&MemoryRecord>) -> [String; 7] {
    let Some(memory) = memory else {
        return Default::default();
    };
    let heap = memory.heap.as_ref();
    let provenance = &memory.provenance;
    // A library that calls no allocator uses none.
    let none = heap.is_none() && provenance.wrapped.is_empty() && provenance.not_wrapped.is_empty();
    let bound =
        heap.is_some_and(|heap| heap.not_followed() > 0) || !provenance.not_wrapped.is_empty();
    let most = |of: fn(&assay_evidence::HeapCall) -> u64| {
        let calls = heap.map(|heap| heap.calls.iter().map(of).max());
        calls.flatten().or(none.then_some(0))
    };
    let kept = heap.and_then(|heap| heap.calls.iter().map(|call| call.kept_bytes).max());
    [
        number(memory.stack.as_ref().map(|stack| stack.peak_bytes)),
        text(memory.no_stack.as_deref().unwrap_or_default()),
        number(heap.map(|heap| heap.peak_bytes).or(none.then_some(0))),
        yes_no(bound),
        text(memory.no_heap.as_deref().unwrap_or_default()),
        number(most(|call| call.allocations)),
        number(kept.or(none.then_some(0))),
    ]
}
