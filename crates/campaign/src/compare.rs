//! Two campaigns on one machine, operation by operation.

use std::collections::BTreeSet;

use assay_evidence::TimingRecord;
use assay_evidence::comparison::{Comparison, compare as compare_records, unit};

use crate::dataset::Dataset;
use crate::error::Error;
use crate::parallel;

/// Confidence that the intervals of all operations hold together.
pub const CONFIDENCE: f64 = 0.95;

/// Two campaigns, compared.
#[derive(Debug, Clone, Default)]
pub struct Differences {
    /// Operations that both have, the surest difference first.
    pub rows: Vec<Row>,
    /// Operations that only the first has, or only the second, or that are not complete in one of them.
    pub not_in_both: Vec<String>,
    /// Differences of the circumstances that may explain those of the numbers.
    pub notes: Vec<String>,
}

/// One operation.
#[derive(Debug, Clone)]
pub struct Row {
    /// `kem-24/scabbard128`.
    pub instance: String,
    /// `enc`, `hash_32`.
    pub operation: String,
    /// What the calls are counted in.
    pub unit: String,
    /// Means and ratio.
    pub comparison: Comparison,
    /// Ends of the interval of the ratio, wide enough that all intervals hold together with [`CONFIDENCE`]; `None` when
    /// one of the campaigns has a single trial.
    pub interval: Option<(f64, f64)>,
    /// What the interval says.
    pub verdict: Verdict,
    /// Whether both measured the very same library.
    pub same_library: bool,
}

/// What an interval says of the second campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// All of it lies above 1.
    Slower,
    /// All of it lies below 1.
    Faster,
    /// It holds 1, or there is none.
    Open,
}

impl Row {
    /// Whether the second is slower than the first by more than `percent`, all of the interval being beyond that.
    #[must_use]
    pub fn is_slower_by(&self, percent: f64) -> bool {
        self.interval
            .is_some_and(|(low, _)| low > 1.0 + percent / 100.0)
    }
}

/// Compares all complete records that two datasets have in common.
///
/// Intervals come from the trials: they hold what differs from process to process, not a drift of the machine between
/// the two campaigns.
///
/// # Errors
/// When units or machines differ, when nothing is in both, or when evidence cannot be read.
pub fn compare(first: &Dataset, second: &Dataset) -> Result<Differences, Error> {
    let mut ids: BTreeSet<String> = first.store().candidates()?.into_iter().collect();
    ids.extend(second.store().candidates()?);
    let ids: Vec<String> = ids.into_iter().collect();
    let parts = parallel::map(&ids, parallel::cores(), |id| {
        of_candidate(first, second, id)
    });
    let mut all = Differences::default();
    let mut circumstances = Circumstances::default();
    for part in parts {
        let part = part?;
        all.rows.extend(part.rows);
        all.not_in_both.extend(part.not_in_both);
        circumstances.extend(part.circumstances);
    }
    if all.rows.is_empty() {
        return Err(incomparable(
            first,
            second,
            "no operation is complete in both".to_owned(),
        ));
    }
    judge(&mut all.rows);
    all.notes = circumstances.notes();
    Ok(all)
}

/// Widens the intervals so that they hold together (Bonferroni), and sorts by how sure a difference is.
fn judge(rows: &mut [Row]) {
    let with_interval = rows
        .iter()
        .filter(|row| row.comparison.ratio.spread.is_some())
        .count();
    let confidence = 1.0 - (1.0 - CONFIDENCE) / with_interval.max(1) as f64;
    for row in rows.iter_mut() {
        row.interval = row.comparison.ratio.interval(confidence);
        row.verdict = match row.interval {
            Some((low, _)) if low > 1.0 => Verdict::Slower,
            Some((_, high)) if high < 1.0 => Verdict::Faster,
            _ => Verdict::Open,
        };
    }
    let chance = |row: &Row| row.comparison.ratio.chance().unwrap_or(f64::INFINITY);
    let size = |row: &Row| row.comparison.ratio.ratio.ln().abs();
    rows.sort_by(|a, b| {
        chance(a)
            .total_cmp(&chance(b))
            .then(size(b).total_cmp(&size(a)))
    });
}

