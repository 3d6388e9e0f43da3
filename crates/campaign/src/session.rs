//! A run folder that is held, and the steps of a campaign in it.

use assay_evidence::plan::Planning;
use assay_evidence::provenance::Counter;
use assay_evidence::raw::Calibration;
use assay_evidence::{Campaign, FileKind, SCHEMA, Store};
use assay_manifest::Candidate;
use assay_toolchain::FlagClass;

use crate::assemble::{assemble_failed, tool};
use crate::calibrate::{calibrate, known};
use crate::clock;
use crate::cpu_lock::CpuLock;
use crate::error::Error;
use crate::event::{Event, PlanRow, PlanSummary};
use crate::hash_profile;
use crate::host::{Host, HostState};
use crate::measure::{Circumstances, Progress, is_done, measure};
use crate::memory::{self, Libraries};
use crate::pages::RunFolder;
use crate::run::Settings;
use crate::schedule::{Call, Ready, Unit};
use crate::trust::check_seal;
use crate::workbench::Workbench;

/// Operations with their calibrations, in the order of the instances.
pub(crate) type Calibrated = Vec<(usize, Call, Calibration)>;

pub(crate) struct Session<'w> {
    workbench: &'w Workbench,
    host: Host,
    system: String,
    pub(crate) run: RunFolder,
    pub(crate) store: Store,
    quick: bool,
    planning: Planning,
    campaign: Option<Campaign>,
    state: Option<HostState>,
    _lock: assay_evidence::Lock,
    cpu_lock: Option<CpuLock>,
}

/// Whether anything was measured, be it not yet a record.
fn has_measurements(store: &Store) -> Result<bool, Error> {
    let measured =
        |(name, kind): &(String, FileKind)| *kind == FileKind::Record || name.starts_with("raw/");
    Ok(store.files()?.iter().any(measured))
}

fn has_records(store: &Store) -> Result<bool, Error> {
    Ok(store
        .files()?
        .iter()
        .any(|(_, kind)| *kind == FileKind::Record))
}

