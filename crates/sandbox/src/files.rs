//! Files, network and signals: what landlock can keep away.

use std::path::Path;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, RestrictionStatus, Ruleset,
    RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};
use serde::{Deserialize, Serialize};

use crate::layers::Layer;

/// What landlock denies. Inherited by threads started later; it cannot be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confinement {
    /// Files can only be read, and only those named.
    pub files: Layer,
    /// No TCP connection and no port.
    pub network: Layer,
    /// No signal to a process outside.
    pub signals: Layer,
}

impl Confinement {
    /// Confines the calling thread: reading below `readable` (which need not exist) and nothing
    /// else, no TCP, no signals to others.
    #[must_use]
    pub fn apply<P: AsRef<Path>>(readable: &[P]) -> Self {
        Self {
            files: layer(files(readable)),
            network: layer(network()),
            signals: layer(signals()),
        }
    }

    /// All layers with their names.
    #[must_use]
    pub fn all(&self) -> [(&'static str, &Layer); 3] {
        [
            ("files", &self.files),
            ("network", &self.network),
            ("signals to others", &self.signals),
        ]
    }
}

fn layer(result: Result<RestrictionStatus, RulesetError>) -> Layer {
    match result {
        Ok(status) if status.ruleset == RulesetStatus::NotEnforced => {
            Layer::NotAvailable("this kernel has no landlock, or has it switched off".to_owned())
        }
        Ok(_) => Layer::Active,
        Err(error) => Layer::NotAvailable(error.to_string()),
    }
}

fn files<P: AsRef<Path>>(readable: &[P]) -> Result<RestrictionStatus, RulesetError> {
    // Rights that the kernel does not know are left out; those of the first version suffice
    // against reading and writing.
    let read = AccessFs::from_read(ABI::V1);
    let paths = readable
        .iter()
        .map(AsRef::as_ref)
        .filter(|path| path.exists());
    Ruleset::default()
        .handle_access(AccessFs::from_all(ABI::V5))?
        .create()?
        .add_rules(path_beneath_rules(paths, read))?
        .restrict_self()
}

fn network() -> Result<RestrictionStatus, RulesetError> {
    Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessNet::from_all(ABI::V4))?
        .create()?
        .restrict_self()
}

fn signals() -> Result<RestrictionStatus, RulesetError> {
    Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .scope(Scope::Signal)?
        .create()?
        .restrict_self()
}
