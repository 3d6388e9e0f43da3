//! Raw results: one file per finished trial process, written the moment it ends.

use serde::{Deserialize, Serialize};

use crate::plan::Plan;
use crate::provenance::{Counter, Layer};
use crate::record::Process;

/// What a trial belongs to. A raw result counts only for a record with the same identity.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    /// Candidate.
    pub candidate: String,
    /// Label of the instance.
    pub label: String,
    /// Operation with size.
    pub operation_key: String,
    /// SHA-256 of the timed library.
    pub library_sha256: String,
    /// `independent` or `submission`.
    pub origin: String,
    /// Plan of the operation.
    pub plan: Plan,
    /// CPU it ran on.
    pub cpu: u32,
}

/// One finished driver process of an operation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RawTrial {
    /// Schema of the file.
    pub schema: u32,
    /// What it belongs to.
    pub identity: Identity,
    /// Number of the process, from 0.
    pub index: u64,
    /// When it started: ISO 8601.
    pub started_utc: String,
    /// When it ended.
    pub ended_utc: String,
    /// Load averages at the start.
    pub load_average_start: Vec<f64>,
    /// Load averages at the end.
    pub load_average_end: Vec<f64>,
    /// The counter it read.
    pub counter: Counter,
    /// What kept the candidate's code apart.
    pub isolation: Vec<Layer>,
    /// Name the library reported.
    pub instance: Option<String>,
    /// The process as it goes into the record.
    pub process: Process,
    /// For a key exchange: the same process as it goes into the record of each step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepProcess>,
}

/// One step of a key exchange in a process that timed the whole exchange.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StepProcess {
    /// `init_a`, `pass1`, …
    pub operation: String,
    /// The process as it goes into the record of this step.
    pub process: Process,
}

/// Calibration of one operation: a single call in a process of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// Schema of the file.
    pub schema: u32,
    /// Candidate.
    pub candidate: String,
    /// Label of the instance.
    pub label: String,
    /// Operation with size.
    pub operation_key: String,
    /// SHA-256 of the library.
    pub library_sha256: String,
    /// CPU it ran on.
    pub cpu: u32,
    /// Seconds of the call; null when it failed.
    pub call_s: Option<f64>,
    /// Seconds of the process without the call.
    pub setup_s: f64,
    /// For a key exchange: its steps, which are timed in the same exchanges.
    pub steps: Vec<String>,
    /// Why there is no time, when there is none.
    pub failure: Option<String>,
    /// The process itself. Where the plan is this very call, it becomes the measurement.
    pub trial: Option<RawTrial>,
    /// The plan of a complete record, when the calibration that led to it is lost and was derived from that record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan: Option<Plan>,
}
