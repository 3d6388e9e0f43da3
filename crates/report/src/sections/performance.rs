//! Section 4: how long operations take.

use assay_evidence::{TimingRecord, operation_key};
use assay_manifest::Function;
use serde_json::Value;

use crate::context::{Context, expected_operations, failed, not_measured, operation_rank};
use crate::counter::{distinct, mean, or_chosen, sample_unit, unit_name};
use crate::format::{self, ABSENT};
use crate::page::{Block, Line, Table};

pub(crate) fn blocks(context: &Context<'_>) -> Vec<Block> {
    let mut blocks = vec![Block::Heading(2, "4. Performance".into())];
    let columns = Columns::of(context);
    let mut table = Table::new(columns.header());
    let filler = if context.published { "" } else { ABSENT };
    for label in &context.labels {
        for row in rows(context, &columns, label) {
            table.push_with(row, filler);
        }
    }
    blocks.push(Block::Table(table));
    if !context.published {
        blocks.push(Block::Bullets(columns.legend()));
    }
    blocks
}

/// Rows of an instance; in data of this project also those of operations that were not measured.
fn rows(context: &Context<'_>, columns: &Columns<'_>, label: &str) -> Vec<Vec<Line>> {
    let records = context.records_of(label);
    if context.published {
        return records.iter().map(|record| columns.row(record)).collect();
    }
    let absent = |operation: &str, reason: String| {
        vec![
            Line::new().code(label),
            operation.into(),
            not_measured(reason).into(),
        ]
    };
    if records.is_empty() {
        return vec![absent(ABSENT, context.why_not_measured(label))];
    }
    let mut ranked: Vec<_> = records
        .iter()
        .map(|record| {
            let head = &record.head;
            (
                operation_rank(&head.operation, head.input_bytes),
                marked(context, record, columns.row(record)),
            )
        })
        .collect();
    for (operation, input_bytes) in expected_operations(context.facts.function) {
        let rank = operation_rank(operation, input_bytes);
        if !ranked.iter().any(|(other, _)| *other == rank) {
            let reason = "there is no record of it in this run".to_owned();
            ranked.push((rank, absent(&operation_key(operation, input_bytes), reason)));
        }
    }
    ranked.sort_by(|(a, _), (b, _)| a.cmp(b));
    ranked.into_iter().map(|(_, row)| row).collect()
}

/// With a mark at the instance when no attempt was undisturbed.
fn marked(context: &Context<'_>, record: &TimingRecord, mut row: Vec<Line>) -> Vec<Line> {
    if context.is_disturbed(record)
        && let Some(instance) = row.first_mut()
    {
        *instance = std::mem::take(instance).text(" ⚠ disturbed");
    }
    row
}

/// Which columns the table has. Every unit of counts has its own.
struct Columns<'a> {
    hash: bool,
    exchange: bool,
    published: bool,
    units: Vec<&'a str>,
    sample_units: Vec<&'a str>,
}

