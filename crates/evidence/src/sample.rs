//! Calls stamped one by one, and what they show together.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::statistics::Percentiles;

/// Counts of single calls in one process.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    /// What is counted: `core_cycles`, `tsc_ticks`, `cntvct_ticks` or `ns`.
    pub unit: String,
    /// Count of an empty pair of stamps in this process. It is part of every value.
    pub floor: u64,
    /// Raw counts in the order of the calls, floor included; stored as one line of text.
    #[serde(serialize_with = "write_counts", deserialize_with = "read_counts")]
    pub counts: Vec<u64>,
}

impl Sample {
    /// Counts without the floor; a count below the floor becomes 0.
    pub fn net_counts(&self) -> impl Iterator<Item = f64> + '_ {
        self.counts
            .iter()
            .map(|count| count.saturating_sub(self.floor) as f64)
    }
}

/// Percentiles over the samples of all processes of a record, floors subtracted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Distribution {
    /// Unit of the percentiles.
    pub unit: String,
    /// Calls they rest on.
    pub calls: u64,
    /// The percentiles.
    pub percentiles: Percentiles,
}

impl Distribution {
    /// Over the samples of several processes; `None` without calls or when units differ.
    #[must_use]
    pub fn of<'a>(samples: impl IntoIterator<Item = &'a Sample>) -> Option<Distribution> {
        let mut unit = None;
        let mut values = Vec::new();
        for sample in samples {
            if *unit.get_or_insert(&sample.unit) != &sample.unit {
                return None;
            }
            values.extend(sample.net_counts());
        }
        Some(Distribution {
            unit: unit?.clone(),
            calls: values.len() as u64,
            percentiles: Percentiles::of(&values)?,
        })
    }
}

fn write_counts<S: Serializer>(counts: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    use std::fmt::Write;
    let mut line = String::with_capacity(counts.len() * 8);
    for (index, count) in counts.iter().enumerate() {
        let separator = if index == 0 { "" } else { " " };
        write!(line, "{separator}{count}").map_err(serde::ser::Error::custom)?;
    }
    serializer.serialize_str(&line)
}

fn read_counts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
    let line = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
    line.split_ascii_whitespace()
        .map(|word| {
            word.parse().map_err(|_| {
                serde::de::Error::custom(format_args!("a count is not a decimal number: {word:?}"))
            })
        })
        .collect()
}
