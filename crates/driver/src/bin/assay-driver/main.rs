//! The driver process: loads one library, does one job, answers, and ends.
//!
//! It is started by `assay_driver::Driver`; started by hand it has nobody to answer to and says so.
//! The order matters: the descriptor for answers is put out of reach first, then everything is
//! opened that foreign code must not open, then the limits are set and the process is confined, and
//! only then the library is loaded, on a stack of its own.

mod answers;
mod bench;
mod candidate;
mod confine;
mod denied;
mod exchange;
mod fault;
mod fence;
mod floating_point;
mod instruments;
mod kat;
mod limits;
mod loaded;
mod memory;
mod profile;
mod timing;

use std::process::ExitCode;

use assay_driver::protocol::{Answer, Envelope, Work};
use assay_memory::Stack;

use crate::answers::Answers;

fn main() -> ExitCode {
    let Some((answers, envelope)) = begin() else {
        return ExitCode::from(2);
    };
    let last = match prepare(&envelope, &answers) {
        Ok(Stacks { own, measured }) => {
            // It ends with the process: nobody may unmap it any more.
            let own = std::mem::ManuallyDrop::new(own);
            let work = || loaded::work(&envelope.job, &answers, &own, measured);
            match own.run(work) {
                Ok(Ok(answer)) => answer,
                Ok(Err(panicked)) => Answer::Error(format!("the driver panicked: {}", panicked.0)),
                Err(error) => Answer::Error(format!("failed to start a thread: {error}")),
            }
        }
        Err(message) => Answer::Error(message),
    };
    answers.send(&last);
    // Destructors of the library are not run: they are foreign code, and the answer is given.
    limits::exit_now(0)
}

/// Takes the descriptor for answers and reads the job.
fn begin() -> Option<(Answers, Envelope)> {
    let envelope: Envelope = serde_json::from_reader(std::io::stdin().lock())
        .inspect_err(|error| eprintln!("failed to read a job from standard input: {error}; this program is started by cargo xtask"))
        .ok()?;
    let answers = Answers::take(envelope.answer_descriptor, envelope.token.clone())
        .inspect_err(|error| eprintln!("failed to take the descriptor for answers: {error}"))
        .ok()?;
    Some((answers, envelope))
}

/// The stack that the job runs on, and for a job that measures stacks the one that only measured calls run on.
struct Stacks {
    own: Stack,
    measured: Option<Stack>,
}

fn prepare(envelope: &Envelope, answers: &Answers) -> Result<Stacks, String> {
    let job = &envelope.job;
    limits::use_one_arena();
    if let Some(cpu) = job.cpu {
        limits::pin(cpu).map_err(|error| format!("failed to pin to CPU {cpu}: {error}"))?;
    }
    let reserve = || {
        Stack::reserve(job.stack_bytes).map_err(|error| {
            format!(
                "failed to reserve a stack of {} bytes: {error}",
                job.stack_bytes
            )
        })
    };
    let own = reserve()?;
    let measured = match job.work {
        Work::Memory { .. } => Some(reserve()?),
        _ => None,
    };
    let (layers, limit) = limits::apply(envelope)
        .map_err(|error| format!("failed to find out how much memory is in use: {error}"))?;
    answers.send(&Answer::Sandbox(layers));
    // What comes within a tenth of the limit is explained by it.
    fault::prepare(
        answers,
        &own,
        measured.as_ref(),
        limit - job.memory_bytes / 10,
    )
    .and_then(|()| denied::prepare())
    .map_err(|error| format!("failed to prepare for faults: {error}"))?;
    Ok(Stacks { own, measured })
}
