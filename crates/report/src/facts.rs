//! What a page needs from the manifest.

use assay_manifest::{Candidate, ExternalSizes, Function, Issue, Links, Profile, Survey, Variant};

/// Facts of one candidate. They come from `candidate.toml` alone, not from which code happens to be there, so that a page
/// can be made again in another checkout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateFacts {
    /// Identifier: `kem-24`.
    pub id: String,
    /// Name of the algorithm as submitted.
    pub algorithm: String,
    /// Kind of algorithm.
    pub function: Function,
    /// Pages elsewhere.
    pub links: Links,
    /// How much of the submitted code's symmetric work goes through the prescribed functions; `None`: not surveyed.
    pub survey: Option<Survey>,
    /// File name and SHA-256 of the archive of the submission, when known.
    pub archive: Option<(String, String)>,
    /// Parameter sets and variants in the order of the manifest.
    pub instances: Vec<InstanceFacts>,
}

/// Facts of one instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstanceFacts {
    /// Label, unique within the candidate.
    pub label: String,
    /// Reference or optimised code.
    pub variant: Variant,
    /// Class of compiler flags it is meant to be built with.
    pub profile: Profile,
    /// CPU features it needs, such as `avx2`.
    pub requires: Vec<String>,
    /// Sizes of the submitted external encoding.
    pub external_sizes: Option<ExternalSizes>,
    /// Known issues.
    pub issues: Vec<Issue>,
    /// Remarks.
    pub notes: Vec<String>,
}

impl CandidateFacts {
    /// The facts of a manifest.
    #[must_use]
    pub fn from_manifest(candidate: &Candidate) -> CandidateFacts {
        CandidateFacts {
            id: candidate.id.clone(),
            algorithm: candidate.algorithm.clone(),
            function: candidate.function,
            links: candidate.links.clone(),
            survey: candidate.survey.clone(),
            archive: candidate
                .submission
                .as_ref()
                .map(|archive| (archive.archive.clone(), archive.sha256.clone())),
            instances: candidate
                .instances
                .iter()
                .map(|instance| InstanceFacts {
                    label: instance.label.clone(),
                    variant: instance.variant,
                    profile: instance.profile,
                    requires: instance.requires.iter().map(ToString::to_string).collect(),
                    external_sizes: instance.external_sizes,
                    issues: instance.issues.clone(),
                    notes: instance.notes.clone(),
                })
                .collect(),
        }
    }

    /// The instance with this label.
    #[must_use]
    pub fn instance(&self, label: &str) -> Option<&InstanceFacts> {
        self.instances
            .iter()
            .find(|instance| instance.label == label)
    }
}
