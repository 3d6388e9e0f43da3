//! The registered machines: `reports/systems.toml`.

use std::collections::BTreeSet;
use std::path::Path;

use crate::cpu::Architecture;
use crate::error::Error;
use crate::raw::RawSystems;
use crate::validate::Checker;

const FILE: &str = "reports/systems.toml";

/// A machine whose measurements are published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct System {
    /// Identifier, part of paths and pages: `x86_1`.
    pub id: String,
    /// Its architecture.
    pub architecture: Architecture,
    /// Its host name.
    pub host_name: String,
    /// Processor and how it is set up.
    pub description: String,
}

/// All registered machines.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Systems {
    systems: Vec<System>,
}

impl Systems {
    /// Reads `reports/systems.toml` of the repository at `root`.
    ///
    /// # Errors
    ///
    /// [`Error::Read`] when it cannot be read, [`Error::Manifest`] when it has mistakes.
    pub fn load(root: &Path) -> Result<Self, Error> {
        let path = root.join(FILE);
        let text = std::fs::read_to_string(&path).map_err(|source| Error::Read { path, source })?;
        let mut checker = Checker::new(FILE, &text);
        let systems = match toml::from_str::<RawSystems>(&text) {
            Ok(raw) => checker.systems(&raw),
            Err(error) => {
                checker.report_toml(&error);
                Vec::new()
            }
        };
        if checker.found.is_empty() {
            Ok(Self { systems })
        } else {
            Err(Error::Manifest(checker.into_sorted()))
        }
    }

    /// The machine with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&System> {
        self.systems.iter().find(|system| system.id == id)
    }

    /// The machine with this host name and architecture.
    #[must_use]
    pub fn of_host(&self, host_name: &str, architecture: Architecture) -> Option<&System> {
        self.systems
            .iter()
            .find(|system| system.host_name == host_name && system.architecture == architecture)
    }

    /// Every machine, in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &System> {
        self.systems.iter()
    }
}

impl Checker<'_> {
    fn systems(&mut self, raw: &RawSystems) -> Vec<System> {
        let mut ids = BTreeSet::new();
        let mut hosts = BTreeSet::new();
        let mut systems = Vec::new();
        for system in &raw.systems {
            let id = self.plain_name("id", &system.id);
            let host_name = self.not_empty("host-name", &system.host_name);
            if !ids.insert(id.clone()) {
                self.report(system.id.span(), format!("duplicate system `{id}`"));
            }
            if !hosts.insert((host_name.clone(), system.architecture.as_str())) {
                self.report(
                    system.host_name.span(),
                    format!("host `{host_name}` is registered twice"),
                );
            }
            let description = self.not_empty("description", &system.description);
            systems.push(System {
                id,
                architecture: system.architecture,
                host_name,
                description,
            });
        }
        systems
    }
}
