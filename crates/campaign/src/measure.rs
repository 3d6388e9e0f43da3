//! Measuring: rounds of trials, each stored the moment it ends, and records made of them.

use std::time::{Duration, Instant};

use assay_driver::protocol::SamplePlan;
use assay_evidence::derive::{Facts, results};
use assay_evidence::plan::Plan;
use assay_evidence::provenance::{Counter, Provenance, Tool};
use assay_evidence::raw::{Identity, RawTrial};
use assay_evidence::{Head, Process, SCHEMA, Store, TimingRecord};

use crate::clock;
use crate::error::Error;
use crate::event::Event;
use crate::host::{Host, HostState};
use crate::process::{Task, run};
use crate::schedule::{Unit, rounds};
use crate::workbench::Workbench;

/// Share of a batch in which the thread was ready to run and did not, above which it counts as disturbed.
const MOST_RUN_DELAY: f64 = 0.005;
/// Share of the reference clock that an undisturbed trial reaches.
const LEAST_CLOCK: f64 = 0.95;
/// Trials shorter than this say nothing about the clock.
const SHORTEST_CLOCK_TRIAL_S: f64 = 0.01;
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

/// Seconds of measuring: how long it took, and how much of that was timed work.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Effort {
    /// Wall time.
    pub wall_s: f64,
    /// Time inside batches and stamped calls.
    pub timed_s: f64,
    /// Processes run.
    pub processes: u64,
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

