//! Memory of operations: stack from the plain library, heap from the instrumented one, a process for each.

use std::time::Duration;

use assay_driver::Ending;
use assay_driver::protocol::{Answer, Job, Memory, StepMemory, Work};
use assay_evidence::raw::Calibration;
use assay_evidence::{
    HeapCall, HeapUse, MemoryProvenance, MemoryRecord, SCHEMA, StackUse, Store, operation_key,
};
use assay_toolchain::BuiltLibrary;
use serde_json::Map;

use crate::assemble::tool;
use crate::error::Error;
use crate::host::Host;
use crate::schedule::{Call, Ready};
use crate::workbench::Workbench;

/// About so many seconds of calls are measured,
const SECONDS: f64 = 0.25;
/// but never fewer calls than this,
const FEWEST_CALLS: u64 = 3;
/// nor more than this.
const MOST_CALLS: u64 = 32;
/// What a process may take beyond three times the expected time.
const TIMEOUT_BASE_S: f64 = 300.0;

/// What the memory of an instance is measured with.
pub(crate) struct Libraries<'l> {
    /// Of the instance.
    pub(crate) ready: &'l Ready<'l>,
    /// The instrumented relink, or why there is none.
    pub(crate) instrumented: &'l Result<BuiltLibrary, String>,
}

/// Measures one operation unless that was done with the same libraries.
pub(crate) fn measure(
    workbench: &Workbench,
    store: &Store,
    host: &Host,
    libraries: &Libraries<'_>,
    call: Call,
    calibration: &Calibration,
) -> Result<(), Error> {
    let (ready, instrumented) = (libraries.ready, libraries.instrumented.as_ref());
    if is_done(store, libraries, call, calibration)? {
        return Ok(());
    }
    let calls = calls(calibration.call_s);
    let run =
        |library: &BuiltLibrary| process(workbench, host, ready, library, call, calls, calibration);
    let plain = run(&ready.library)?;
    let mut commands = vec![plain.command.clone()];
    let counted = match instrumented {
        Ok(library) => {
            let counted = run(library)?;
            commands.push(counted.command.clone());
            counted.memory
        }
        Err(reason) => Err(reason.clone()),
    };
    let names: Vec<String> = if calibration.steps.is_empty() {
        vec![call.operation.to_string()]
    } else {
        calibration.steps.clone()
    };
    let wanted = provenance(libraries);
    for operation in names {
        let key = operation_key(&operation, call.input_bytes);
        let there = store.read_memory(&ready.candidate.id, &ready.instance.label, &key)?;
        // A campaign that was stopped among the steps of a key exchange left some of them.
        if there.is_some_and(|there| there.provenance == wanted) {
            continue;
        }
        let (stack, no_stack) = split(
            plain
                .memory
                .as_ref()
                .map_err(Clone::clone)
                .and_then(|memory| stack_of(memory, &operation)),
        );
        let (heap, no_heap) = split(
            counted
                .as_ref()
                .map_err(Clone::clone)
                .and_then(|memory| heap_of(memory, &operation)),
        );
        store.write_memory(&MemoryRecord {
            schema: SCHEMA,
            candidate: ready.candidate.id.clone(),
            label: ready.instance.label.clone(),
            operation,
            input_bytes: call.input_bytes,
            provenance: wanted.clone(),
            commands: commands.clone(),
            stack,
            no_stack,
            heap,
            no_heap,
            other: Map::new(),
        })?;
    }
    Ok(())
}

