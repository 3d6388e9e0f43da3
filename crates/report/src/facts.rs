//! What pages say of a candidate that no measurement shows.

use assay_manifest::{ExternalSizes, Function, Issue, Links, Survey};

/// Facts about one candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateFacts {
    /// Identifier: `kem-24`.
    pub id: String,
    /// Name of the algorithm.
    pub algorithm: String,
    /// Kind of algorithm.
    pub function: Function,
    /// Pages about the candidate elsewhere.
    pub links: Links,
    /// How it reaches its symmetric functions; `None` when not surveyed.
    pub survey: Option<Survey>,
    /// Remarks that belong to its sizes, shown as paragraphs of section 6.
    pub size_notes: Vec<String>,
    /// Facts about its instances, in any order; instances without any may be missing.
    pub instances: Vec<InstanceFacts>,
}

/// Facts about one instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InstanceFacts {
    /// Label of the instance.
    pub label: String,
    /// Sizes of the submitted external encoding.
    pub external_sizes: Option<ExternalSizes>,
    /// Known issues, the most important first.
    pub issues: Vec<Issue>,
    /// Remarks.
    pub notes: Vec<String>,
}

impl CandidateFacts {
    /// Facts about the instance with this label.
    #[must_use]
    pub fn instance(&self, label: &str) -> Option<&InstanceFacts> {
        self.instances
            .iter()
            .find(|instance| instance.label == label)
    }
}
