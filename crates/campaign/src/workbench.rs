//! A repository with everything ready that a measurement needs: compiler, driver, wrappers.

use std::path::{Path, PathBuf};
use std::time::Duration;

use assay_driver::protocol::{Answer, Job};
use assay_driver::{Driver, Ending, Outcome};
use assay_kat::digests::Digests;
use assay_manifest::{Candidate, Loaded};
use assay_toolchain::{Builder, Toolchain, Tools};

use crate::error::Error;
use crate::interrupt::Interrupt;

/// Patience of the published harness with a whole known-answer file.
pub const DEADLINE: Duration = Duration::from_secs(900);

/// Where the parts of a repository are.
#[derive(Debug, Clone)]
pub struct Repository {
    root: PathBuf,
}

impl Repository {
    /// The repository at `root`.
    #[must_use]
    pub fn new(root: impl Into<PathBuf>) -> Repository {
        Repository { root: root.into() }
    }

    /// Its root.
    #[must_use]
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Every candidate.
    ///
    /// # Errors
    /// When a manifest has mistakes or cannot be read.
    pub fn candidates(&self) -> Result<Vec<Candidate>, Error> {
        Ok(assay_manifest::load_all(&self.root)?)
    }

    /// Every candidate, as far as its manifest is right. When `names` (each `id` or `id/label`) are given, only theirs must
    /// be: others are left out.
    ///
    /// # Errors
    /// When a manifest that counts has mistakes or cannot be read.
    pub fn candidates_for(&self, names: &[String]) -> Result<Loaded, Error> {
        Ok(assay_manifest::load_chosen(&self.root, names)?)
    }

    /// The expected digests of a candidate; `None` when it has none.
    ///
    /// # Errors
    /// When the file has mistakes or cannot be read.
    pub fn digests(&self, candidate: &str) -> Result<Option<Digests>, Error> {
        Ok(Digests::load(&self.digests_path(candidate))?)
    }

    /// Where the expected digests of a candidate are: `kat/<id>/kat.sha256`.
    #[must_use]
    pub fn digests_path(&self, candidate: &str) -> PathBuf {
        self.root.join("kat").join(candidate).join("kat.sha256")
    }

    /// Folder of a run by its name: `reports/runs/<name>`.
    #[must_use]
    pub fn run_folder(&self, name: &str) -> PathBuf {
        self.root.join("reports").join("runs").join(name)
    }

    /// A path as it is shown and stored: relative to the root where it is inside.
    #[must_use]
    pub fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root)
            .unwrap_or(path)
            .display()
            .to_string()
    }

    pub(crate) fn cache(&self) -> PathBuf {
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| PathBuf::from("target"), PathBuf::from);
        self.root.join(target).join("assay")
    }
}

/// The signal that no process survives, on every Linux.
const SIGKILL: i32 = 9;
/// How often a process that was killed from outside is run again.
const MOST_KILLED: u32 = 2;

/// Compiler, driver and wrappers of a repository.
pub struct Workbench {
    /// The repository.
    pub repository: Repository,
    /// Builds libraries.
    pub builder: Builder,
    /// Stops what is running.
    pub interrupt: Interrupt,
    /// Patience with one process of a known-answer test; calibration, a single cold call, has 24 times as much.
    pub deadline: Duration,
    driver: Driver,
}

impl Workbench {
    /// Finds the compiler and builds driver and wrappers from the sources of Assay at `assay`, which takes a while the
    /// first time.
    ///
    /// # Errors
    /// When there is no compiler, or driver or wrappers do not build.
    pub fn set_up(
        repository: Repository,
        assay: &Path,
        interrupt: Interrupt,
    ) -> Result<Workbench, Error> {
        let toolchain = Toolchain::detect().map_err(Error::Toolchain)?;
        let tools = Tools::build(assay, interrupt.flag()).map_err(Error::Tools)?;
        let builder = Builder::new(toolchain, repository.cache())
            .wrap_library(tools.wrap)
            .cancel(interrupt.flag().clone());
        Ok(Workbench {
            driver: Driver::new(tools.driver),
            repository,
            builder,
            interrupt,
            deadline: DEADLINE,
        })
    }

    /// Runs one job to its end; what the candidate prints is returned, up to the driver's limit.
    ///
    /// A process killed from outside says nothing about the candidate, which cannot kill itself: its answers are dropped and
    /// it is run again. Only when that happens every time is it taken for what it looks like, a lack of memory.
    pub(crate) fn run(
        &self,
        job: &Job,
        deadline: Duration,
        on_answer: &mut dyn FnMut(Answer),
    ) -> Result<(Outcome, Vec<u8>), Error> {
        let mut attempt = 0;
        loop {
            let mut answers = Vec::new();
            let (outcome, printed) =
                self.run_once(job, deadline, &mut |answer| answers.push(answer))?;
            let killed = outcome.ending == Ending::Signalled { signal: SIGKILL };
            if killed && attempt < MOST_KILLED {
                attempt += 1;
                continue;
            }
            answers.into_iter().for_each(on_answer);
            return Ok((outcome, printed));
        }
    }

    fn run_once(
        &self,
        job: &Job,
        deadline: Duration,
        on_answer: &mut dyn FnMut(Answer),
    ) -> Result<(Outcome, Vec<u8>), Error> {
        if self.interrupt.is_stopped() {
            return Err(Error::Interrupted);
        }
        let mut printed = Vec::new();
        let outcome = self.driver.run(
            job,
            deadline,
            &mut printed,
            self.interrupt.cancel(),
            on_answer,
        )?;
        if outcome.ending == Ending::Cancelled {
            return Err(Error::Interrupted);
        }
        Ok((outcome, printed))
    }
}
