//! One driver process of a measurement, as it goes into the evidence.

use std::time::Duration;

use assay_driver::protocol::{Answer, End, Job, SamplePlan, Setup, TimePlan, Trial, Work};
use assay_driver::{Ending, Outcome};
use assay_evidence::provenance::{Counter, Layer, Refusal};
use assay_evidence::raw::StepProcess;
use assay_evidence::{Disturbance, Process, Sample, Trial as StoredTrial};
use serde_json::{Map, Value};

use crate::error::Error;
use crate::schedule::{Call, Ready};
use crate::workbench::Workbench;

/// What one process is to do.
pub(crate) struct Task<'t, 'a> {
    pub(crate) ready: &'t Ready<'a>,
    pub(crate) call: Call,
    pub(crate) cpu: u32,
    pub(crate) iterations: u64,
    pub(crate) warmups: u64,
    pub(crate) trials: u64,
    pub(crate) sample: SamplePlan,
    /// Source of the counter; the best there is when the campaign has not chosen yet.
    pub(crate) counter: Option<String>,
    pub(crate) deadline: Duration,
    /// Without what confines the candidate: only to find out what that costs.
    pub(crate) unconfined: bool,
}

/// What came of it.
pub(crate) struct Measured {
    pub(crate) process: Process,
    pub(crate) steps: Vec<StepProcess>,
    pub(crate) counter: Option<Counter>,
    pub(crate) isolation: Vec<Layer>,
    pub(crate) instance: Option<String>,
    /// Why it is not complete, in words.
    pub(crate) failure: Option<String>,
}

/// What the driver answered.
#[derive(Default)]
struct Answers {
    setup: Option<Setup>,
    trials: Vec<Trial>,
    end: Option<End>,
}

/// Runs a task in a process of its own.
pub(crate) fn run(workbench: &Workbench, task: &Task<'_, '_>) -> Result<Measured, Error> {
    let mut job = Job::new(
        &task.ready.library.path,
        Work::Time(TimePlan {
            operation: task.call.operation.to_string(),
            input_bytes: task.call.input_bytes,
            iterations: task.iterations,
            warmups: task.warmups,
            trials: task.trials,
            sample: task.sample,
            counter: task.counter.clone(),
        }),
    );
    job.cpu = Some(task.cpu as usize);
    job.unconfined = task.unconfined;
    if let Some(bytes) = task.ready.instance.stack_bytes {
        job.stack_bytes = bytes;
    }
    let mut answers = Answers::default();
    let (outcome, _) = workbench.run(&job, task.deadline, &mut |answer| match answer {
        Answer::Setup(setup) => answers.setup = Some(setup),
        Answer::Trial(trial) => answers.trials.push(trial),
        Answer::End(end) => answers.end = Some(end),
        _ => {}
    })?;
    if let Ending::Error(message) = &outcome.ending {
        return Err(Error::Job {
            what: format!("time {} of", task.call.key()),
            candidate: task.ready.candidate.id.clone(),
            label: task.ready.instance.label.clone(),
            message: message.clone(),
        });
    }
    Ok(measured(workbench, task, &outcome, answers))
}

fn measured(
    workbench: &Workbench,
    task: &Task<'_, '_>,
    outcome: &Outcome,
    answers: Answers,
) -> Measured {
    let failure = outcome
        .ending
        .failure()
        .map(|failure| format!("{}: {}", failure.verdict, failure.detail));
    let status = match &outcome.ending {
        Ending::Deadline { .. } => "hard_timeout",
        _ if failure.is_some() => "failed",
        _ if answers.trials.len() as u64 != task.trials || answers.end.is_none() => "missing",
        _ => "complete",
    };
    let unit = answers
        .setup
        .as_ref()
        .map(|setup| setup.counter.unit.clone());
    let floor = answers
        .setup
        .as_ref()
        .map_or(0, |setup| setup.counter.floor);
    let stored =
        |measurements, seconds, count| stored_trial(unit.as_deref(), measurements, seconds, count);
    let sample = |counts: Vec<u64>| {
        let unit = unit.clone()?;
        (!counts.is_empty()).then_some(Sample {
            unit,
            floor,
            counts,
        })
    };
    let process =
        |meta: Map<String, Value>, trials: Vec<StoredTrial>, sample: Option<Sample>| Process {
            status: status.to_owned(),
            exit_code: outcome.exit_code,
            meta,
            trials,
            sample,
            disturbance: disturbance(&answers.trials),
            stderr: Some(outcome.stderr_tail.trim().to_owned()),
            command: command(workbench, task),
            wall_s: outcome.wall_s,
            disturbed_retries: 0,
            other: failure
                .iter()
                .map(|failure| ("failure".to_owned(), Value::from(failure.clone())))
                .collect(),
        };

    let whole = process(
        meta(
            task,
            &answers,
            &task.call.operation.to_string(),
            "loop",
            count_all(&answers.trials),
        ),
        answers
            .trials
            .iter()
            .map(|trial| stored(trial.measurements, trial.seconds, trial.count))
            .collect(),
        sample(
            answers
                .trials
                .iter()
                .flat_map(|trial| trial.sample.iter().copied())
                .collect(),
        ),
    );
    let names: Vec<String> = answers.trials.first().map_or_else(Vec::new, |trial| {
        trial
            .steps
            .iter()
            .map(|step| step.operation.clone())
            .collect()
    });
    let steps = names
        .into_iter()
        .map(|operation| {
            let of_step = || {
                answers
                    .trials
                    .iter()
                    .flat_map(|trial| &trial.steps)
                    .filter(|step| step.operation == operation)
            };
            let count = of_step().fold(0, |calls: u64, step| {
                calls.saturating_add(step.measurements)
            });
            let process = process(
                meta(task, &answers, &operation, "per_call_step", count),
                of_step()
                    .map(|step| stored(step.measurements, step.seconds, step.count))
                    .collect(),
                sample(
                    of_step()
                        .flat_map(|step| step.sample.iter().copied())
                        .collect(),
                ),
            );
            StepProcess { operation, process }
        })
        .collect();
    Measured {
        process: whole,
        steps,
        counter: answers.setup.as_ref().map(counter),
        isolation: outcome
            .sandbox
            .iter()
            .map(|(name, state)| Layer {
                name: name.clone(),
                state: state.clone(),
            })
            .collect(),
        instance: answers.setup.map(|setup| setup.description.instance),
        failure: failure.or_else(|| {
            (status == "missing").then(|| "the process ended without its last answer".to_owned())
        }),
    }
}

