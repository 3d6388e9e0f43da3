//! One parameter set and variant of a candidate.

use std::fmt;

use serde::Deserialize;

use crate::cpu::CpuFeature;
use crate::implementation::Implementation;

/// One instance: what becomes one library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    /// Folder, file and page name, unique within the candidate.
    pub label: String,
    /// Official instance name, where it differs from what the API header says.
    pub instance: Option<String>,
    /// Which of the submitted implementations it is.
    pub variant: Variant,
    /// Class of compiler flags.
    pub profile: Profile,
    /// CPU features the code needs to run.
    pub requires: Vec<CpuFeature>,
    /// File name of the known-answer text.
    pub kat_file: String,
    /// Folder of the known-answer text below `candidates/<id>/submission`; `None` means anywhere.
    pub kat_folder: Option<String>,
    /// Digest length of a hash function in bits, where it differs from what the API header says.
    pub digest_bits: Option<u32>,
    /// Sizes of the submitted external encoding.
    pub external_sizes: Option<ExternalSizes>,
    /// Stack the code needs, in bytes; `None` means the driver's default.
    pub stack_bytes: Option<u64>,
    /// Known issues.
    pub issues: Vec<Issue>,
    /// Remarks shown on pages.
    pub notes: Vec<String>,
    /// Code written in this project, if there is any for this instance.
    pub independent: Option<Implementation>,
    /// The submitter's code, if the manifest describes it and it is imported.
    pub submitted: Option<Implementation>,
}

impl Instance {
    /// The implementation that is measured: the submission's when it is there, else the independent one.
    ///
    /// `None` means that the repository holds no code for this instance: the submission is not imported.
    #[must_use]
    pub fn implementation(&self) -> Option<&Implementation> {
        self.submitted.as_ref().or(self.independent.as_ref())
    }

    /// The issue because of which this instance is not measured, if there is one.
    #[must_use]
    pub fn excluded(&self) -> Option<&Issue> {
        self.issues
            .iter()
            .find(|issue| issue.action == IssueAction::Exclude)
    }
}

/// Which of the submitted implementations an instance is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// Portable reference code.
    Reference,
    /// Code optimised in C, or for a processor that `requires` describes.
    Optimized,
    /// Code optimised for AVX2.
    OptimizedAvx2,
    /// Code optimised for AVX-512.
    OptimizedAvx512,
    /// A further implementation, such as one for small devices.
    Additional,
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reference => "reference",
            Self::Optimized => "optimized",
            Self::OptimizedAvx2 => "optimized-avx2",
            Self::OptimizedAvx512 => "optimized-avx512",
            Self::Additional => "additional",
        })
    }
}

/// Class of compiler flags an instance is built with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Profile {
    /// The reference flags of the self-assessment guide.
    Guide,
    /// Its performance flags.
    GuidePerformance,
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Guide => "guide",
            Self::GuidePerformance => "guide-performance",
        })
    }
}

/// Sizes of the submitted external encoding, in bytes. They may differ from the capacities of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExternalSizes {
    /// Key encapsulation.
    Kem {
        /// Public key.
        public_key: u64,
        /// Ciphertext.
        ciphertext: u64,
        /// What the sizes mean.
        basis: SizeBasis,
    },
    /// Signature.
    Sig {
        /// Public key.
        public_key: u64,
        /// Signature.
        signature: u64,
        /// What the sizes mean.
        basis: SizeBasis,
    },
    /// Key exchange.
    Kex {
        /// Static public key of the initiator; 0 when there is none.
        public_key_a: u64,
        /// Static public key of the responder; 0 when there is none.
        public_key_b: u64,
        /// All protocol messages together.
        messages: u64,
    },
}

impl fmt::Display for ExternalSizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kem {
                public_key,
                ciphertext,
                basis,
            } => {
                write!(
                    f,
                    "public key {public_key} bytes, ciphertext {ciphertext} bytes ({basis})"
                )
            }
            Self::Sig {
                public_key,
                signature,
                basis,
            } => {
                write!(
                    f,
                    "public key {public_key} bytes, signature {signature} bytes ({basis})"
                )
            }
            Self::Kex {
                public_key_a,
                public_key_b,
                messages,
            } => write!(
                f,
                "public key A {public_key_a} bytes, public key B {public_key_b} bytes, messages {messages} bytes"
            ),
        }
    }
}

/// What an external size means when encodings vary in length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SizeBasis {
    /// The fixed length of the encoding.
    Encoded,
    /// The largest length of a variable encoding.
    MaximumVariable,
    /// The representative length the specification gives.
    NominalVariable,
}

impl fmt::Display for SizeBasis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Encoded => "encoded",
            Self::MaximumVariable => "maximum-variable",
            Self::NominalVariable => "nominal-variable",
        })
    }
}

/// A known issue and what follows from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// What is done about it.
    pub action: IssueAction,
    /// Why.
    pub cause: String,
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.action, self.cause)
    }
}

/// Consequence of a known issue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IssueAction {
    /// Measure although the known-answer test does not pass, and say so.
    Measure,
    /// Do not measure.
    Exclude,
}

impl fmt::Display for IssueAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Measure => "measure",
            Self::Exclude => "exclude",
        })
    }
}