impl<'w> Session<'w> {
    pub(crate) fn open(
        workbench: &'w Workbench,
        candidates: &[Candidate],
        settings: &Settings,
    ) -> Result<Session<'w>, Error> {
        let (mut host, system, run) = settings.place(&workbench.repository)?;
        let store = run.store();
        let lock = store.lock()?;
        let campaign = store.read_campaign()?;
        let before = campaign
            .as_ref()
            .map(|campaign| campaign.environment_at_start.cpu_number);
        match before {
            // Nobody asked for another one.
            Some(cpu) if settings.cpu.is_none() => host = Host::choose(Some(cpu as usize))?,
            None if has_records(&store)? => {
                return Err(Error::NoCampaignFile {
                    folder: store.folder().to_owned(),
                });
            }
            _ => {}
        }
        let planning = settings.planning();
        if let Some(campaign) = &campaign {
            let path = store.folder().join("campaign.json");
            let other =
                |what, found: String, wanted: String| assay_evidence::Error::OtherCampaign {
                    path: path.clone(),
                    what,
                    found,
                    wanted,
                };
            if campaign.system_id != system {
                return Err(other("system", campaign.system_id.clone(), system).into());
            }
            let cpu = campaign.environment_at_start.cpu_number;
            if cpu != host.cpu {
                return Err(other("CPU", cpu.to_string(), host.cpu.to_string()).into());
            }
            if campaign.planning != planning {
                let describe =
                    |planning: &Planning| format!("trials of {} s", planning.trial_target_s);
                return Err(other(
                    "planning",
                    describe(&campaign.planning),
                    describe(&planning),
                )
                .into());
            }
        }
        check_seal(&run, candidates)?;
        // Of pages as well.
        Store::new(run.path()).remove_unfinished()?;
        Ok(Session {
            workbench,
            system,
            run,
            store,
            quick: settings.quick,
            planning,
            campaign,
            state: None,
            cpu_lock: None,
            _lock: lock,
            host,
        })
    }

    /// The state of the host, looked at once, when something has to be measured.
    pub(crate) fn state(&mut self) -> Result<&HostState, Error> {
        let state = match self.state.take() {
            Some(state) => state,
            None => self
                .host
                .examine(&self.workbench.builder.toolchain().version)?,
        };
        Ok(self.state.insert(state))
    }

    /// The campaign's own file, made when something has to be measured for the first time.
    pub(crate) fn begin(&mut self) -> Result<(), Error> {
        if self.campaign.is_some() {
            return Ok(());
        }
        let environment = self.state()?.environment.clone();
        let flags = |class: FlagClass| serde_json::Value::from(class.build_flags());
        let campaign = Campaign {
            schema: Some(SCHEMA),
            started_utc: clock::now(),
            environment_at_start: environment,
            arch_config: [
                ("reference".to_owned(), flags(FlagClass::Guide)),
                ("performance".to_owned(), flags(FlagClass::GuidePerformance)),
                (
                    FlagClass::HarnessDefault.to_string(),
                    flags(FlagClass::HarnessDefault),
                ),
            ]
            .into_iter()
            .collect(),
            harness_additions: FlagClass::additions(),
            planning: self.planning,
            ended_utc: None,
            environment_at_end: None,
            system_id: self.system.clone(),
            quick: Some(self.quick),
            counter: None,
            tool: Some(tool()),
            other: serde_json::Map::new(),
        };
        self.store.write_campaign(&campaign)?;
        self.campaign = Some(campaign);
        Ok(())
    }

    fn counter(&self) -> Option<&Counter> {
        self.campaign.as_ref()?.counter.as_ref()
    }

    /// Waits until nobody else measures on the CPU.
    fn hold_cpu<'a>(&mut self, observer: &(dyn Fn(Event<'_, 'a>) + Sync)) -> Result<(), Error> {
        if self.cpu_lock.is_none() {
            let interrupt = &self.workbench.interrupt;
            self.cpu_lock = Some(CpuLock::wait(self.host.cpu, interrupt, observer)?);
        }
        Ok(())
    }

    pub(crate) fn choose_counter(&mut self, counter: Counter) -> Result<(), Error> {
        if let Some(campaign) = &mut self.campaign {
            campaign.counter = Some(counter);
            self.store.write_campaign(campaign)?;
        }
        Ok(())
    }

    pub(crate) fn calibrate<'a>(
        &mut self,
        ready: &[Ready<'a>],
        observer: &(dyn Fn(Event<'_, 'a>) + Sync),
    ) -> Result<Calibrated, Error> {
        let calls: Vec<(usize, Call)> = ready
            .iter()
            .enumerate()
            .flat_map(|(index, ready)| {
                ready
                    .operations()
                    .into_iter()
                    .map(move |call| (index, call))
            })
            .collect();
        if self.campaign.is_none() {
            self.begin()?;
        }
        let total = calls.len();
        let mut calibrated = Vec::with_capacity(total);
        for (done, (index, call)) in calls.into_iter().enumerate() {
            let name = format!("{} {}", ready[index].name(), call.key());
            observer(Event::Calibrating {
                name: &name,
                done,
                total,
            });
            if let Some(calibration) = known(&self.store, &self.host, &ready[index], call) {
                // It was chosen, and the campaign stopped before that was written down.
                if let (Some(trial), None) = (&calibration.trial, self.counter()) {
                    self.choose_counter(trial.counter.clone())?;
                }
                calibrated.push((index, call, calibration));
                continue;
            }
            self.hold_cpu(observer)?;
            let (calibration, counter) = calibrate(
                self.workbench,
                &self.store,
                &self.host,
                &ready[index],
                call,
                self.counter(),
            )?;
            if let (Some(counter), None) = (counter, self.counter()) {
                observer(Event::Counter(&counter));
                self.choose_counter(counter)?;
            }
            calibrated.push((index, call, calibration));
        }
        Ok(calibrated)
    }

    pub(crate) fn units<'a>(
        &self,
        ready: &'a [Ready<'a>],
        calibrated: &Calibrated,
    ) -> Vec<Unit<'a>> {
        calibrated
            .iter()
            .filter_map(|(index, call, calibration)| {
                Unit::new(&self.planning, &ready[*index], *call, calibration)
            })
            .collect()
    }

    pub(crate) fn summary(
        &self,
        ready: &[Ready<'_>],
        calibrated: &Calibrated,
        units: &[Unit<'_>],
    ) -> Result<PlanSummary, Error> {
        let mut summary = PlanSummary::default();
        for (index, call, calibration) in calibrated {
            let name = ready[*index].name();
            let unit = units
                .iter()
                .find(|unit| unit.ready.name() == name && unit.call == *call);
            let done = match unit {
                Some(unit) => is_done(&self.store, &self.host, unit)?,
                None => false,
            };
            let estimate_s = unit.map_or(0.0, |unit| {
                unit.process_estimate_s() * unit.processes() as f64
            });
            if done {
                summary.done += 1;
            } else {
                summary.left_s += estimate_s;
            }
            summary.rows.push(PlanRow {
                instance: name,
                operation: call.key(),
                call_s: calibration.call_s,
                trials: unit.map_or(0, |unit| unit.plan.trials),
                iterations: unit.map_or(0, |unit| unit.plan.iterations_per_trial),
                estimate_s,
                done,
                failure: calibration.failure.clone(),
            });
        }
        Ok(summary)
    }

    pub(crate) fn measure(
        &mut self,
        units: &[Unit<'_>],
        progress: &mut Progress<'_, '_>,
    ) -> Result<(), Error> {
        let mut missing = Vec::new();
        for unit in units {
            if is_done(&self.store, &self.host, unit)? {
                // Left when a campaign was stopped right after it had written the record.
                let (candidate, label) = (&unit.ready.candidate.id, &unit.ready.instance.label);
                let key = unit.call.key();
                self.store
                    .remove_raw(candidate, label, &key, unit.processes())?;
            } else {
                missing.push(unit.clone());
            }
        }
        if missing.is_empty() {
            return Ok(());
        }
        self.hold_cpu(progress.observer)?;
        self.begin_measuring()?;
        let state = self.state()?.clone();
        measure(&self.circumstances(&state), &missing, progress)
    }

    /// Makes records of operations that failed in calibration, so that pages can say why they have no time.
    pub(crate) fn record_failures(
        &mut self,
        ready: &[Ready<'_>],
        calibrated: &Calibrated,
    ) -> Result<(), Error> {
        for (index, call, calibration) in calibrated {
            let Some(unit) = Unit::failed(&ready[*index], *call, calibration) else {
                continue;
            };
            if !is_done(&self.store, &self.host, &unit)? {
                self.begin_measuring()?;
                let state = self.state()?.clone();
                assemble_failed(&self.circumstances(&state), &unit)?;
            }
        }
        Ok(())
    }

    fn circumstances<'c>(&'c self, state: &'c HostState) -> Circumstances<'c> {
        Circumstances {
            workbench: self.workbench,
            store: &self.store,
            host: &self.host,
            state,
            counter: self.counter().cloned(),
            quick: self.quick,
        }
    }

    /// A campaign starts with its first measurement, not with a plan that was made the day before, and one that goes on has not
    /// ended.
    fn begin_measuring(&mut self) -> Result<(), Error> {
        let first = !has_measurements(&self.store)?;
        if let Some(campaign) = &mut self.campaign
            && (first || campaign.ended_utc.is_some())
        {
            if first {
                campaign.started_utc = clock::now();
            }
            campaign.ended_utc = None;
            campaign.environment_at_end = None;
            self.store.write_campaign(campaign)?;
        }
        Ok(())
    }

    pub(crate) fn profile<'a>(
        &self,
        ready: &[Ready<'a>],
        candidate: &Candidate,
        calibrated: &Calibrated,
        observer: &(dyn Fn(Event<'_, 'a>) + Sync),
    ) -> Result<(), Error> {
        for (index, ready) in ready.iter().enumerate() {
            if ready.candidate.id != candidate.id {
                continue;
            }
            let instrumented = hash_profile::instrumented(self.workbench, ready)?;
            let is_profiled = hash_profile::is_profiled(ready);
            if let (true, Err(reason)) = (is_profiled, &instrumented) {
                observer(Event::Note(&format!("{}: {reason}", ready.name())));
            }
            let libraries = Libraries {
                ready,
                instrumented: &instrumented,
            };
            for (_, call, calibration) in calibrated.iter().filter(|(other, ..)| *other == index) {
                if let (true, Ok(instrumented)) = (is_profiled, &instrumented) {
                    hash_profile::profile(
                        self.workbench,
                        &self.store,
                        &self.host,
                        ready,
                        instrumented,
                        *call,
                        calibration,
                    )?;
                }
                if calibration.call_s.is_some() {
                    memory::measure(
                        self.workbench,
                        &self.store,
                        &self.host,
                        &libraries,
                        *call,
                        calibration,
                    )?;
                }
            }
        }
        Ok(())
    }

    /// Notes the end of a campaign in which something was measured, now or before it was stopped; `false` when it had ended
    /// before.
    pub(crate) fn end(&mut self) -> Result<bool, Error> {
        let has_ended = |campaign: &Campaign| campaign.ended_utc.is_some();
        if self.campaign.as_ref().is_none_or(has_ended) || !has_records(&self.store)? {
            return Ok(false);
        }
        let environment = self.state()?.environment.clone();
        if let Some(campaign) = &mut self.campaign {
            campaign.ended_utc = Some(clock::now());
            campaign.environment_at_end = Some(environment);
            self.store.write_campaign(campaign)?;
        }
        Ok(true)
    }
}
