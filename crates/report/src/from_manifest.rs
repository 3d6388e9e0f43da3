//! Facts from a manifest.

use assay_manifest::Candidate;

use crate::facts::{CandidateFacts, InstanceFacts};

impl From<&Candidate> for CandidateFacts {
    /// Manifests keep remarks with instances, so there are no remarks about sizes alone.
    fn from(candidate: &Candidate) -> CandidateFacts {
        CandidateFacts {
            id: candidate.id.clone(),
            algorithm: candidate.algorithm.clone(),
            function: candidate.function,
            links: candidate.links.clone(),
            survey: candidate.survey.clone(),
            size_notes: Vec::new(),
            instances: candidate
                .instances
                .iter()
                .map(|instance| InstanceFacts {
                    label: instance.label.clone(),
                    external_sizes: instance.external_sizes,
                    issues: instance.issues.clone(),
                    notes: instance.notes.clone(),
                })
                .collect(),
        }
    }
}
