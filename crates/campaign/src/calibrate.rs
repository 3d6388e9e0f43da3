//! Calibration: one call of each operation in a process of its own, from which the plan follows.

use assay_driver::protocol::SamplePlan;
use assay_evidence::plan::{Plan, Planning};
use assay_evidence::provenance::Counter;
use assay_evidence::raw::{Calibration, Identity, RawTrial};
use assay_evidence::{SCHEMA, Store};

use crate::clock;
use crate::error::Error;
use crate::host::Host;
use crate::process::{Task, run};
use crate::recall::recall;
use crate::schedule::{Call, Ready};
use crate::workbench::Workbench;

/// Patience with a single call in deadlines of the gate: 6 hours, as the slowest published calls take more than one.
const DEADLINES: u32 = 24;

/// The stored calibration of an operation, if it is of this library and CPU. It is a working file: where it cannot be read any
/// more, what was measured by it tells the plan, and without that it is made again.
pub(crate) fn known(
    store: &Store,
    host: &Host,
    ready: &Ready<'_>,
    call: Call,
) -> Option<Calibration> {
    let (candidate, label) = (&ready.candidate.id, &ready.instance.label);
    let stored = store.read_calibration(candidate, label, &call.key());
    stored
        .ok()
        .flatten()
        .filter(|stored| stored.library_sha256 == ready.library.sha256 && stored.cpu == host.cpu)
        .or_else(|| recall(store, host, ready, call))
}

/// Makes the calibration of an operation and stores it; gives the counter that was read as well.
pub(crate) fn calibrate(
    workbench: &Workbench,
    store: &Store,
    host: &Host,
    ready: &Ready<'_>,
    call: Call,
    counter: Option<&Counter>,
) -> Result<(Calibration, Option<Counter>), Error> {
    let (candidate, label) = (&ready.candidate.id, &ready.instance.label);
    let started_utc = clock::now();
    let load_average_start = host.load();
    let measured = run(
        workbench,
        &Task {
            ready,
            call,
            cpu: host.cpu,
            iterations: 1,
            warmups: 0,
            trials: 1,
            // One call of the batch and, for a key exchange, one to see its steps.
            sample: SamplePlan {
                at_most: 1,
                at_least: 1,
                share_of_batch: 1.0,
            },
            counter: counter.map(|counter| counter.source.clone()),
            deadline: workbench.deadline.saturating_mul(DEADLINES),
            unconfined: false,
        },
    )?;
    let call_s = measured
        .process
        .trials
        .first()
        .filter(|_| measured.failure.is_none())
        .map(|trial| trial.seconds);
    let setup_s = (measured.process.wall_s - 2.0 * call_s.unwrap_or(0.0)).max(0.0);
    let calibration = Calibration {
        schema: SCHEMA,
        candidate: candidate.clone(),
        label: label.clone(),
        operation_key: call.key(),
        library_sha256: ready.library.sha256.clone(),
        cpu: host.cpu,
        call_s,
        setup_s,
        steps: measured
            .steps
            .iter()
            .map(|step| step.operation.clone())
            .collect(),
        failure: measured.failure.clone(),
        trial: measured
            .counter
            .clone()
            .or_else(|| counter.cloned())
            .map(|counter| RawTrial {
                schema: SCHEMA,
                identity: Identity {
                    candidate: candidate.clone(),
                    label: label.clone(),
                    operation_key: call.key(),
                    library_sha256: ready.library.sha256.clone(),
                    origin: ready.library.origin.to_string(),
                    plan: one_call(setup_s, call_s),
                    cpu: host.cpu,
                },
                index: 0,
                started_utc,
                ended_utc: clock::now(),
                load_average_start,
                load_average_end: host.load(),
                counter,
                isolation: measured.isolation,
                instance: measured.instance,
                process: measured.process,
                steps: measured.steps,
            }),
        plan: None,
    };
    store.write_calibration(&calibration)?;
    Ok((calibration, measured.counter))
}

fn one_call(setup_s: f64, call_s: Option<f64>) -> Plan {
    let plan = Planning::STANDARD.plan(call_s.unwrap_or(0.0), setup_s, None);
    Plan {
        iterations_per_trial: 1,
        trials: 1,
        warmups: 0,
        ..plan
    }
}