fn is_current(record: &TimingRecord, host: &Host, unit: &Unit<'_>, plan: Plan) -> bool {
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
                let started = Instant::now();
                let raw = run_process(circumstances, unit, index)?;
                circumstances.store.write_raw(&raw)?;
                progress.effort.wall_s += started.elapsed().as_secs_f64();
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
fn stored(
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
        .read_raw(candidate, label, operation_key, index)?;
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
                deadline: Duration::from_secs_f64(
                    unit.plan.timeout_per_process_s + 3.0 * unit.process_estimate_s(),
                ),
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

/// Judged by evidence: time ready but not running, a counter that was not always counting, a clock below the reference.
fn is_disturbed(process: &Process, reference_clock_hz: Option<f64>) -> bool {
    if process.status != "complete" {
        return false;
    }
    let seconds: f64 = process.trials.iter().map(|trial| trial.seconds).sum();
    let delayed = process
        .disturbance
        .and_then(|disturbance| disturbance.run_delay_s)
        .is_some_and(|delay| delay > MOST_RUN_DELAY * seconds);
    let multiplexed = process
        .disturbance
        .is_some_and(|disturbance| disturbance.time_running_ns < disturbance.time_enabled_ns);
    let slow = reference_clock_hz.is_some_and(|reference| {
        process.trials.iter().any(|trial| {
            trial.seconds > SHORTEST_CLOCK_TRIAL_S
                && trial.cycles.is_some_and(|cycles| {
                    cycles > 0 && (cycles as f64 / trial.seconds) < LEAST_CLOCK * reference
                })
        })
    });
    delayed || multiplexed || slow
}

/// Time inside batches and stamped calls. A sample is counted by its share of the batch per call.
fn timed_seconds(raw: &RawTrial) -> f64 {
    let batch: f64 = raw.process.trials.iter().map(|trial| trial.seconds).sum();
    let calls: u64 = raw
        .process
        .trials
        .iter()
        .map(|trial| trial.measurements)
        .sum();
    let sampled = raw
        .process
        .sample
        .as_ref()
        .map_or(0, |sample| sample.counts.len());
    let stamped = raw
        .steps
        .first()
        .and_then(|step| step.process.sample.as_ref())
        .map_or(0, |sample| sample.counts.len());
    if calls == 0 {
        0.0
    } else {
        batch * (1.0 + (sampled + stamped) as f64 / calls as f64)
    }
}

/// Makes the records of a unit from its raw results, and removes these.
fn assemble(circumstances: &Circumstances<'_>, unit: &Unit<'_>) -> Result<(), Error> {
    let store = circumstances.store;
    let mut raws = Vec::new();
    for index in 0..unit.processes() {
        raws.extend(stored(circumstances, unit, index)?);
    }
    let Some(first) = raws.first() else {
        return Ok(());
    };
    let mut records = vec![record(
        circumstances,
        unit,
        &raws,
        unit.call.operation.to_string(),
        unit.plan,
        raws.iter().map(|raw| raw.process.clone()).collect(),
    )];
    for step in &first.steps {
        let processes = raws
            .iter()
            .flat_map(|raw| &raw.steps)
            .filter(|other| other.operation == step.operation)
            .map(|step| step.process.clone())
            .collect();
        records.push(record(
            circumstances,
            unit,
            &raws,
            step.operation.clone(),
            unit.step_plan(),
            processes,
        ));
    }
    for record in records {
        store.write_record(&record)?;
    }
    let (candidate, label) = (&unit.ready.candidate.id, &unit.ready.instance.label);
    store.remove_raw(candidate, label, &unit.call.key(), unit.processes())?;
    Ok(())
}

fn record(
    circumstances: &Circumstances<'_>,
    unit: &Unit<'_>,
    raws: &[RawTrial],
    operation: String,
    plan: Plan,
    processes: Vec<Process>,
) -> TimingRecord {
    let Unit { ready, call, .. } = unit;
    let entry = &ready.entry;
    let first = raws.first();
    let last = raws.last();
    let counter = first.map(|raw| raw.counter.clone());
    let unit_name = counter.as_ref().map(|counter| counter.unit.clone());
    let facts = Facts {
        input_bytes: call.input_bytes,
        tick_unit: unit_name.as_deref().filter(|unit| *unit != "core_cycles"),
        extended: true,
    };
    let results = results(&processes, facts);
    let trials = results
        .as_ref()
        .map_or(0, |results| results.trials.len() as u64);
    let complete =
        trials == plan.trials && processes.iter().all(|process| process.status == "complete");
    TimingRecord {
        head: Head {
            schema: SCHEMA,
            status: if complete {
                "complete"
            } else {
                "failed_or_partial"
            }
            .to_owned(),
            candidate: ready.candidate.id.clone(),
            label: ready.instance.label.clone(),
            instance: first
                .and_then(|raw| raw.instance.clone())
                .or_else(|| entry.instance.clone()),
            variant: ready.instance.variant.to_string(),
            flags: ready.library.flags_class.to_string(),
            operation,
            input_bytes: call.input_bytes,
            plan,
            kat: entry.kat.clone(),
            kat_not_passed: entry.kat != "PASS",
            disturbed_retries: processes
                .iter()
                .map(|process| process.disturbed_retries)
                .sum(),
            library: circumstances
                .workbench
                .repository
                .shown(&ready.library.path),
            library_sha256: ready.library.sha256.clone(),
            kat_log: entry.kat_log.clone(),
            kat_log_sha256: entry.kat_log_sha256.clone(),
            started_utc: first.map_or_else(clock::now, |raw| raw.started_utc.clone()),
            ended_utc: last.map_or_else(clock::now, |raw| raw.ended_utc.clone()),
            load_average_start: first.map_or_else(Vec::new, |raw| raw.load_average_start.clone()),
            load_average_end: last.map_or_else(Vec::new, |raw| raw.load_average_end.clone()),
            environment: circumstances.state.environment.clone(),
            provenance: counter.map(|counter| Provenance {
                origin: ready.library.origin.to_string(),
                tool: tool(),
                quick: circumstances.quick,
                host_fixed: circumstances.state.problems.is_empty(),
                host_problems: circumstances.state.problems.clone(),
                build_key: ready.library.key.clone(),
                counter,
                isolation: first.map_or_else(Vec::new, |raw| raw.isolation.clone()),
            }),
            processes,
        },
        results,
        other: serde_json::Map::new(),
    }
}

/// This program.
pub(crate) fn tool() -> Tool {
    Tool {
        name: "assay".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}
