//! The code of one instance, resolved to files.

use std::fmt;
use std::path::PathBuf;

use serde::Deserialize;

/// Where the code comes from. Every record and page says which.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Written in this project from the functional specification.
    Independent,
    /// The submitter's own files.
    Submission,
}

impl Origin {
    /// The word used in records: `independent` or `submission`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Independent => "independent",
            Self::Submission => "submission",
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The code of one instance: what the toolchain compiles and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Implementation {
    /// Where the code comes from.
    pub origin: Origin,
    /// Absolute folder that holds all of it: `candidates/<id>/independent`, or in `candidates/<id>/submission` the
    /// folder that the manifest's `submission.folder` names.
    pub root: PathBuf,
    /// Sources to compile: absolute, existing, sorted, each once. Never empty. Those that are replaced lie in
    /// `replacements` instead of `root`.
    pub sources: Vec<PathBuf>,
    /// Include folders in search order: absolute, existing.
    pub include_directories: Vec<PathBuf>,
    /// Preprocessor definitions, candidate-wide ones first.
    pub defines: Vec<Define>,
    /// Libraries to link.
    pub libraries: Vec<Library>,
    /// Compiler flags the code cannot do without, beside those of its class.
    pub flags: Vec<String>,
    /// Folder of files that take the place of broken ones: `candidates/<id>/replacements`, when it exists. It is the
    /// first include folder.
    pub replacements: Option<PathBuf>,
    /// Absolute path of the header that declares the interface.
    pub api_header: PathBuf,
    /// Who brings the prescribed helper functions.
    pub helpers: Helpers,
    /// Who defines the global generator `drng_algorithm`.
    pub drng_global: DrngGlobal,
}

/// One preprocessor definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Define {
    /// A C identifier.
    pub name: String,
    /// Its replacement, verbatim; `None` means 1.
    pub value: Option<String>,
}

impl fmt::Display for Define {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Some(value) => write!(f, "{}={value}", self.name),
            None => f.write_str(&self.name),
        }
    }
}

/// A system library that may be linked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Library {
    /// The C mathematics library.
    M,
    /// GNU multiple precision arithmetic.
    Gmp,
    /// libcrypto of OpenSSL.
    Crypto,
    /// GCC's quadruple precision.
    Quadmath,
}

impl Library {
    /// Name after `-l`.
    #[must_use]
    pub fn link_name(self) -> &'static str {
        match self {
            Self::M => "m",
            Self::Gmp => "gmp",
            Self::Crypto => "crypto",
            Self::Quadmath => "quadmath",
        }
    }
}

impl fmt::Display for Library {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.link_name())
    }
}

/// Who brings the prescribed helper functions (DRNG and hash placeholders).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Helpers {
    /// This project's are linked.
    #[default]
    Assay,
    /// The sources bring their own.
    Own,
    /// The sources bring the DRNG; the hash placeholders of this project are linked.
    OwnDrng,
    /// The sources bring the hash placeholders; the DRNG of this project is linked.
    OwnAuxfunc,
}

impl fmt::Display for Helpers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Assay => "assay",
            Self::Own => "own",
            Self::OwnDrng => "own-drng",
            Self::OwnAuxfunc => "own-auxfunc",
        })
    }
}

/// Who defines the global generator `drng_algorithm`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DrngGlobal {
    /// This project.
    #[default]
    Assay,
    /// The sources.
    Own,
    /// Nobody: the code does not use it.
    None,
}

impl fmt::Display for DrngGlobal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Assay => "assay",
            Self::Own => "own",
            Self::None => "none",
        })
    }
}
