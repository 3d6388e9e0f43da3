//! A calibration that is lost, from what was measured by its plan.
//!
//! What an operation is to run follows from how long one call took, which is another number each time. Complete records and
//! finished processes hold the plan, so that a lost working file does not make anything be measured twice.

use assay_evidence::raw::Calibration;
use assay_evidence::{SCHEMA, Store, TimingRecord};
use assay_iccs::{Kind, Operation};
use assay_manifest::Function;

use crate::host::Host;
use crate::schedule::{Call, Ready};

/// The calibration that the complete record of an operation, or its first finished process, was planned by, as far as it can
/// be known. What cannot be read is not there: whoever needs it says so.
pub(crate) fn recall(
    store: &Store,
    host: &Host,
    ready: &Ready<'_>,
    call: Call,
) -> Option<Calibration> {
    let (candidate, label, key) = (&ready.candidate.id, &ready.instance.label, call.key());
    let calibration = Calibration {
        schema: SCHEMA,
        candidate: candidate.clone(),
        label: label.clone(),
        operation_key: key.clone(),
        library_sha256: ready.library.sha256.clone(),
        cpu: host.cpu,
        call_s: None,
        setup_s: 0.0,
        steps: Vec::new(),
        failure: None,
        trial: None,
        plan: None,
    };
    let record = store.read_record(candidate, label, &key).ok().flatten();
    if let Some(record) = record
        && record.head.is_complete()
        && record.head.library_sha256 == ready.library.sha256
        && record.head.environment.cpu_number == host.cpu
    {
        return Some(Calibration {
            call_s: Some(record.results.as_ref()?.mean_seconds),
            steps: steps(ready, &record)?,
            plan: Some(record.head.plan),
            ..calibration
        });
    }
    let raw = store.read_raw(candidate, label, &key, 0).ok().flatten()?;
    let trial = raw.process.trials.first()?;
    let usable = raw.process.status == "complete"
        && raw.identity.library_sha256 == ready.library.sha256
        && raw.identity.cpu == host.cpu
        && trial.measurements > 0;
    usable.then(|| Calibration {
        call_s: Some(trial.seconds / trial.measurements as f64),
        steps: raw
            .steps
            .iter()
            .map(|step| step.operation.clone())
            .collect(),
        plan: Some(raw.identity.plan),
        ..calibration
    })
}

/// Steps of the key exchange a record is of; none for anything else.
fn steps(ready: &Ready<'_>, record: &TimingRecord) -> Option<Vec<String>> {
    if ready.candidate.function != Function::Kex {
        return Some(Vec::new());
    }
    let meta = &record.head.processes.first()?.meta;
    let number = |name| meta.get(name)?.as_str()?.parse::<u8>().ok();
    let passes = number("kex_passes_run").or_else(|| number("kex_passes"))?;
    let steps = Operation::of(Kind::Kex, passes).into_iter();
    Some(
        steps
            .filter(|operation| operation.is_exchange_step())
            .map(|operation| operation.to_string())
            .collect(),
    )
}
