//! What a campaign tells while it runs.

use std::path::Path;

use assay_evidence::provenance::Counter;

use crate::gate::GateEvent;

/// Progress of a campaign.
#[derive(Debug)]
pub enum Event<'e, 'a> {
    /// The gate is at work.
    Gate(GateEvent<'e, 'a>),
    /// An operation is being calibrated; so many of so many are done.
    Calibrating {
        /// Instance and operation.
        name: &'e str,
        /// Done.
        done: usize,
        /// All.
        total: usize,
    },
    /// The plan is made.
    Planned(&'e PlanSummary),
    /// The counter is chosen.
    Counter(&'e Counter),
    /// A process is about to run.
    Measuring {
        /// Instance and operation.
        name: &'e str,
        /// Seconds of measuring that are behind us.
        done_s: f64,
        /// Seconds that are left, by the estimate and how it has held so far.
        left_s: f64,
    },
    /// Something that will be in the evidence, worth saying now.
    Note(&'e str),
    /// A page was written.
    Page(&'e Path),
}

/// What is to be run.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlanSummary {
    /// One row per operation.
    pub rows: Vec<PlanRow>,
    /// Operations whose records are there already.
    pub done: usize,
    /// Seconds that the missing ones should take.
    pub left_s: f64,
}

/// Plan of one operation.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanRow {
    /// Instance: `kem-24/scabbard128`.
    pub instance: String,
    /// Operation with size.
    pub operation: String,
    /// Calibrated time of a call in seconds; `None` when it failed.
    pub call_s: Option<f64>,
    /// Trials.
    pub trials: u64,
    /// Calls per trial.
    pub iterations: u64,
    /// Seconds it should take in all.
    pub estimate_s: f64,
    /// Whether its records are there already.
    pub done: bool,
    /// Why it is not measured, when it is not.
    pub failure: Option<String>,
}
