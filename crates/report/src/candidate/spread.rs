//! Section 4, version 3: how single calls and trials spread, and what disturbed them.

use std::collections::BTreeMap;

use assay_evidence::{Results, TimingRecord};

use super::Context;
use crate::measured::{labels, records_of};
use crate::number::{NONE, deviation, share, time};
use crate::page::{Inline, Page, Table};
use crate::unit::Unit;

pub(super) fn subsection(page: &mut Page, context: Context<'_>) {
    let records: Vec<(&TimingRecord, &Results)> = labels(context.evidence)
        .into_iter()
        .flat_map(|label| records_of(context.evidence, label))
        .filter(|record| record.head.is_complete())
        .filter_map(|record| Some((record, record.results.as_ref()?)))
        .collect();
    if records.is_empty() {
        return;
    }
    single_calls(page, &records);
    between_trials(page, &records);
}

/// One table per unit.
fn single_calls(page: &mut Page, records: &[(&TimingRecord, &Results)]) {
    let mut tables: BTreeMap<Unit, Table> = BTreeMap::new();
    for (record, results) in records {
        let Some(distribution) = &results.distribution else {
            continue;
        };
        let table = tables
            .entry(Unit::from_name(&distribution.unit))
            .or_insert_with(|| {
                Table::new([
                    "instance",
                    "operation",
                    "calls",
                    "min",
                    "1%",
                    "10%",
                    "25%",
                    "median",
                    "75%",
                    "90%",
                    "99%",
                    "max",
                ])
            });
        let p = &distribution.percentiles;
        let mut cells = vec![
            Inline::of_code(&record.head.label),
            record.head.operation_key().into(),
            distribution.calls.to_string().into(),
        ];
        let values = [p.min, p.p1, p.p10, p.p25, p.p50, p.p75, p.p90, p.p99, p.max];
        cells.extend(values.map(|value| Inline::from(format!("{value:.0}"))));
        table.row(cells);
    }
    for (unit, table) in tables {
        page.heading(3, format!("Single calls, in {unit}"));
        page.paragraph(
            "Percentiles of calls stamped one by one, apart from the batches that give the means; the cost of the \
             stamps themselves (the counter's floor) is subtracted, and the trials are taken together.",
        );
        page.table(table);
    }
}

fn between_trials(page: &mut Page, records: &[(&TimingRecord, &Results)]) {
    page.heading(3, "Trials and disturbance");
    page.paragraph(
        "Fastest and slowest trial and the 95% interval of the mean (Student's t over n trial means), relative to the \
         mean time. Waiting is time in which the measuring thread was ready to run and did not. Disturbed runs were \
         discarded and repeated.",
    );
    let mut table = Table::new([
        "instance",
        "operation",
        "fastest to slowest trial",
        "95% interval of the mean",
        "waiting",
        "counter active",
        "disturbed runs",
    ]);
    for (record, results) in records {
        table.row([
            Inline::of_code(&record.head.label),
            record.head.operation_key().into(),
            range(results).into(),
            interval(results).into(),
            waiting(record, results).into(),
            counter_active(record).into(),
            record.head.disturbed_retries.to_string().into(),
        ]);
    }
    page.table(table);
}

fn range(results: &Results) -> String {
    let mean = results.mean_seconds;
    if results.trials.len() < 2 || mean <= 0.0 {
        return NONE.to_owned();
    }
    format!(
        "{} to {}",
        deviation(results.min_trial_seconds / mean - 1.0),
        deviation(results.max_trial_seconds / mean - 1.0)
    )
}

fn interval(results: &Results) -> String {
    match &results.interval_seconds {
        Some(interval) if results.mean_seconds > 0.0 => {
            let half = (interval.high - interval.low) / 2.0 / results.mean_seconds;
            format!("± {:.2}% (n = {})", half * 100.0, interval.n)
        }
        _ => NONE.to_owned(),
    }
}

/// A share of the time of the batches where these are all that was timed; for single steps the time alone.
fn waiting(record: &TimingRecord, results: &Results) -> String {
    let mut delays = record
        .head
        .processes
        .iter()
        .filter_map(|process| process.disturbance.as_ref()?.run_delay_s)
        .peekable();
    if delays.peek().is_none() {
        return NONE.to_owned();
    }
    let waited: f64 = delays.sum();
    let timed = results.mean_seconds * results.measurements as f64;
    if results.timing_scope == "loop" && timed > 0.0 {
        format!(
            "{} ({})",
            time(waited),
            format_args!("{:.2}%", waited / timed * 100.0)
        )
    } else {
        time(waited)
    }
}

fn counter_active(record: &TimingRecord) -> String {
    let (mut enabled, mut running) = (0, 0);
    for disturbance in record
        .head
        .processes
        .iter()
        .filter_map(|process| process.disturbance.as_ref())
    {
        enabled += disturbance.time_enabled_ns.unwrap_or(0);
        running += disturbance.time_running_ns.unwrap_or(0);
    }
    if enabled == 0 {
        NONE.to_owned()
    } else {
        share(running as f64 / enabled as f64)
    }
}
