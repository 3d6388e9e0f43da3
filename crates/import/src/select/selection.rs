//! What was chosen for an instance, and what else might have been.

use assay_manifest::{DrngGlobal, Helpers, Library};

/// The sources of an instance and what they need.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Sources that are compiled.
    pub sources: Vec<String>,
    /// Include folders in search order.
    pub includes: Vec<String>,
    /// `NAME` or `NAME=VALUE`.
    pub defines: Vec<String>,
    /// Compiler flags the code cannot do without.
    pub flags: Vec<String>,
    /// Libraries beside the C library.
    pub libraries: Vec<Library>,
    /// Who brings the helper functions.
    pub helpers: Helpers,
    /// Who defines the generator.
    pub drng_global: DrngGlobal,
    /// Processor features the code needs.
    pub requires: Vec<String>,
    /// What was decided and why.
    pub reasons: Vec<String>,
    /// What a person has to look at.
    pub open: Vec<String>,
    /// What could be done otherwise, should this not work.
    pub(crate) hints: Hints,
    /// Folders of all files that the sources include.
    pub(crate) read_from: Vec<String>,
}

impl Selection {
    /// Folders of all files that the sources include.
    #[must_use]
    pub fn read_from(&self) -> &[String] {
        &self.read_from
    }
}

/// Where the rules had a choice, or had to leave something open.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hints {
    /// Sources of the package's own generator.
    pub(crate) own_drng: Vec<String>,
    /// Sources of the package's own hash placeholders.
    pub(crate) own_auxfunc: Vec<String>,
    /// Sources that define something to do with randomness which was taken from another one.
    pub(crate) rivals: Vec<String>,
    /// Defines that decide where randomness comes from.
    pub(crate) random_switches: Vec<String>,
    /// Defines that nothing sets, once with each value the sources know.
    pub(crate) values: Vec<String>,
    /// Defines whose default the sources give, with other values.
    pub(crate) defaults: Vec<String>,
    /// Whether a source uses `assert`.
    pub(crate) asserts: bool,
}
