//! Building an instance and making its first known answer. How that is done is the caller's affair.

use std::path::{Path, PathBuf};

use assay_manifest::Function;

use crate::detect::Instance;

/// Builds and runs instances, one at a time, under whatever limits the caller sets.
pub trait Trial {
    /// Builds an instance, asks it for its sizes, makes record 0 and compares it with texts.
    ///
    /// # Errors
    /// Only for reasons that are not the package's: no compiler, a full disk, a wish to stop.
    fn attempt(
        &self,
        attempt: &Attempt<'_>,
    ) -> Result<Attempted, Box<dyn std::error::Error + Send + Sync>>;
}

/// What is to be tried.
#[derive(Clone, Copy, Debug)]
pub struct Attempt<'a> {
    /// Folder that mirrors the archive; all paths of the instance are below it.
    pub code: &'a Path,
    /// Kind of algorithm.
    pub function: Function,
    /// The instance.
    pub instance: &'a Instance,
    /// Whether the harness-default flags are used instead of the guide flags.
    pub harness_default: bool,
    /// Known-answer texts that record 0 is compared with.
    pub answers: &'a [PathBuf],
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Attempted {
    /// This machine cannot run it, and why.
    NotHere(String),
    /// It could not be built; what compiler or linker said, in short.
    NotBuilt(String),
    /// It was built, but made no record 0.
    NotRun {
        /// Sizes it claims, by name (`pk_bytes`); empty when it could not even be asked.
        sizes: Vec<(String, u64)>,
        /// How it ended.
        why: String,
        /// Whether it took too long.
        slow: bool,
    },
    /// It made record 0.
    Ran {
        /// Sizes it claims, by name (`pk_bytes`).
        sizes: Vec<(String, u64)>,
        /// For each text the first difference, or `None` where record 0 is equal.
        differences: Vec<Option<String>>,
    },
}
