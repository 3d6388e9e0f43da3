//! Timing records: one instance, one operation.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::environment::Environment;
use crate::plan::Plan;
use crate::provenance::Provenance;
use crate::sample::{Distribution, Sample};
use crate::statistics::Interval;

/// Schema of the published dataset.
pub const PUBLISHED_SCHEMA: u32 = 2;
/// Schema this crate writes, and the newest it reads: the published one and more.
pub const SCHEMA: u32 = 3;

/// One operation of one instance, with everything needed to recompute its statistics.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TimingRecord {
    /// What was measured, how and where.
    #[serde(flatten)]
    pub head: Head,
    /// What follows from the trials; `None` when no trial was produced.
    #[serde(flatten)]
    pub results: Option<Results>,
    /// Members this version does not know, kept as they are.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// The members of a record that do not follow from its trials, in file order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// 2 (published) or 3.
    pub schema: u32,
    /// `complete` or `failed_or_partial`.
    pub status: String,
    /// Candidate, such as `kem-24`.
    pub candidate: String,
    /// Label of the instance.
    pub label: String,
    /// Name the library reports.
    pub instance: Option<String>,
    /// `reference`, `optimized-avx2`.
    pub variant: String,
    /// Class of compiler flags.
    pub flags: String,
    /// Operation without size.
    pub operation: String,
    /// Message length for `hash`, else 0.
    pub input_bytes: u64,
    /// What was to be run.
    pub plan: Plan,
    /// Verdict of the known-answer test at build time.
    pub kat: String,
    /// Timed although the verdict is not PASS.
    pub kat_not_passed: bool,
    /// Process runs that were thrown away as disturbed, over the whole record.
    pub disturbed_retries: u64,
    /// Path of the timed library.
    pub library: String,
    /// Its SHA-256.
    pub library_sha256: String,
    /// Path of the log of the known-answer test inside the dataset.
    pub kat_log: Option<String>,
    /// Its SHA-256.
    pub kat_log_sha256: Option<String>,
    /// When the first process started: ISO 8601.
    pub started_utc: String,
    /// When the last process ended.
    pub ended_utc: String,
    /// Load averages at the start.
    pub load_average_start: Vec<f64>,
    /// Load averages at the end.
    pub load_average_end: Vec<f64>,
    /// State of the machine; the published records hold one, a record without is not trusted.
    pub environment: Environment,
    /// Version 3: origin of the code, counter, tool, fitness of the host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
    /// One per driver process.
    pub processes: Vec<Process>,
}

impl Head {
    /// `keygen`, `hash_32`: the operation with its size.
    #[must_use]
    pub fn operation_key(&self) -> String {
        operation_key(&self.operation, self.input_bytes)
    }

    /// Whether all planned trials are there.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.status == "complete"
    }
}

/// `keygen`, `hash_32`: an operation with its size where it has one.
#[must_use]
pub fn operation_key(operation: &str, input_bytes: u64) -> String {
    if input_bytes == 0 {
        operation.to_owned()
    } else {
        format!("{operation}_{input_bytes}")
    }
}

/// What one driver process did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Process {
    /// `complete`, `failed`, `missing` or `hard_timeout`.
    pub status: String,
    /// Exit status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// What the driver said of the library and itself, in its order.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub meta: Map<String, Value>,
    /// Trials of this process.
    #[serde(default)]
    pub trials: Vec<Trial>,
    /// Version 3: calls stamped one by one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
    /// Version 3: evidence of disturbance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disturbance: Option<Disturbance>,
    /// End of the standard error stream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stderr: Option<String>,
    /// Command line of the process.
    pub command: Vec<String>,
    /// Wall time as the caller saw it, in seconds.
    pub wall_s: f64,
    /// Which attempt this kept result is: 0, 1 or 2.
    pub disturbed_retries: u64,
    /// Members of other versions, kept as they are.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Calls back to back between two readings.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// Calls.
    pub measurements: u64,
    /// Raw monotonic time of all of them.
    pub seconds: f64,
    /// Core cycles of all of them; null (or 0 in published data) without a hardware counter.
    pub cycles: Option<u64>,
    /// Version 3, where there are no core cycles: ticks of the counter the provenance names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ticks: Option<u64>,
}