#[derive(Default)]
struct Part {
    rows: Vec<Row>,
    not_in_both: Vec<String>,
    circumstances: Circumstances,
}

fn of_candidate(first: &Dataset, second: &Dataset, id: &str) -> Result<Part, Error> {
    let records = |dataset: &Dataset| -> Result<Vec<TimingRecord>, Error> {
        let mut records = dataset.store().records_of(id)?;
        records.retain(|record| record.head.is_complete());
        for record in &mut records {
            record.head.processes = Vec::new();
        }
        Ok(records)
    };
    let (here, there) = (records(first)?, records(second)?);
    let key = |record: &TimingRecord| (record.head.label.clone(), record.head.operation_key());
    let mut part = Part::default();
    for record in &here {
        let (label, operation) = key(record);
        let instance = format!("{id}/{label}");
        let Some(other) = there.iter().find(|other| key(other) == key(record)) else {
            part.not_in_both
                .push(format!("{instance} {operation}: only in {}", first.name()));
            continue;
        };
        let comparison = compare_records(record, other).map_err(|error| {
            incomparable(first, second, format!("{instance} {operation} {error}"))
        })?;
        let Some(comparison) = comparison else {
            part.not_in_both
                .push(format!("{instance} {operation}: without a positive value"));
            continue;
        };
        part.circumstances.see(record, other);
        part.rows.push(Row {
            instance,
            operation,
            unit: unit(record).to_owned(),
            comparison,
            interval: None,
            verdict: Verdict::Open,
            same_library: record.head.library_sha256 == other.head.library_sha256,
        });
    }
    for record in &there {
        if !here.iter().any(|other| key(other) == key(record)) {
            let (label, operation) = key(record);
            part.not_in_both.push(format!(
                "{id}/{label} {operation}: only in {}",
                second.name()
            ));
        }
    }
    Ok(part)
}

fn incomparable(first: &Dataset, second: &Dataset, reason: String) -> Error {
    Error::Incomparable {
        first: first.name().to_owned(),
        second: second.name().to_owned(),
        reason,
    }
}

/// Circumstances of the compared records, first and second.
#[derive(Default)]
struct Circumstances(Vec<(&'static str, [BTreeSet<String>; 2])>);

impl Circumstances {
    fn see(&mut self, first: &TimingRecord, second: &TimingRecord) {
        for (side, record) in [first, second].into_iter().enumerate() {
            let head = &record.head;
            let environment = &head.environment;
            let provenance = head.provenance.as_ref();
            self.put(side, "CPU", Some(environment.cpu_number.to_string()));
            self.put(side, "kernel", environment.kernel.clone());
            self.put(side, "compiler", environment.compiler.clone());
            self.put(side, "flags", Some(head.flags.clone()));
            self.put(
                side,
                "code",
                provenance.map(|provenance| provenance.origin.clone()),
            );
            let depth = |quick: bool| if quick { "quick look" } else { "full" }.to_owned();
            self.put(
                side,
                "planning",
                provenance.map(|provenance| depth(provenance.quick)),
            );
            self.put(
                side,
                "tool",
                provenance.map(|provenance| {
                    format!("{} {}", provenance.tool.name, provenance.tool.version)
                }),
            );
        }
    }

    fn put(&mut self, side: usize, what: &'static str, value: Option<String>) {
        let value = value.unwrap_or_else(|| "not recorded".to_owned());
        match self.0.iter_mut().find(|(known, _)| *known == what) {
            Some((_, values)) => {
                values[side].insert(value);
            }
            None => {
                let mut values = <[BTreeSet<String>; 2]>::default();
                values[side].insert(value);
                self.0.push((what, values));
            }
        }
    }

    fn extend(&mut self, other: Circumstances) {
        for (what, values) in other.0 {
            for (side, values) in values.into_iter().enumerate() {
                for value in values {
                    self.put(side, what, Some(value));
                }
            }
        }
    }

    fn notes(&self) -> Vec<String> {
        let joined = |values: &BTreeSet<String>| {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            values.join(", ")
        };
        self.0
            .iter()
            .filter(|(_, [first, second])| first != second)
            .map(|(what, [first, second])| {
                format!("{what}: {} / {}", joined(first), joined(second))
            })
            .collect()
    }
}