fn is_done(
    store: &Store,
    libraries: &Libraries<'_>,
    call: Call,
    calibration: &Calibration,
) -> Result<bool, Error> {
    let ready = libraries.ready;
    let keys: Vec<String> = if calibration.steps.is_empty() {
        vec![call.key()]
    } else {
        let steps = calibration.steps.iter();
        steps
            .map(|step| operation_key(step, call.input_bytes))
            .collect()
    };
    let wanted = provenance(libraries);
    for key in keys {
        let stored = store.read_memory(&ready.candidate.id, &ready.instance.label, &key)?;
        if stored.is_none_or(|stored| stored.provenance != wanted) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn provenance(libraries: &Libraries<'_>) -> MemoryProvenance {
    let plain = &libraries.ready.library;
    let instrumented = libraries.instrumented.as_ref().ok();
    let wrapped = instrumented.map_or(&[][..], |library| &library.wrapped_allocator);
    MemoryProvenance {
        origin: plain.origin.to_string(),
        tool: tool(),
        library_sha256: plain.sha256.clone(),
        instrumented_sha256: instrumented.map(|library| library.sha256.clone()),
        wrapped: wrapped.to_vec(),
        not_wrapped: plain
            .allocating
            .iter()
            .filter(|name| !wrapped.contains(name))
            .cloned()
            .collect(),
    }
}

/// Calls to measure, by the calibrated time of one.
fn calls(call_s: Option<f64>) -> u64 {
    match call_s {
        Some(seconds) if seconds > 0.0 => {
            ((SECONDS / seconds).ceil() as u64).clamp(FEWEST_CALLS, MOST_CALLS)
        }
        _ => FEWEST_CALLS,
    }
}

/// One process.
struct Measured {
    command: Vec<String>,
    /// Or why there is none.
    memory: Result<Memory, String>,
}

fn process(
    workbench: &Workbench,
    host: &Host,
    ready: &Ready<'_>,
    library: &BuiltLibrary,
    call: Call,
    calls: u64,
    calibration: &Calibration,
) -> Result<Measured, Error> {
    let mut job = Job::new(
        &library.path,
        Work::Memory {
            operation: call.operation.to_string(),
            input_bytes: call.input_bytes,
            calls,
        },
    );
    job.cpu = Some(host.cpu as usize);
    if let Some(bytes) = ready.instance.stack_bytes {
        job.stack_bytes = bytes;
    }
    let expected_s = (calls + 1) as f64 * calibration.call_s.unwrap_or(1.0) + calibration.setup_s;
    let deadline = Duration::from_secs_f64(3.0 * expected_s + TIMEOUT_BASE_S);
    let mut answer = None;
    let (outcome, _) = workbench.run(&job, deadline, &mut |received| {
        if let Answer::Memory(memory) = received {
            answer = Some(memory);
        }
    })?;
    if let Ending::Error(message) = &outcome.ending {
        return Err(Error::Job {
            what: format!("measure the memory of {} of", call.key()),
            candidate: ready.candidate.id.clone(),
            label: ready.instance.label.clone(),
            message: message.clone(),
        });
    }
    let failure = outcome
        .ending
        .failure()
        .map(|failure| format!("{}: {}", failure.verdict, failure.detail));
    Ok(Measured {
        command: vec![
            "assay-driver".to_owned(),
            "memory".to_owned(),
            format!("library={}", workbench.repository.shown(&library.path)),
            format!("operation={}", call.operation),
            format!("input_bytes={}", call.input_bytes),
            format!("calls={calls}"),
            format!("cpu={}", host.cpu),
        ],
        memory: match (failure, answer) {
            (Some(failure), _) => Err(failure),
            (None, Some(memory)) => Ok(memory),
            (None, None) => Err("the process ended without an answer".to_owned()),
        },
    })
}

fn step<'m>(memory: &'m Memory, operation: &str) -> Result<&'m StepMemory, String> {
    memory
        .steps
        .iter()
        .find(|step| step.operation == operation)
        .ok_or_else(|| "the step did not occur".to_owned())
}

fn stack_of(memory: &Memory, operation: &str) -> Result<StackUse, String> {
    let step = step(memory, operation)?;
    StackUse::new(step.stack_bytes.clone()).ok_or_else(|| {
        let unknown = || "the system does not tell".to_owned();
        memory.no_stack.clone().unwrap_or_else(unknown)
    })
}

fn heap_of(memory: &Memory, operation: &str) -> Result<HeapUse, String> {
    let calls = step(memory, operation)?.heap.iter().map(|call| HeapCall {
        peak_bytes: call.peak_bytes,
        allocations: call.allocations,
        releases: call.releases,
        kept_bytes: call.kept_bytes,
        not_followed: call.not_followed,
    });
    HeapUse::new(calls.collect())
        .ok_or_else(|| "the library does not count its allocations".to_owned())
}

fn split<T>(result: Result<T, String>) -> (Option<T>, Option<String>) {
    match result {
        Ok(value) => (Some(value), None),
        Err(reason) => (None, Some(reason)),
    }
}