/// What tells a disturbed trial from an undisturbed one.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Disturbance {
    /// Seconds the measuring thread was runnable but not running; null where the kernel does not count it.
    pub run_delay_s: Option<f64>,
    /// Nanoseconds the hardware counter was enabled; null without one.
    pub time_enabled_ns: Option<u64>,
    /// Nanoseconds it counted; less than enabled means the count is not whole.
    pub time_running_ns: Option<u64>,
}

/// What follows from the trials, in file order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// Trials of all processes.
    pub trials: Vec<Trial>,
    /// Calls of all trials.
    pub measurements: u64,
    /// Whether there are at least 100.
    pub guide_100_measurements_met: bool,
    /// Total time divided by total calls.
    pub mean_seconds: f64,
    /// Median over trials of the time per call.
    pub median_trial_seconds: f64,
    /// Fastest trial.
    pub min_trial_seconds: f64,
    /// Slowest trial.
    pub max_trial_seconds: f64,
    /// Total core cycles divided by total calls; null unless every trial has them.
    pub mean_cycles: Option<f64>,
    /// Median over trials of core cycles per call.
    pub median_trial_cycles: Option<f64>,
    /// Version 3: unit of the ticks where there are no core cycles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tick_unit: Option<String>,
    /// Version 3: total ticks divided by total calls.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mean_ticks: Option<f64>,
    /// Version 3: median over trials of ticks per call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub median_trial_ticks: Option<f64>,
    /// Version 3: t interval of the mean time per call over the trials, in seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval_seconds: Option<Interval>,
    /// Version 3: percentiles of the calls that were stamped one by one, floor subtracted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distribution: Option<Distribution>,
    /// Calls per second.
    pub operations_per_second: Option<f64>,
    /// Input per second in 10^6 bytes; null without input.
    #[serde(rename = "throughput_MB_per_second")]
    pub throughput_mb_per_second: Option<f64>,
    /// Declared sizes in bytes.
    pub sizes: Map<String, Value>,
    /// Passes of a key exchange.
    pub kex: Map<String, Value>,
    /// Compiler flags embedded in the library.
    pub build_flags: String,
    /// Resident bytes after set-up, largest over the processes; null when the kernel does not tell.
    pub baseline_rss_bytes: Option<u64>,
    /// High-water mark of the process, largest over the processes; null when the kernel does not tell.
    pub peak_rss_bytes: Option<u64>,
    /// `loop` or `per_call_step`.
    pub timing_scope: String,
}

impl Results {
    /// A declared size, such as `sk_bytes`.
    #[must_use]
    pub fn size(&self, name: &str) -> Option<u64> {
        self.sizes.get(name).and_then(Value::as_u64)
    }

    /// Lengths of the messages of a key exchange in order.
    #[must_use]
    pub fn message_lengths(&self) -> Vec<u64> {
        let mut messages = BTreeMap::new();
        for (name, value) in &self.sizes {
            let number = name
                .strip_prefix("msg")
                .and_then(|rest| rest.strip_suffix("_bytes"));
            if let (Some(Ok(number)), Some(length)) =
                (number.map(str::parse::<u32>), value.as_u64())
            {
                messages.insert(number, length);
            }
        }
        messages.into_values().collect()
    }
}

impl<'de> Deserialize<'de> for TimingRecord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Wire {
            #[serde(flatten)]
            head: Head,
            #[serde(flatten)]
            rest: Map<String, Value>,
        }
        #[derive(Deserialize)]
        struct WireResults {
            #[serde(flatten)]
            results: Results,
            #[serde(flatten)]
            other: Map<String, Value>,
        }
        let wire = Wire::deserialize(deserializer)?;
        // Results are whole or absent: a record with trials but without a mean is broken, not empty.
        if !wire.rest.contains_key("trials") {
            return Ok(TimingRecord {
                head: wire.head,
                results: None,
                other: wire.rest,
            });
        }
        let rest =
            WireResults::deserialize(Value::Object(wire.rest)).map_err(serde::de::Error::custom)?;
        Ok(TimingRecord {
            head: wire.head,
            results: Some(rest.results),
            other: rest.other,
        })
    }
}
