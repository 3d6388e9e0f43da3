//! A whole campaign, resumable at every step.

use std::path::PathBuf;
use std::time::Instant;

use assay_evidence::TimingRecord;
use assay_evidence::plan::Planning;
use assay_manifest::{Candidate, Selected};

use crate::effort::Effort;
use crate::error::Error;
use crate::event::{Event, PlanSummary};
use crate::host::Host;
use crate::measure::Progress;
use crate::pages::{RunFolder, write_page, write_summary};
use crate::ready::ready;
use crate::schedule::by_candidate;
use crate::session::Session;
use crate::workbench::Workbench;

/// What a campaign is asked to do.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Trials of 0.05 s in a run folder of their own.
    pub quick: bool,
    /// CPU to measure on; the one that suits best when not given.
    pub cpu: Option<usize>,
    /// Run folder; by the system's name when not given.
    pub run: Option<PathBuf>,
    /// Identifier of the system; by host name when not given.
    pub system: Option<String>,
    /// Refuse a host that is not fit.
    pub strict_host: bool,
}

impl Settings {
    pub(crate) fn planning(&self) -> Planning {
        if self.quick {
            Planning::QUICK
        } else {
            Planning::STANDARD
        }
    }

    /// Host, system and run folder that these settings mean.
    ///
    /// # Errors
    /// When there is no such CPU or system.
    pub fn place(&self, workbench: &crate::Repository) -> Result<(Host, String, RunFolder), Error> {
        let host = Host::choose(self.cpu)?;
        let system = host.system(workbench, self.system.as_deref())?;
        let kind = if self.quick { "quick" } else { "full" };
        let folder = self
            .run
            .clone()
            .unwrap_or_else(|| workbench.run_folder(&format!("{system}-{kind}")));
        Ok((host, system, RunFolder::new(folder)))
    }
}

/// What a campaign came to.
#[derive(Debug, Clone)]
pub struct Summary {
    /// Records of the chosen instances, in the order of candidates and file names.
    pub records: Vec<TimingRecord>,
    /// Instances that do not pass their known-answer tests, with the verdict; those not run on this machine excepted.
    pub not_passed: Vec<(String, String)>,
    /// Instances not run on this machine, with the reason.
    pub not_run: Vec<(String, String)>,
    /// Why the host is not fit, when it was looked at or stored records say so.
    pub host_problems: Vec<String>,
    /// Effort of the measuring phase of this run.
    pub effort: Effort,
    /// Folder of the pages.
    pub pages: PathBuf,
    /// The summary page.
    pub summary_page: PathBuf,
}

/// Only calibrates, and says what a campaign would run.
///
/// # Errors
/// For everything that is not a candidate's fault.
pub fn plan<'a>(
    workbench: &Workbench,
    candidates: &[Candidate],
    selected: &[Selected<'a>],
    settings: &Settings,
    observer: &(dyn Fn(Event<'_, 'a>) + Sync),
) -> Result<PlanSummary, Error> {
    let mut session = Session::open(workbench, candidates, settings)?;
    let ready = ready(workbench, &session.store, selected, observer)?;
    let calibrated = session.calibrate(&ready, observer)?;
    let units = session.units(&ready, &calibrated);
    session.summary(&ready, &calibrated, &units)
}

/// Runs what is missing of a campaign over the chosen instances.
///
/// # Errors
/// For everything that is not a candidate's fault. What was complete before is kept.
pub fn run<'a>(
    workbench: &Workbench,
    candidates: &[Candidate],
    selected: &[Selected<'a>],
    settings: &Settings,
    observer: &(dyn Fn(Event<'_, 'a>) + Sync),
) -> Result<Summary, Error> {
    let mut session = Session::open(workbench, candidates, settings)?;
    if settings.strict_host {
        let problems = session.state()?.problems.clone();
        if !problems.is_empty() {
            return Err(Error::HostNotFit { problems });
        }
    }
    let ready = ready(workbench, &session.store, selected, observer)?;
    let calibrated = session.calibrate(&ready, observer)?;
    let units = session.units(&ready, &calibrated);
    let plan = session.summary(&ready, &calibrated, &units)?;
    observer(Event::Planned(&plan));
    session.record_failures(&ready, &calibrated)?;

    let mut progress = Progress {
        observer,
        done_s: 0.0,
        left_s: plan.left_s,
        started: Instant::now(),
        effort: Effort::default(),
    };
    let mut written: Vec<&str> = Vec::new();
    for (candidate, units) in by_candidate(units) {
        session.measure(&units, &mut progress)?;
        session.profile(&ready, candidate, &calibrated, observer)?;
        let page = session.page(selected, candidate)?;
        observer(Event::Page(&page));
        written.push(&candidate.id);
    }
    // Candidates of which nothing is measured have a page as well: it says why.
    for chosen in selected {
        if !written.contains(&chosen.candidate.id.as_str()) {
            let page = session.page(selected, chosen.candidate)?;
            observer(Event::Page(&page));
            written.push(&chosen.candidate.id);
        }
    }
    // The end of the campaign is on every page.
    if session.end()? {
        for id in written {
            if let Some(candidate) = candidates.iter().find(|candidate| candidate.id == id) {
                write_page(&session.run, candidate)?;
            }
        }
    }
    let summary_page = write_summary(&session.run, candidates)?;
    session.conclude(selected, progress.effort, summary_page)
}