impl<'a> Columns<'a> {
    fn of(context: &Context<'a>) -> Columns<'a> {
        let complete = || {
            context
                .records
                .iter()
                .copied()
                .filter(|record| record.head.is_complete())
        };
        let (units, sample_units) = if context.published {
            (vec!["core_cycles"], Vec::new())
        } else {
            (
                or_chosen(
                    distinct(complete().map(|record| mean(record).map(|mean| mean.unit))),
                    context.campaign,
                ),
                distinct(complete().map(sample_unit)),
            )
        };
        Columns {
            hash: context.facts.function == Function::Hash,
            exchange: context.facts.function == Function::Kex,
            published: context.published,
            units,
            sample_units,
        }
    }

    fn header(&self) -> Vec<Line> {
        let mut header: Vec<Line> = vec!["instance".into()];
        header.push(if self.hash { "message" } else { "operation" }.into());
        for unit in &self.units {
            header.push(format!("mean {}", unit_name(unit)).into());
            if self.hash {
                header.push(format!("{}/byte", unit_name(unit)).into());
            }
        }
        if self.hash {
            header.extend(["mean time", "MB/s", "n"].map(Line::from));
        } else {
            header.extend(
                ["mean time", "ops/s", "median trial", "n (trials × iters)"].map(Line::from),
            );
        }
        if self.published {
            return header;
        }
        for unit in &self.sample_units {
            let unit = unit_name(unit);
            header.push(format!("median call (p10–p90), {unit}").into());
        }
        header.push("95 % interval of the mean time".into());
        header.push("CPU time lost (retries)".into());
        header
    }

    fn row(&self, record: &TimingRecord) -> Vec<Line> {
        let head = &record.head;
        let mut row = vec![self.instance(record)];
        let results = record.results.as_ref().filter(|_| head.is_complete());
        let Some(results) = results else {
            row.push(head.operation_key().into());
            row.push(
                if self.published {
                    "failed".to_owned()
                } else {
                    failed(record)
                }
                .into(),
            );
            return row;
        };
        row.push(if self.hash {
            format!("{} B", head.input_bytes).into()
        } else {
            head.operation_key().into()
        });
        let counted = mean(record);
        for (index, unit) in self.units.iter().enumerate() {
            let value = counted
                .filter(|mean| mean.unit == *unit)
                .map(|mean| mean.value);
            row.push(match value {
                Some(value) => self.count(value).into(),
                None if self.published || counted.is_some() || index > 0 => ABSENT.into(),
                None => not_measured("a trial has no count").into(),
            });
            if self.hash {
                let per_byte = value.filter(|_| head.input_bytes > 0);
                row.push(per_byte.map_or(ABSENT.into(), |value| {
                    format::one_decimal(value / head.input_bytes as f64).into()
                }));
            }
        }
        row.push(self.time(results.mean_seconds).into());
        if self.hash {
            row.push(match results.throughput_mb_per_second {
                None if !self.published => not_measured("no time passed").into(),
                throughput => format::one_decimal(throughput.unwrap_or(0.0)).into(),
            });
        } else {
            let per_second = results
                .operations_per_second
                .map(|rate| self.per_second(rate));
            row.push(per_second.unwrap_or_else(|| ABSENT.to_owned()).into());
            row.push(self.time(results.median_trial_seconds).into());
        }
        row.push(n(record, results.measurements, results.trials.len()).into());
        if !self.published {
            self.own_cells(record, &mut row);
        }
        row
    }

    fn count(&self, count: f64) -> String {
        match self.published {
            true => format::cycles(count),
            false => format::own::count(count),
        }
    }

    fn time(&self, seconds: f64) -> String {
        match self.published {
            true => format::time(seconds),
            false => format::own::time(seconds),
        }
    }

    fn per_second(&self, rate: f64) -> String {
        match self.published {
            true => format::significant(rate),
            false => format::own::rate(rate),
        }
    }

    fn own_cells(&self, record: &TimingRecord, row: &mut Vec<Line>) {
        let Some(results) = &record.results else {
            return;
        };
        for (index, unit) in self.sample_units.iter().enumerate() {
            match &results.distribution {
                Some(distribution) if distribution.unit == *unit => {
                    let p = &distribution.percentiles;
                    let [low, median, high] = [p.p10, p.p50, p.p90].map(format::own::count);
                    row.push(format!("{median} ({low}–{high})").into());
                }
                None if index == 0 => {
                    row.push(not_measured("no call was stamped singly").into());
                }
                _ => row.push(ABSENT.into()),
            }
        }
        row.push(
            match &results.interval_seconds {
                Some(interval) => format!(
                    "{} – {} (n = {})",
                    format::own::time(interval.low.max(0.0)),
                    format::own::time(interval.high),
                    interval.n
                ),
                None => not_measured("fewer than two trials"),
            }
            .into(),
        );
        row.push(format!("{} ({})", time_lost(record), record.head.disturbed_retries).into());
    }

    fn instance(&self, record: &TimingRecord) -> Line {
        let label = Line::new().code(&record.head.label);
        if record.head.kat_not_passed && !self.published {
            label.text(format!(" ⚠ KAT {}", record.head.kat))
        } else {
            label
        }
    }

    fn legend(&self) -> Vec<Line> {
        let mut legend: Vec<Line> = [
            "Mean: total of all trials divided by their calls. n: calls in all (trials × calls of each).",
            "95 % interval: Student's t over the means of the trials, which are the independent repetitions; the n in its column is \
             their number. It says how far the mean would move in a repetition on this machine, is cut off at 0, and does not cover what disturbance \
             adds to every trial.",
            "CPU time lost: share of the time, in the trials that were kept, in which the process waited for a CPU. Retries: \
             trials thrown away and repeated because they were disturbed, at most twice each; ⚠ disturbed marks rows in which a \
             trial was still disturbed after that. The median suffers less from it.",
        ]
        .map(Line::from)
        .to_vec();
        if self.sample_units.is_empty() {
            legend.push(
                "Median calls are not measured: no record holds calls stamped one by one.".into(),
            );
        } else {
            legend.push(
                "Median call and p10–p90 come from calls stamped one by one in the same processes, with the cost of the \
                 stamps subtracted; a mean far above the median points to a few slow calls."
                    .into(),
            );
        }
        let mut units = self.units.iter().chain(&self.sample_units);
        if units.clone().any(|unit| *unit != "core_cycles") {
            legend.push(
                "Ticks and nanoseconds come at a fixed rate that is not the core's clock: they are not cycles and cannot be \
                 compared with cycles."
                    .into(),
            );
        }
        if !units.any(|unit| *unit == "core_cycles") {
            legend.push(
                "Hardware cycles are not measured: no counter of them could be used (section 2)."
                    .into(),
            );
        }
        if self.exchange {
            legend.push(
                "Steps are stamped inside complete exchanges, so their sum need not equal the time of an exchange."
                    .into(),
            );
        }
        legend
    }
}

/// Share of the timed seconds in which the process was ready to run and did not, in the trials that were kept.
fn time_lost(record: &TimingRecord) -> String {
    // The kernel's figure covers whole exchanges, the seconds of a step only a part of them.
    let steps = record
        .results
        .as_ref()
        .is_some_and(|results| results.timing_scope != "loop");
    if steps {
        return ABSENT.to_owned();
    }
    lost_share(record).map_or_else(|| not_measured("the kernel does not tell"), format::share)
}

/// The same as a number between 0 and 1.
pub(crate) fn lost_share(record: &TimingRecord) -> Option<f64> {
    let results = record.results.as_ref()?;
    if results.timing_scope != "loop" {
        return None;
    }
    let trials = || {
        let processes = record.head.processes.iter();
        processes.filter(|process| !process.trials.is_empty())
    };
    let delays: Option<f64> = trials()
        .map(|process| process.disturbance.as_ref()?.run_delay_s)
        .sum();
    let seconds: f64 = trials()
        .flat_map(|process| process.trials.iter().map(|trial| trial.seconds))
        .sum();
    delays
        .filter(|_| seconds > 0.0)
        .map(|delay| delay / seconds)
}

fn n(record: &TimingRecord, measurements: u64, trials: usize) -> String {
    let n = format::n(measurements, trials, record.head.plan.iterations_per_trial);
    let retried: u64 = record
        .head
        .processes
        .iter()
        .filter_map(|process| number(process.meta.get("sign_failures_retried")?))
        .sum();
    if retried > 0 {
        format!("{n}; {retried} failed signing attempts retried")
    } else {
        n
    }
}

/// A number that the driver said, as text or as a number.
pub(crate) fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}
