//! What a campaign has to run, and in which order.

use std::collections::BTreeMap;

use assay_evidence::plan::{Plan, Planning};
use assay_evidence::raw::Calibration;
use assay_evidence::{BuildEntry, operation_key};
use assay_iccs::{Kind, Operation};
use assay_manifest::{Candidate, Function, Instance};
use assay_toolchain::BuiltLibrary;

/// Message lengths at which hash functions are measured, in bytes.
pub const HASH_LENGTHS: [u64; 8] = [32, 128, 512, 1024, 4096, 8192, 16_384, 65_536];

/// Stamped exchanges of one trial at most.
const MOST_STAMPED_EXCHANGES: u64 = 1000;

/// An instance that passed the gate, or is timed although it did not.
#[derive(Debug, Clone)]
pub struct Ready<'a> {
    /// The candidate.
    pub candidate: &'a Candidate,
    /// The instance.
    pub instance: &'a Instance,
    /// Its library.
    pub library: BuiltLibrary,
    /// What `build.json` says of it.
    pub entry: BuildEntry,
}

impl Ready<'_> {
    /// Operations that are called on their own; steps of a key exchange come with the exchange.
    #[must_use]
    pub fn operations(&self) -> Vec<Call> {
        operations_of(self.candidate.function)
    }

    /// `kem-24/scabbard128`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}/{}", self.candidate.id, self.instance.label)
    }
}

/// Operations that are called on their own of every instance of a kind; steps of a key exchange come with the exchange.
pub(crate) fn operations_of(function: Function) -> Vec<Call> {
    let call = |operation: Operation, input_bytes| Call {
        operation,
        input_bytes,
    };
    match function {
        Function::Kem => Operation::of(Kind::Kem, 0)
            .into_iter()
            .map(|operation| call(operation, 0))
            .collect(),
        Function::Sig => Operation::of(Kind::Sig, 0)
            .into_iter()
            .map(|operation| call(operation, 0))
            .collect(),
        Function::Kex => vec![call(Operation::Exchange, 0)],
        Function::Hash => HASH_LENGTHS
            .into_iter()
            .map(|bytes| call(Operation::Hash, bytes))
            .collect(),
    }
}

/// An operation and its input size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// The operation.
    pub operation: Operation,
    /// Message length in bytes for hash functions, else 0.
    pub input_bytes: u64,
}

impl Call {
    /// `keygen`, `hash_32`.
    #[must_use]
    pub fn key(self) -> String {
        operation_key(&self.operation.to_string(), self.input_bytes)
    }
}

/// One operation of one instance with its plan: everything that one set of processes yields.
#[derive(Debug, Clone)]
pub struct Unit<'a> {
    /// The instance.
    pub ready: &'a Ready<'a>,
    /// The operation.
    pub call: Call,
    /// How often it is called.
    pub plan: Plan,
    /// Time of a call and of set-up, as calibrated.
    pub calibration: Calibration,
    /// Steps of a key exchange that are stamped in the same exchanges.
    pub steps: Vec<String>,
}

impl<'a> Unit<'a> {
    /// The unit of a calibrated operation; `None` when calibration failed.
    #[must_use]
    pub fn new(
        planning: &Planning,
        ready: &'a Ready<'a>,
        call: Call,
        calibration: &Calibration,
    ) -> Option<Unit<'a>> {
        let planned = planning.plan(calibration.call_s?, calibration.setup_s, None);
        let plan = calibration.plan.unwrap_or(planned);
        let steps = calibration.steps.clone();
        Some(Unit {
            ready,
            call,
            plan,
            calibration: calibration.clone(),
            steps,
        })
    }

    /// The unit of an operation that failed in calibration, with that one call as its plan; `None` when it did not fail, or
    /// too early to leave a process that could be recorded.
    #[must_use]
    pub fn failed(ready: &'a Ready<'a>, call: Call, calibration: &Calibration) -> Option<Unit<'a>> {
        calibration.failure.as_ref()?;
        let trial = calibration.trial.as_ref()?;
        Some(Unit {
            ready,
            call,
            plan: trial.identity.plan,
            calibration: calibration.clone(),
            steps: Vec::new(),
        })
    }

    /// Processes it takes.
    #[must_use]
    pub fn processes(&self) -> u64 {
        if self.plan.separate_processes {
            self.plan.trials
        } else {
            1
        }
    }

    /// Trials in each of them.
    #[must_use]
    pub fn trials_per_process(&self) -> u64 {
        if self.plan.separate_processes {
            1
        } else {
            self.plan.trials
        }
    }

    /// Plan of a step: as many calls as exchanges are stamped.
    #[must_use]
    pub fn step_plan(&self) -> Plan {
        Plan {
            iterations_per_trial: self.stamped_exchanges(),
            ..self.plan
        }
    }

    /// Exchanges of a trial whose steps are stamped.
    #[must_use]
    pub fn stamped_exchanges(&self) -> u64 {
        self.plan.iterations_per_trial.min(MOST_STAMPED_EXCHANGES)
    }

    /// Seconds one process should take: batch, sample, and for a key exchange the stamped exchanges.
    #[must_use]
    pub fn process_estimate_s(&self) -> f64 {
        let all = if self.plan.is_one_call() {
            0.0
        } else {
            self.plan.estimated_s
        };
        let call_s = self.calibration.call_s.unwrap_or(0.0);
        let calls = |of_trial: u64| of_trial as f64 * self.trials_per_process() as f64;
        let batch = calls(self.plan.iterations_per_trial) * call_s;
        let stamped = calls(self.stamped_exchanges()) * call_s;
        let sample = (batch / 2.0).min(stamped);
        let steps = if self.steps.is_empty() {
            0.0
        } else {
            2.0 * stamped - sample
        };
        all / self.processes() as f64 + sample + steps
    }

    /// `kem-24/scabbard128 keygen`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{} {}", self.ready.name(), self.call.key())
    }
}

/// Units by candidate, cheapest candidate first, and within a candidate in the order of its instances.
#[must_use]
pub fn by_candidate<'a>(units: Vec<Unit<'a>>) -> Vec<(&'a Candidate, Vec<Unit<'a>>)> {
    let mut groups: BTreeMap<&'a str, (&'a Candidate, Vec<Unit<'a>>)> = BTreeMap::new();
    for unit in units {
        let candidate = unit.ready.candidate;
        groups
            .entry(&candidate.id)
            .or_insert_with(|| (candidate, Vec::new()))
            .1
            .push(unit);
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    let cost = |units: &[Unit<'_>]| -> f64 {
        units
            .iter()
            .map(|unit| unit.process_estimate_s() * unit.processes() as f64)
            .sum()
    };
    groups.sort_by(|(_, a), (_, b)| cost(a).total_cmp(&cost(b)));
    groups
}

/// Processes of some units round by round: the first of every unit, then the second, and so on, so that a drift of the
/// machine is not mistaken for a difference between units.
pub fn rounds<'u, 'a>(units: &'u [Unit<'a>]) -> impl Iterator<Item = (&'u Unit<'a>, u64)> {
    let most = units.iter().map(Unit::processes).max().unwrap_or(0);
    (0..most).flat_map(move |round| {
        units
            .iter()
            .filter(move |unit| round < unit.processes())
            .map(move |unit| (unit, round))
    })
}

#[cfg(test)]
#[path = "schedule_tests.rs"]
mod tests;
