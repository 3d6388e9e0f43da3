//! Figures about Assay itself and about the candidates that hold on any machine, because they are ratios within one run.

mod confinement;
mod speed;
mod spread;

use std::{fs, io};

use assay_driver::protocol::SamplePlan;
use assay_evidence::Process;
use assay_manifest::{Candidate, Selected};

use crate::clock;
use crate::effort::Effort;
use crate::error::Error;
use crate::event::Event;
use crate::host::Host;
use crate::pages::RunFolder;
use crate::process::{Task, run};
use crate::ready;
use crate::run::Settings;
use crate::schedule::{Call, Ready};
use crate::workbench::Workbench;

pub use confinement::{Confinement, confinement};
pub use speed::{Speed, speeds};
pub use spread::{Spread, spread};

/// Seconds of a batch.
const BATCH_S: f64 = 0.05;

/// What benchmarks run on: libraries that were gated, on one CPU.
pub struct Bench<'w> {
    workbench: &'w Workbench,
    host: Host,
    store: assay_evidence::Store,
    _lock: assay_evidence::Lock,
}

impl<'w> Bench<'w> {
    /// A bench on the CPU asked for or the one that suits best. Its verdicts are kept beside the built libraries.
    ///
    /// # Errors
    /// When there is no such CPU, or another benchmark is running.
    pub fn open(workbench: &'w Workbench, cpu: Option<usize>) -> Result<Bench<'w>, Error> {
        let store = RunFolder::new(workbench.repository.cache().join("bench")).store();
        Ok(Bench {
            host: Host::choose(cpu)?,
            _lock: store.lock()?,
            workbench,
            store,
        })
    }

    /// Builds instances and takes them through the gate.
    ///
    /// # Errors
    /// For everything that is not a candidate's fault.
    pub fn ready<'a>(
        &self,
        selected: &[Selected<'a>],
        observer: &(dyn Fn(Event<'_, 'a>) + Sync),
    ) -> Result<Vec<Ready<'a>>, Error> {
        ready::ready(self.workbench, &self.store, selected, observer)
    }

    /// One process that calls an operation so often, on a CPU.
    fn process(
        &self,
        ready: &Ready<'_>,
        call: Call,
        cpu: u32,
        iterations: u64,
    ) -> Result<Process, Error> {
        self.process_with(ready, call, cpu, iterations, false)
    }

    fn process_with(
        &self,
        ready: &Ready<'_>,
        call: Call,
        cpu: u32,
        iterations: u64,
        unconfined: bool,
    ) -> Result<Process, Error> {
        let sample = SamplePlan {
            at_most: 1000,
            at_least: 20,
            share_of_batch: 0.5,
        };
        let measured = run(
            self.workbench,
            &Task {
                ready,
                call,
                cpu,
                iterations,
                warmups: 1,
                trials: 1,
                sample,
                counter: None,
                deadline: self.workbench.deadline,
                unconfined,
            },
        )?;
        match measured.failure {
            Some(message) => Err(Error::Job {
                what: format!("time {} of", call.key()),
                candidate: ready.candidate.id.clone(),
                label: ready.instance.label.clone(),
                message,
            }),
            None => Ok(measured.process),
        }
    }

    /// Calls that fill a batch.
    fn iterations(&self, ready: &Ready<'_>, call: Call) -> Result<u64, Error> {
        let once = seconds_per_call(&self.process(ready, call, self.host.cpu, 1)?);
        // The first call is cold, so that a second look at a short batch is worth its while.
        let few = clock::whole((BATCH_S / 10.0 / once).clamp(1.0, 1e9));
        let warm = seconds_per_call(&self.process(ready, call, self.host.cpu, few)?);
        Ok(clock::whole((BATCH_S / warm).clamp(1.0, 1e9)))
    }
}

/// Runs a campaign with the full plan in a folder of its own, and says how much of the measuring was timed work.
///
/// # Errors
/// As [`crate::run()`].
pub fn effort<'a>(
    workbench: &Workbench,
    candidates: &[Candidate],
    selected: &[Selected<'a>],
    cpu: Option<usize>,
    observer: &(dyn Fn(Event<'_, 'a>) + Sync),
) -> Result<Effort, Error> {
    let folder = workbench.repository.cache().join("bench-campaign");
    match fs::remove_dir_all(&folder) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => {
            return Err(Error::Write {
                path: folder,
                source,
            });
        }
        _ => {}
    }
    let settings = Settings {
        cpu,
        run: Some(folder),
        ..Settings::default()
    };
    Ok(crate::run(workbench, candidates, selected, &settings, observer)?.effort)
}

/// Mean time of a call in the batch.
fn seconds_per_call(process: &Process) -> f64 {
    let seconds: f64 = process.trials.iter().map(|trial| trial.seconds).sum();
    let calls = process.trials.iter().fold(0, |calls: u64, trial| {
        calls.saturating_add(trial.measurements)
    });
    seconds / calls.max(1) as f64
}

/// The value a share of the list lies below.
fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let index = clock::whole(share * (values.len().saturating_sub(1)) as f64) as usize;
    values.get(index).copied().unwrap_or(f64::NAN)
}
