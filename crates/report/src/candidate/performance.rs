//! Section 4: time.

use assay_evidence::{Results, TimingRecord};

use super::{Context, spread};
use crate::measured::{
    failure, labels, mean_count, records_of, sample_unit, sum_of_meta, units, why_not_measured,
};
use crate::number::{NONE, count, one_decimal, three_significant, time};
use crate::page::{Inline, Page, Table};
use crate::unit::Unit;

pub(super) fn section(page: &mut Page, context: Context<'_>) {
    let Context { evidence, .. } = context;
    page.heading(2, "4. Performance");
    let columns = Columns::of(context);
    let mut table = Table::new(columns.names(context.is_hash()));
    for label in labels(evidence) {
        let records = records_of(evidence, label);
        if context.ours && records.is_empty() {
            let reason = why_not_measured(context.facts, evidence, label)
                .unwrap_or_else(|| "no timing record".to_owned());
            table.row([Inline::of_code(label), NONE.into(), reason.into()]);
        }
        for record in records {
            table.row(row(context, &columns, record));
        }
    }
    page.table(table);
    if context.ours {
        spread::subsection(page, context);
    }
}

/// Units decide the columns, so that two units never share one.
struct Columns {
    means: Vec<Unit>,
    medians: Vec<Unit>,
}

impl Columns {
    fn of(context: Context<'_>) -> Columns {
        let records = &context.evidence.records;
        let mut means = units(records, |record| mean_count(record).map(|(unit, _)| unit));
        if means.is_empty() {
            means.push(Unit::CoreCycles);
        }
        Columns {
            means,
            medians: units(records, sample_unit),
        }
    }

    fn names(&self, is_hash: bool) -> Vec<String> {
        let mut names = vec!["instance".to_owned()];
        names.push(if is_hash { "message" } else { "operation" }.to_owned());
        names.extend(self.means.iter().map(|unit| format!("mean {unit}")));
        names.extend(
            self.medians
                .iter()
                .map(|unit| format!("median {unit} of single calls")),
        );
        if is_hash {
            names.extend(self.means.iter().map(|unit| format!("{unit}/byte")));
            names.extend(["mean time", "MB/s", "n"].map(str::to_owned));
        } else {
            names.extend(
                ["mean time", "ops/s", "median trial", "n (trials × iters)"].map(str::to_owned),
            );
        }
        names
    }
}

fn row(context: Context<'_>, columns: &Columns, record: &TimingRecord) -> Vec<Inline> {
    let head = &record.head;
    let mut cells = vec![Inline::of_code(&head.label)];
    let (true, Some(results)) = (head.is_complete(), &record.results) else {
        cells.push(head.operation_key().into());
        cells.push(
            if context.ours {
                failure(record)
            } else {
                "failed".to_owned()
            }
            .into(),
        );
        return cells;
    };
    let mean = mean_count(record);
    let mean_in = |unit: &Unit| {
        mean.as_ref()
            .filter(|(own, _)| own == unit)
            .map(|(_, mean)| *mean)
    };
    let bytes = head.input_bytes;

    cells.push(
        if context.is_hash() {
            format!("{bytes} B")
        } else {
            head.operation_key()
        }
        .into(),
    );
    for unit in &columns.means {
        cells.push(mean_in(unit).map_or_else(|| NONE.to_owned(), count).into());
    }
    for unit in &columns.medians {
        let median = results
            .distribution
            .as_ref()
            .filter(|distribution| Unit::from_name(&distribution.unit) == *unit)
            .map(|distribution| distribution.percentiles.p50);
        cells.push(median.map_or_else(|| NONE.to_owned(), count).into());
    }
    if context.is_hash() {
        for unit in &columns.means {
            let per_byte = mean_in(unit)
                .filter(|_| bytes > 0)
                .map(|mean| mean / bytes as f64);
            cells.push(per_byte.map_or_else(|| NONE.to_owned(), one_decimal).into());
        }
        cells.push(time(results.mean_seconds).into());
        cells.push(one_decimal(results.throughput_mb_per_second.unwrap_or(0.0)).into());
    } else {
        cells.push(time(results.mean_seconds).into());
        let rate = results.operations_per_second;
        cells.push(
            rate.map_or_else(|| NONE.to_owned(), three_significant)
                .into(),
        );
        cells.push(time(results.median_trial_seconds).into());
    }
    cells.push(calls(context, record, results).into());
    cells
}

/// `13510 (5 × 2702)`, and what else happened while counting.
fn calls(context: Context<'_>, record: &TimingRecord, results: &Results) -> String {
    let plan = &record.head.plan;
    let mut text = if context.ours {
        let per_trial: Vec<u64> = results
            .trials
            .iter()
            .map(|trial| trial.measurements)
            .collect();
        let trials = per_trial.len();
        match per_trial.first() {
            Some(first) if per_trial.iter().all(|calls| calls == first) => {
                format!("{} ({trials} × {first})", results.measurements)
            }
            _ => format!("{} ({trials} trials)", results.measurements),
        }
    } else {
        let per_trial = plan.iterations_per_trial;
        format!("{} ({} × {per_trial})", results.measurements, plan.trials)
    };
    let retried = sum_of_meta(record, "sign_failures_retried").unwrap_or(0);
    if retried > 0 {
        text.push_str(&format!("; {retried} failed signing attempts retried"));
    }
    text
}
