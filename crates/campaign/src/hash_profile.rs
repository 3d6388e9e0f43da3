//! Hash profiles: the instrumented library, one process per operation.

use assay_driver::Ending;
use assay_driver::protocol::{Answer, Job, Profile, Work};
use assay_evidence::raw::Calibration;
use assay_evidence::{ProfileProvenance, ProfileRecord, SCHEMA, Store};
use assay_manifest::{Function, Variant};
use assay_profile::{CallRange, CallShape, LowerBound, Overhead, Plan, Total};
use assay_toolchain::{BuildError, BuiltLibrary, Request};
use serde_json::{Map, Value};

use crate::assemble::tool;
use crate::clock;
use crate::error::Error;
use crate::host::Host;
use crate::schedule::{Call, Ready};
use crate::workbench::Workbench;

/// Whether an instance is profiled: the reference build of everything but hash functions.
pub(crate) fn is_profiled(ready: &Ready<'_>) -> bool {
    ready.candidate.function != Function::Hash
        && ready.instance.variant == Variant::Reference
        && !ready.library.flags_class.optimises_at_link_time()
}

/// The instrumented library of an instance; `None` with the reason when there is nothing to count.
pub(crate) fn instrumented(
    workbench: &Workbench,
    ready: &Ready<'_>,
) -> Result<Result<BuiltLibrary, String>, Error> {
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
        Err(error @ BuildError::NotProfiled { .. }) => Ok(Err(error.to_string())),
        Err(error) if error.is_of_the_code() => Ok(Err(error.to_string())),
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
            provenance.library_sha256 == ready.library.sha256
                && provenance.instrumented_sha256 == instrumented.sha256
        })
    {
        return Ok(());
    }
    let plan = Plan::new(calibration.call_s);
    let timeout_s = plan.timeout_s(calibration.call_s, calibration.setup_s);
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
    let (outcome, _) = workbench.run(&job, clock::seconds(timeout_s), &mut |received| {
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
    let failure = outcome
        .ending
        .failure()
        .map(|failure| format!("{}: {}", failure.verdict, failure.detail))
        .or_else(|| {
            answer
                .is_none()
                .then(|| "the process ended without an answer".to_owned())
        });
    let mut lower_bound = instrumented.lower_bound.clone();
    let overflow = answer
        .as_ref()
        .and_then(|answer| LowerBound::of_overflow(answer.overflow_calls));
    lower_bound.extend(overflow.map(|bound| bound.to_string()));
    let counted = match &answer {
        Some(answer) => counted(answer).map_err(|function| Error::Job {
            what: format!("profile {} of", call.key()),
            candidate: candidate.clone(),
            label: label.clone(),
            message: format!("the driver counted an unknown function {function}"),
        })?,
        None => assay_profile::Profile::new(None, Vec::<CallShape>::new()),
    };
    store.write_profile(&ProfileRecord {
        schema: SCHEMA,
        candidate: candidate.clone(),
        label: label.clone(),
        operation: call.operation.to_string(),
        input_bytes: call.input_bytes,
        status: if failure.is_none() {
            "complete"
        } else {
            "failed"
        }
        .to_owned(),
        provenance: Some(ProfileProvenance {
            origin: ready.library.origin.to_string(),
            tool: tool(),
            library_sha256: ready.library.sha256.clone(),
            instrumented_sha256: instrumented.sha256.clone(),
            wrapped: instrumented.wrapped.clone(),
            lower_bound,
            own_primitives: instrumented.own_primitives.clone(),
        }),
        command: vec![
            "assay-driver".to_owned(),
            "profile".to_owned(),
            format!("library={}", workbench.repository.shown(&instrumented.path)),
            format!("operation={}", call.operation),
            format!("input_bytes={}", call.input_bytes),
            format!("iterations={}", plan.iterations),
            format!("warmups={}", plan.warmups),
            format!("cpu={}", host.cpu),
        ],
        stderr: outcome.stderr_tail.trim().to_owned(),
        meta: answer
            .as_ref()
            .map_or_else(Map::new, |answer| meta(ready, call, plan, answer)),
        profile: counted,
        other: failure
            .map(|failure| ("failure".to_owned(), Value::from(failure)))
            .into_iter()
            .collect(),
    })?;
    Ok(())
}

/// The counts with the shares that follow; the name of a function that is not known is the error.
fn counted(answer: &Profile) -> Result<assay_profile::Profile, String> {
    let calls = answer
        .calls
        .iter()
        .map(|call| {
            Ok(CallShape {
                function: assay_profile::Function::from_name(&call.function)
                    .ok_or_else(|| call.function.clone())?,
                in_bits: call.in_bits,
                out_bits: call.out_bits,
                calls: call.calls,
                ticks: call.ticks,
            })
        })
        .collect::<Result<Vec<_>, String>>()?;
    let total = Total {
        operations: answer.operations,
        ticks: answer.ticks,
    };
    let overhead = Overhead {
        counted_ticks: answer.overhead.counted_ticks,
        whole_ticks: answer.overhead.whole_ticks,
        reading_ticks: answer.overhead.reading_ticks,
    };
    let calls_in_one = answer
        .calls_in_one
        .iter()
        .map(|(function, fewest, most)| {
            Ok(CallRange {
                function: assay_profile::Function::from_name(function)
                    .ok_or_else(|| function.clone())?,
                fewest: *fewest,
                most: *most,
            })
        })
        .collect::<Result<Vec<_>, String>>()?;
    Ok(assay_profile::Profile::without_overhead(
        Some(total),
        calls,
        Some(overhead),
        calls_in_one,
    ))
}

fn meta(ready: &Ready<'_>, call: Call, plan: Plan, answer: &Profile) -> Map<String, Value> {
    [
        ("id", ready.candidate.id.clone()),
        ("instance", answer.instance.clone()),
        ("operation", call.operation.to_string()),
        ("tick_source", answer.tick_source.clone()),
        ("tick_hz", format!("{:.0}", answer.tick_hz)),
        ("warmups", plan.warmups.to_string()),
        ("overflow_calls", answer.overflow_calls.to_string()),
    ]
    .into_iter()
    .map(|(name, value)| (name.to_owned(), Value::from(value)))
    .collect()
}
