//! Hash profiles: the instrumented library, one process per operation.

use std::time::Duration;

use assay_driver::Ending;
use assay_driver::protocol::{Answer, Job, Profile, Work};
use assay_evidence::plan::profile_plan;
use assay_evidence::raw::Calibration;
use assay_evidence::{ProfileProvenance, ProfileRecord, SCHEMA, Store};
use assay_manifest::{Function, Variant};
use assay_toolchain::{BuildError, BuiltLibrary, Request};
use serde_json::{Map, Value};

use crate::error::Error;
use crate::host::Host;
use crate::measure::tool;
use crate::schedule::{Call, Ready};
use crate::workbench::Workbench;

/// Whether an instance is profiled: the reference build of everything but hash functions.
pub(crate) fn is_profiled(ready: &Ready<'_>) -> bool {
    ready.candidate.function != Function::Hash
        && ready.instance.variant == Variant::Reference
        && !ready.library.flags_class.optimises_at_link_time()
}

/// The instrumented library of an instance; `None` with the reason when there is nothing to count.
pub(crate) fn instrumented(workbench: &Workbench, ready: &Ready<'_>) -> Result<Result<BuiltLibrary, String>, Error> {
    let Some(implementation) = ready.instance.implementation() else {
        return Ok(Err("there is no code".to_owned()));
    };
    let request = Request {
        candidate: ready.candidate,
        instance: ready.instance,
        implementation,
        flags: ready.library.flags_class,
        instrumented: true,
    };
    match workbench.builder.build(&request) {
        Ok(library) => Ok(Ok(library)),
        Err(BuildError::Cancelled) => Err(Error::Interrupted),
        Err(error @ (BuildError::NotProfiled { .. } | BuildError::Link { .. } | BuildError::Compile { .. })) => {
            Ok(Err(error.to_string()))
        }
        Err(error) => Err(Error::Build(error)),
    }
}

/// Profiles one operation unless that was done with the same libraries.
pub(crate) fn profile(
    workbench: &Workbench,
    store: &Store,
    host: &Host,
    ready: &Ready<'_>,
    instrumented: &BuiltLibrary,
    call: Call,
    calibration: &Calibration,
) -> Result<(), Error> {
    let (candidate, label) = (&ready.candidate.id, &ready.instance.label);
    if let Some(stored) = store.read_profile(candidate, label, &call.key())?
        && stored.provenance.as_ref().is_some_and(|provenance| {
            provenance.library_sha256 == ready.library.sha256 && provenance.instrumented_sha256 == instrumented.sha256
        })
    {
        return Ok(());
    }
    let plan = profile_plan(calibration.call_s, calibration.setup_s);
    let mut job = Job::new(
        &instrumented.path,
        Work::Profile {
            operation: call.operation.to_string(),
            input_bytes: call.input_bytes,
            iterations: plan.iterations,
            warmups: plan.warmups,
        },
    );
    job.cpu = Some(host.cpu as usize);
    if let Some(bytes) = ready.instance.stack_bytes {
        job.stack_bytes = bytes;
    }
    let mut answer = None;
    let (outcome, _) = workbench.run(&job, Duration::from_secs_f64(plan.timeout_s), &mut |received| {
        if let Answer::Profile(profile) = received {
            answer = Some(profile);
        }
    })?;
    if let Ending::Error(message) = &outcome.ending {
        return Err(Error::Job {
            what: format!("profile {} of", call.key()),
            candidate: candidate.clone(),
            label: label.clone(),
            message: message.clone(),
        });
    }
    let failure = outcome.ending.failure().map(|failure| format!("{}: {}", failure.verdict, failure.detail));
    let command = vec![
        "assay-driver".to_owned(),
        "profile".to_owned(),
        format!("library={}", workbench.repository.shown(&instrumented.path)),
        format!("operation={}", call.operation),
        format!("input_bytes={}", call.input_bytes),
        format!("iterations={}", plan.iterations),
        format!("warmups={}", plan.warmups),
        format!("cpu={}", host.cpu),
    ];
    let record = record(ready, instrumented, call, plan.warmups, command, answer, failure, outcome.stderr_tail);
    store.write_profile(&record)?;
    Ok(())
}
