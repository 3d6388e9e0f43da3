//! Measuring: rounds of trials, each stored the moment it ends, and records made of them.

use std::time::Instant;

use assay_driver::protocol::SamplePlan;
use assay_evidence::plan::Plan;
use assay_evidence::provenance::Counter;
use assay_evidence::raw::{Identity, RawTrial};
use assay_evidence::{SCHEMA, Store, TimingRecord};

use crate::assemble::assemble;
use crate::clock;
use crate::disturbance::is_disturbed;
use crate::effort::{Effort, timed_seconds};
use crate::error::Error;
use crate::event::Event;
use crate::host::{Host, HostState};
use crate::process::{Task, run};
use crate::schedule::{Unit, rounds};
use crate::workbench::Workbench;

/// How often a disturbed process is run again.
const MOST_RETRIES: u64 = 2;

/// What a campaign measures with, and under which circumstances.
pub(crate) struct Circumstances<'c> {
    pub(crate) workbench: &'c Workbench,
    pub(crate) store: &'c Store,
    pub(crate) host: &'c Host,
    pub(crate) state: &'c HostState,
    /// The counter chosen for the whole campaign, with its rate.
    pub(crate) counter: Option<Counter>,
    pub(crate) quick: bool,
}

impl Circumstances<'_> {
    fn source(&self) -> Option<String> {
        self.counter.as_ref().map(|counter| counter.source.clone())
    }
}

/// Progress of the measuring phase over all candidates.
pub(crate) struct Progress<'o, 'a> {
    pub(crate) observer: &'o (dyn Fn(Event<'_, 'a>) + Sync),
    pub(crate) done_s: f64,
    pub(crate) left_s: f64,
    pub(crate) started: Instant,
    pub(crate) effort: Effort,
}

impl Progress<'_, '_> {
    fn show(&self, name: &str) {
        let elapsed = self.started.elapsed().as_secs_f64();
        // Estimates come from a cold call and are usually too high; how they held so far corrects them.
        let pace = if self.done_s > 1.0 {
            elapsed / self.done_s
        } else {
            1.0
        };
        (self.observer)(Event::Measuring {
            name,
            done_s: elapsed,
            left_s: self.left_s.max(0.0) * pace,
        });
    }

    fn finished(&mut self, unit: &Unit<'_>) {
        let estimate = unit.process_estimate_s();
        self.done_s += estimate;
        self.left_s -= estimate;
    }
}

/// Whether the records of a unit are there and are of now.
pub(crate) fn is_done(store: &Store, host: &Host, unit: &Unit<'_>) -> Result<bool, Error> {
    let keys = std::iter::once((unit.call.key(), unit.plan)).chain(
        unit.steps
            .iter()
            .map(|step| (step.clone(), unit.step_plan())),
    );
    for (key, plan) in keys {
        let record =
            store.read_record(&unit.ready.candidate.id, &unit.ready.instance.label, &key)?;
        if !record.is_some_and(|record| is_current(&record, host, unit, plan)) {
            return Ok(false);
        }
    }
    Ok(true)
}

pub(crate) fn is_current(record: &TimingRecord, host: &Host, unit: &Unit<'_>, plan: Plan) -> bool {
    let head = &record.head;
    let origin = unit.ready.library.origin.to_string();
    head.library_sha256 == unit.ready.library.sha256
        && head.plan == plan
        && head.environment.cpu_number == host.cpu
        && head.kat == unit.ready.entry.kat
        && head.kat_log_sha256 == unit.ready.entry.kat_log_sha256
        && head
            .provenance
            .as_ref()
            .is_some_and(|provenance| provenance.origin == origin)
}

