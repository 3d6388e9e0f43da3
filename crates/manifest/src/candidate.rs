//! What is known about one candidate.

use std::fmt;
use std::path::PathBuf;

use serde::Deserialize;

use crate::instance::Instance;

/// One candidate: facts about the submission and its parameter sets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// Identifier, equal to the folder name: `kem-24`.
    pub id: String,
    /// Name of the algorithm as submitted.
    pub algorithm: String,
    /// Kind of algorithm.
    pub function: Function,
    /// Pages about the candidate elsewhere.
    pub links: Links,
    /// How much of its symmetric work goes through the prescribed functions; `None` means not surveyed.
    pub survey: Option<Survey>,
    /// The official archive, when known.
    pub submission: Option<SubmissionArchive>,
    /// Parameter sets and variants in the order of the manifest; never empty.
    pub instances: Vec<Instance>,
    /// Absolute path of `candidates/<id>`.
    pub folder: PathBuf,
}

impl Candidate {
    /// The instance with this label.
    #[must_use]
    pub fn instance(&self, label: &str) -> Option<&Instance> {
        self.instances
            .iter()
            .find(|instance| instance.label == label)
    }

    /// The labels of all instances.
    #[must_use]
    pub fn labels(&self) -> Vec<&str> {
        self.instances
            .iter()
            .map(|instance| instance.label.as_str())
            .collect()
    }

    /// Folder that holds code written in this project.
    #[must_use]
    pub fn independent_folder(&self) -> PathBuf {
        self.folder.join("independent")
    }

    /// Folder that holds the submitter's files once they are imported.
    #[must_use]
    pub fn submission_folder(&self) -> PathBuf {
        self.folder.join("submission")
    }
}

/// Kind of algorithm, which decides the interface of the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Function {
    /// Key encapsulation mechanism.
    Kem,
    /// Key exchange.
    Kex,
    /// Digital signature.
    Sig,
    /// Cryptographic hash.
    Hash,
}

impl Function {
    /// The word used in manifests: `kem`, `kex`, `sig`, `hash`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Kem => "kem",
            Self::Kex => "kex",
            Self::Sig => "sig",
            Self::Hash => "hash",
        }
    }

    /// In words, as on pages: `key encapsulation`.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Kem => "key encapsulation",
            Self::Kex => "key exchange",
            Self::Sig => "digital signature",
            Self::Hash => "hash",
        }
    }

    /// File name the submission interface gives the header of this function.
    #[must_use]
    pub fn default_api_header(self) -> &'static str {
        match self {
            Self::Kem => "KEM_AlgorithmInstance.h",
            Self::Kex => "KEX_AlgorithmInstance.h",
            Self::Sig => "SIG_AlgorithmInstance.h",
            Self::Hash => "CryptHash_AlgorithmInstance.h",
        }
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Pages elsewhere, shown as links.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Links {
    /// Official page of the submission.
    pub submission: Option<String>,
    /// Page about its security.
    pub security: Option<String>,
}

impl fmt::Display for Links {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = [
            ("submission", &self.submission),
            ("security", &self.security),
        ];
        let mut separator = "";
        for (name, url) in named {
            if let Some(url) = url {
                write!(f, "{separator}{name}: {url}")?;
                separator = ", ";
            }
        }
        if separator.is_empty() {
            f.write_str("none")
        } else {
            Ok(())
        }
    }
}

/// Result of reading how a candidate reaches its symmetric functions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Survey {
    /// What was found.
    pub verdict: SurveyVerdict,
    /// Details.
    pub notes: Option<String>,
}

impl fmt::Display for Survey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.notes {
            Some(notes) => write!(f, "{} — {notes}", self.verdict),
            None => write!(f, "{}", self.verdict),
        }
    }
}

/// Whether symmetric work goes through the functions the interface prescribes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
pub enum SurveyVerdict {
    /// Only through the prescribed functions.
    #[serde(rename = "ICCS-only")]
    IccsOnly,
    /// Through the prescribed functions and own ones.
    #[serde(rename = "mixed")]
    Mixed,
    /// Past the prescribed functions.
    #[serde(rename = "bypass")]
    Bypass,
    /// Different from instance to instance.
    #[serde(rename = "instance-dependent")]
    InstanceDependent,
}

impl fmt::Display for SurveyVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::IccsOnly => "ICCS-only",
            Self::Mixed => "mixed",
            Self::Bypass => "bypass",
            Self::InstanceDependent => "instance-dependent",
        })
    }
}

/// Facts about the official archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubmissionArchive {
    /// File name.
    pub archive: String,
    /// Digest: 64 lower-case hexadecimal digits.
    pub sha256: String,
    /// Bytes, if known.
    pub size: Option<u64>,
    /// Folder inside the archive that holds the reference implementation.
    pub folder: String,
}

impl fmt::Display for SubmissionArchive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (", self.archive)?;
        if let Some(bytes) = self.size {
            write!(f, "{bytes} bytes, ")?;
        }
        write!(f, "SHA-256 {}), folder {}", self.sha256, self.folder)
    }
}
