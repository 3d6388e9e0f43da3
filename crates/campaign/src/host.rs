//! The machine a campaign runs on: which CPU, in which state, and under which name.

use assay_evidence::Environment;
use assay_host::{Machine, Probes, Readiness, check_cpu, default_cpu, load_average, usable_cpus};
use assay_manifest::{Architecture, Systems};

use crate::error::Error;
use crate::workbench::Repository;

/// Identifier of a machine that is not registered.
pub const UNREGISTERED: &str = "local";

/// The machine and the CPU that is measured on.
pub struct Host {
    machine: Machine,
    /// The CPU.
    pub cpu: u32,
}

/// What was found out about the host before measuring.
#[derive(Debug, Clone)]
pub struct HostState {
    /// What records say of it.
    pub environment: Environment,
    /// Why it is not fit; empty when it is.
    pub problems: Vec<String>,
    /// Clock that an undisturbed trial reaches 95 % of, in Hz; `None` when unknown.
    pub reference_clock_hz: Option<f64>,
}

impl Host {
    /// This machine, with the CPU asked for or the one that suits best.
    ///
    /// # Errors
    /// When there is no such CPU.
    pub fn choose(cpu: Option<usize>) -> Result<Host, Error> {
        let machine = Machine::here();
        let cpu = match cpu {
            Some(cpu) => check_cpu(&machine, cpu).map(|()| cpu)?,
            None => default_cpu(&machine)?,
        };
        Ok(Host {
            machine,
            cpu: u32::try_from(cpu).unwrap_or(u32::MAX),
        })
    }

    /// All CPUs that can be used.
    pub(crate) fn cpus(&self) -> Vec<u32> {
        let usable = usable_cpus(&self.machine).unwrap_or_default();
        usable
            .into_iter()
            .filter_map(|cpu| u32::try_from(cpu).ok())
            .collect()
    }

    /// Looks at the machine; takes up to some seconds where its clock has to be measured.
    ///
    /// # Errors
    /// When the CPU has gone.
    pub fn examine(&self, compiler: &str) -> Result<HostState, Error> {
        let cpu = self.cpu as usize;
        let probes = Probes::run(&self.machine, cpu)?;
        let readiness = Readiness::of(&self.machine, cpu, &probes)?;
        let environment = assay_host::Environment::of(
            &self.machine,
            cpu,
            Some(compiler.to_owned()),
            probes.clock.as_ref(),
        )?;
        let reference_clock_hz = environment.reference_clock_hz();
        let environment = serde_json::to_value(&environment)
            .and_then(serde_json::from_value)
            .map_err(|error| Error::Environment {
                message: error.to_string(),
            })?;
        Ok(HostState {
            environment,
            problems: readiness.problems(),
            reference_clock_hz,
        })
    }

    /// Load averages now; empty when the system does not tell.
    #[must_use]
    pub fn load(&self) -> Vec<f64> {
        load_average(&self.machine).map_or_else(Vec::new, |load| load.to_vec())
    }

    /// Identifier of this system: the one asked for, the registered one with this host name and architecture, or `local`.
    ///
    /// # Errors
    /// When the one asked for is not registered.
    pub fn system(&self, repository: &Repository, wanted: Option<&str>) -> Result<String, Error> {
        let systems = Systems::load(repository.root())?;
        if let Some(id) = wanted {
            if id == UNREGISTERED || systems.get(id).is_some() {
                return Ok(id.to_owned());
            }
            let known: Vec<&str> = systems.iter().map(|system| system.id.as_str()).collect();
            return Err(Error::UnknownSystem {
                id: id.to_owned(),
                known: known.join(", "),
            });
        }
        let architecture = match self.machine.architecture() {
            "x86_64" => Some(Architecture::X86_64),
            "aarch64" => Some(Architecture::Aarch64),
            _ => None,
        };
        let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
        let registered =
            architecture.and_then(|architecture| systems.of_host(name.trim(), architecture));
        Ok(registered.map_or_else(|| UNREGISTERED.to_owned(), |system| system.id.clone()))
    }
}