/// Measures the units of one candidate; what was measured before and belongs to the same plan is kept.
pub(crate) fn measure(
    circumstances: &Circumstances<'_>,
    units: &[Unit<'_>],
    progress: &mut Progress<'_, '_>,
) -> Result<(), Error> {
    let phase = Instant::now();
    let mut failed: Vec<String> = Vec::new();
    for (unit, index) in rounds(units) {
        let name = unit.name();
        if failed.contains(&name) {
            continue;
        }
        let raw = match stored(circumstances, unit, index)? {
            Some(raw) => raw,
            None => {
                progress.show(&name);
                let raw = run_process(circumstances, unit, index)?;
                circumstances.store.write_raw(&raw)?;
                progress.effort.timed_s += timed_seconds(&raw);
                progress.effort.processes += 1;
                raw
            }
        };
        progress.finished(unit);
        let complete = raw.process.status == "complete";
        if !complete {
            failed.push(name);
        }
        if !complete || index + 1 == unit.processes() {
            assemble(circumstances, unit)?;
        }
    }
    progress.effort.wall_s += phase.elapsed().as_secs_f64();
    Ok(())
}

fn identity(circumstances: &Circumstances<'_>, unit: &Unit<'_>) -> Identity {
    Identity {
        candidate: unit.ready.candidate.id.clone(),
        label: unit.ready.instance.label.clone(),
        operation_key: unit.call.key(),
        library_sha256: unit.ready.library.sha256.clone(),
        origin: unit.ready.library.origin.to_string(),
        plan: unit.plan,
        cpu: circumstances.host.cpu,
    }
}

/// A raw result of an earlier, interrupted run, if it belongs to this plan.
pub(crate) fn stored(
    circumstances: &Circumstances<'_>,
    unit: &Unit<'_>,
    index: u64,
) -> Result<Option<RawTrial>, Error> {
    let Identity {
        candidate,
        label,
        operation_key,
        ..
    } = &identity(circumstances, unit);
    let raw = circumstances
        .store
        .read_raw(candidate, label, operation_key, index);
    // A working file: one that is damaged is made again.
    let raw = match raw {
        Err(assay_evidence::Error::Format { .. }) => None,
        raw => raw?,
    };
    let wanted = circumstances.source();
    Ok(raw.filter(|raw| {
        raw.identity == identity(circumstances, unit)
            && raw.index == index
            && wanted
                .as_ref()
                .is_none_or(|source| raw.counter.source == *source)
    }))
}

fn run_process(
    circumstances: &Circumstances<'_>,
    unit: &Unit<'_>,
    index: u64,
) -> Result<RawTrial, Error> {
    let Circumstances {
        workbench, host, ..
    } = circumstances;
    let identity = identity(circumstances, unit);
    if unit.plan.is_one_call()
        && let Some(mut raw) = unit.calibration.trial.clone()
    {
        raw.identity = identity;
        raw.process
            .other
            .insert("reused_calibration".to_owned(), true.into());
        return Ok(raw);
    }
    let stamped = unit.stamped_exchanges();
    let sample = if unit.steps.is_empty() {
        SamplePlan::default()
    } else {
        // Steps have a plan as well, so their number does not depend on how fast the batch was.
        SamplePlan {
            at_most: stamped,
            at_least: stamped,
            share_of_batch: 1.0,
        }
    };
    let mut attempt = 0;
    loop {
        let started_utc = clock::now();
        let load_average_start = host.load();
        let mut measured = run(
            workbench,
            &Task {
                ready: unit.ready,
                call: unit.call,
                cpu: host.cpu,
                iterations: unit.plan.iterations_per_trial,
                warmups: unit.plan.warmups,
                trials: unit.trials_per_process(),
                sample,
                counter: circumstances.source(),
                deadline: clock::seconds(
                    unit.plan.timeout_per_process_s + 3.0 * unit.process_estimate_s(),
                ),
                unconfined: false,
            },
        )?;
        if attempt < MOST_RETRIES
            && is_disturbed(&measured.process, circumstances.state.reference_clock_hz)
        {
            attempt += 1;
            continue;
        }
        measured.process.disturbed_retries = attempt;
        for step in &mut measured.steps {
            step.process.disturbed_retries = attempt;
        }
        // The campaign's own has the rate as well, and why better ones were refused.
        let counter = circumstances.counter.clone().or(measured.counter);
        let Some(counter) = counter else {
            return Err(Error::Job {
                what: format!("time {} of", unit.call.key()),
                candidate: unit.ready.candidate.id.clone(),
                label: unit.ready.instance.label.clone(),
                message: "the driver named no counter".to_owned(),
            });
        };
        return Ok(RawTrial {
            schema: SCHEMA,
            identity,
            index,
            started_utc,
            ended_utc: clock::now(),
            load_average_start,
            load_average_end: host.load(),
            counter,
            isolation: measured.isolation,
            instance: measured.instance,
            process: measured.process,
            steps: measured.steps,
        });
    }
}
