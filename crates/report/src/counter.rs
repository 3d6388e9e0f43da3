//! Counts and their units. Two units never share a column.

use assay_evidence::{Campaign, TimingRecord};

const CORE_CYCLES: &str = "core_cycles";
/// Stands for the unit where neither records nor campaign name one.
const UNKNOWN: &str = "unknown";

/// Mean count of one call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Mean<'a> {
    pub(crate) unit: &'a str,
    pub(crate) value: f64,
}

/// The mean of a record in the unit it was counted in; `None` without a count for every trial.
pub(crate) fn mean(record: &TimingRecord) -> Option<Mean<'_>> {
    let results = record.results.as_ref()?;
    if let Some(value) = results.mean_cycles {
        return Some(Mean {
            unit: CORE_CYCLES,
            value,
        });
    }
    Some(Mean {
        unit: results.tick_unit.as_deref()?,
        value: results.mean_ticks?,
    })
}

/// Unit of the calls that were stamped one by one.
pub(crate) fn sample_unit(record: &TimingRecord) -> Option<&str> {
    Some(
        record
            .results
            .as_ref()?
            .distribution
            .as_ref()?
            .unit
            .as_str(),
    )
}

/// Units that occur, core cycles first, each once.
pub(crate) fn distinct<'a>(units: impl Iterator<Item = Option<&'a str>>) -> Vec<&'a str> {
    let mut units: Vec<&str> = units.flatten().collect();
    let rank = |unit: &str| {
        let known = [CORE_CYCLES, "tsc_ticks", "cntvct_ticks", "ns"];
        known
            .iter()
            .position(|other| *other == unit)
            .unwrap_or(known.len())
    };
    units.sort_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.cmp(b)));
    units.dedup();
    units
}

/// Units of columns: those that occur, else that of the counter the campaign chose.
pub(crate) fn or_chosen<'a>(units: Vec<&'a str>, campaign: &'a Campaign) -> Vec<&'a str> {
    if units.is_empty() {
        let chosen = campaign.counter.as_ref();
        vec![chosen.map_or(UNKNOWN, |counter| &counter.unit)]
    } else {
        units
    }
}

/// A unit in words, as in the names of columns: `TSC ticks`.
#[must_use]
pub fn unit_name(unit: &str) -> &str {
    match unit {
        CORE_CYCLES => "cycles",
        "tsc_ticks" => "TSC ticks",
        "cntvct_ticks" => "CNTVCT ticks",
        UNKNOWN => "count (unit not known)",
        other => other,
    }
}

/// A source in words.
pub(crate) fn source_name(source: &str) -> &str {
    match source {
        "perf_rdpmc" => "hardware core-cycle counter, read in user space",
        "perf_read" => "hardware core-cycle counter, read by a system call",
        "tsc" => {
            "time stamp counter (TSC), which ticks at a fixed rate whatever the core's clock is"
        }
        "cntvct" => {
            "virtual counter (CNTVCT), which ticks at a fixed rate whatever the core's clock is"
        }
        "monotonic" => "raw monotonic clock",
        other => other,
    }
}