/// Core cycles go where published records have them; any other count is named.
fn stored_trial(unit: Option<&str>, measurements: u64, seconds: f64, count: u64) -> StoredTrial {
    let cycles = unit == Some("core_cycles");
    StoredTrial {
        measurements,
        seconds,
        cycles: cycles.then_some(count),
        ticks: (!cycles).then_some(count),
    }
}

fn count_all(trials: &[Trial]) -> u64 {
    trials.iter().fold(0, |calls: u64, trial| {
        calls.saturating_add(trial.measurements)
    })
}

fn disturbance(trials: &[Trial]) -> Option<Disturbance> {
    let sum = |of: fn(&Trial) -> Option<u64>| {
        trials
            .iter()
            .map(of)
            .try_fold(0, |sum: u64, value| Some(sum.saturating_add(value?)))
    };
    (!trials.is_empty()).then(|| Disturbance {
        run_delay_s: trials.iter().map(|trial| trial.run_delay_s).sum(),
        time_enabled_ns: sum(|trial| trial.time_enabled_ns),
        time_running_ns: sum(|trial| trial.time_running_ns),
    })
}

fn counter(setup: &Setup) -> Counter {
    let counter = &setup.counter;
    Counter {
        source: counter.source.clone(),
        unit: counter.unit.clone(),
        rate_hz: counter.rate_hz,
        rate_origin: counter.rate_basis.clone(),
        refused: counter
            .refused
            .iter()
            .map(|refusal| {
                let (source, reason) = refusal.split_once(": ").unwrap_or((refusal, ""));
                Refusal {
                    source: source.to_owned(),
                    reason: reason.to_owned(),
                }
            })
            .collect(),
    }
}

/// The members and their order are those of the published driver.
fn meta(
    task: &Task<'_, '_>,
    answers: &Answers,
    operation: &str,
    scope: &str,
    measurements: u64,
) -> Map<String, Value> {
    let mut meta = Map::new();
    let mut put = |name: &str, value: String| {
        meta.insert(name.to_owned(), value.into());
    };
    put("id", task.ready.candidate.id.clone());
    if let Some(setup) = &answers.setup {
        put("instance", setup.description.instance.clone());
    }
    put("variant", task.ready.instance.variant.to_string());
    put("operation", operation.to_owned());
    put("input_bytes", task.call.input_bytes.to_string());
    if let Some(setup) = &answers.setup {
        put("build_flags", setup.description.build_flags.clone());
        put("baseline_rss_bytes", setup.baseline_rss_bytes.to_string());
        for (name, bytes) in &setup.description.sizes {
            put(name, bytes.to_string());
        }
        if let Some(passes) = setup.description.passes {
            put("kex_passes", passes.to_string());
        }
        if let Some(passes) = setup.passes_run {
            put("kex_passes_run", passes.to_string());
        }
        for (name, bytes) in &setup.observed {
            put(name, bytes.to_string());
        }
        put("counter_source", setup.counter.source.clone());
        put("counter_floor", setup.counter.floor.to_string());
        put(
            "counter_floor_minimum",
            setup.counter.floor_minimum.to_string(),
        );
    }
    put("mode", "fixed_iterations".to_owned());
    let cycles = answers
        .setup
        .as_ref()
        .is_some_and(|setup| setup.counter.unit == "core_cycles");
    put(
        "cpu_cycles_available",
        if cycles { "yes" } else { "no" }.to_owned(),
    );
    put("timing_scope", scope.to_owned());
    put("warmups", task.warmups.to_string());
    if let Some(end) = &answers.end {
        for (name, count) in &end.counters {
            put(name, count.to_string());
        }
        put("peak_rss_bytes", end.peak_rss_bytes.to_string());
        if let Some(bytes) = end.rss_error_bound_bytes {
            put("rss_error_bound_bytes", bytes.to_string());
        }
    }
    put("measurement_count", measurements.to_string());
    put(
        "guide_100_measurements",
        if measurements >= 100 {
            "met"
        } else {
            "not_met"
        }
        .to_owned(),
    );
    meta
}

/// What was run, in words that can be repeated: the job goes to the driver as JSON.
fn command(workbench: &Workbench, task: &Task<'_, '_>) -> Vec<String> {
    vec![
        "assay-driver".to_owned(),
        "time".to_owned(),
        format!(
            "library={}",
            workbench.repository.shown(&task.ready.library.path)
        ),
        format!("operation={}", task.call.operation),
        format!("input_bytes={}", task.call.input_bytes),
        format!("trials={}", task.trials),
        format!("iterations={}", task.iterations),
        format!("warmups={}", task.warmups),
        format!("cpu={}", task.cpu),
    ]
}
