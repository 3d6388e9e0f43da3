//! Keeping foreign code from everything a computation does not need.

use std::path::Path;

use assay_driver::protocol::Job;
use assay_memory::Stack;
use assay_sandbox::system_calls::{Guarded, Stage, allow_only};
use assay_sandbox::{Confinement, Layer};

use crate::answers::Answers;

/// Where the dynamic loader finds the libraries that a library needs.
const SYSTEM_LIBRARIES: [&str; 6] = [
    "/lib",
    "/lib64",
    "/usr/lib",
    "/usr/lib64",
    "/usr/local/lib",
    "/etc/ld.so.cache",
];

/// Name of the layer in records.
const SYSTEM_CALLS: &str = "system calls";

/// The confinement of this process, in force from its making on.
pub(crate) struct Confined {
    guarded: Guarded,
    filtered: bool,
    /// State of each layer.
    pub(crate) layers: Vec<(String, String)>,
}

/// Allows reading the library and what it is linked with, and nothing else of the outside; foreign code that runs while the
/// library is loaded is confined already.
pub(crate) fn before_loading(job: &Job, answers: &Answers, stack: &Stack) -> Confined {
    let guard = stack.guard();
    let guarded = Guarded {
        descriptor: Some(answers.number()),
        memory: Some((guard.start, guard.end)),
    };
    let state = |(name, layer): (&str, &Layer)| (name.to_owned(), layer.to_string());
    if job.unconfined {
        let names = ["files", "network", "signals to others", SYSTEM_CALLS];
        return Confined {
            guarded,
            filtered: false,
            layers: names.map(|name| state((name, &Layer::NotAsked))).into(),
        };
    }
    let mut readable: Vec<&Path> = SYSTEM_LIBRARIES.iter().map(Path::new).collect();
    readable.extend(job.library.parent());
    let confinement = Confinement::apply(&readable);
    let system_calls = allow_only(Stage::Loading, guarded);
    let mut layers: Vec<_> = confinement.all().map(state).into();
    layers.push(state((SYSTEM_CALLS, &system_calls)));
    Confined {
        guarded,
        filtered: system_calls.is_active(),
        layers,
    }
}

impl Confined {
    /// The library is loaded: no file is opened from now on.
    pub(crate) fn before_computing(&self) -> Result<(), String> {
        if !self.filtered {
            return Ok(());
        }
        match allow_only(Stage::Computing, self.guarded) {
            Layer::NotAvailable(reason) => {
                Err(format!("failed to narrow the system calls: {reason}"))
            }
            Layer::Active | Layer::NotAsked => Ok(()),
        }
    }
}
