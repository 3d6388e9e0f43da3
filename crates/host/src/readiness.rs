//! Whether a machine is fit to be measured on.

use serde::Serialize;

use crate::cpus::{CpuError, check_cpu};
use crate::machine::Machine;
use crate::probes::Probes;

mod frequency;
mod surroundings;

/// What one point of a machine is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// As wanted.
    Ok,
    /// Not as wanted.
    NotOk,
    /// Could not be found out.
    Unknown,
    /// Means nothing on this machine.
    NotApplicable,
}

/// One point of a machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Item {
    /// What it is about.
    pub name: &'static str,
    /// Whether it is as wanted.
    pub state: State,
    /// The value found.
    pub found: String,
    /// The value wanted.
    pub wanted: String,
    /// The command that sets it, as root, or what else to do. Only when it is not as wanted and
    /// something can be done.
    pub command: Option<String>,
    /// What is wrong, as a sentence without full stop. Only when it is not as wanted.
    pub problem: Option<String>,
    /// Whether the machine is unfit because of it; other points only inform.
    pub decides: bool,
}

impl Item {
    fn about(name: &'static str, wanted: impl Into<String>) -> ItemBuilder {
        ItemBuilder {
            name,
            wanted: wanted.into(),
            decides: true,
        }
    }
}

/// An item of which the state is still open.
struct ItemBuilder {
    name: &'static str,
    wanted: String,
    decides: bool,
}

impl ItemBuilder {
    fn only_informs(mut self) -> Self {
        self.decides = false;
        self
    }

    fn ok(self, found: impl Into<String>) -> Item {
        self.finish(State::Ok, found)
    }

    fn unknown(self, found: impl Into<String>) -> Item {
        self.finish(State::Unknown, found)
    }

    fn not_applicable(self, found: impl Into<String>) -> Item {
        self.finish(State::NotApplicable, found)
    }

    fn not_ok(
        self,
        found: impl Into<String>,
        problem: impl Into<String>,
        command: Option<String>,
    ) -> Item {
        Item {
            command,
            problem: Some(problem.into()),
            ..self.finish(State::NotOk, found)
        }
    }

    fn finish(self, state: State, found: impl Into<String>) -> Item {
        Item {
            name: self.name,
            state,
            found: found.into(),
            wanted: self.wanted,
            command: None,
            problem: None,
            decides: self.decides,
        }
    }
}

/// All points of a machine, for one CPU.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Readiness {
    /// The CPU to measure on.
    pub cpu: usize,
    /// The points, in the order in which to put them right.
    pub items: Vec<Item>,
}

impl Readiness {
    /// Judges a machine by its files and by what was tried out on this CPU.
    ///
    /// # Errors
    ///
    /// When there is no such CPU.
    pub fn of(machine: &Machine, cpu: usize, probes: &Probes) -> Result<Self, CpuError> {
        check_cpu(machine, cpu)?;
        let items = vec![
            surroundings::architecture(machine),
            surroundings::affinity(machine, cpu),
            surroundings::pinning(cpu, probes),
            surroundings::core_type(machine, cpu),
            surroundings::sibling_threads(machine, cpu),
            surroundings::paranoid(machine),
            surroundings::hardware_counter(probes),
            frequency::turbo(machine),
            frequency::governor(machine, cpu),
            frequency::fixed(machine, cpu),
            frequency::measured_clock(machine, cpu, probes),
            surroundings::load(machine),
            surroundings::hypervisor(machine),
        ];
        Ok(Self { cpu, items })
    }

    /// Whether nothing that decides is wrong.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.problems().is_empty()
    }

    /// Why the machine is not fit: one sentence for each point that decides and is not as wanted.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        self.sentences(true)
    }

    /// What else may disturb a measurement, in sentences.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        self.sentences(false)
    }

    fn sentences(&self, decides: bool) -> Vec<String> {
        self.items
            .iter()
            .filter(|item| item.decides == decides)
            .filter_map(|item| item.problem.clone())
            .collect()
    }
}
