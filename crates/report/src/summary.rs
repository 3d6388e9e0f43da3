//! The summary page: one table per kind of algorithm over all candidates of a campaign.

mod table;

use assay_evidence::{Campaign, CandidateEvidence, TimingRecord};
use assay_manifest::Function;

use crate::candidate::banners;
use crate::clock::clock_text;
use crate::facts::CandidateFacts;
use crate::measured::architecture;
use crate::page::{Inline, Page};

/// One candidate of the summary.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    /// What is known about it.
    pub facts: &'a CandidateFacts,
    /// What was measured.
    pub evidence: &'a CandidateEvidence,
}

/// The summary over all candidates of a campaign, which are shown by id; kinds without candidates are left out.
#[must_use]
pub fn summary_page(candidates: &[Row<'_>], campaign: &Campaign) -> Page {
    let mut candidates = candidates.to_vec();
    candidates
        .sort_by(|left, right| crate::natural::natural_order(&left.facts.id, &right.facts.id));
    let records = || {
        candidates
            .iter()
            .flat_map(|row| row.evidence.records.iter())
    };

    let mut page = Page::default();
    head(&mut page, campaign, records().next());
    banners(&mut page, campaign, records);
    page.bullets(explanations());
    for (title, function) in [
        ("Digital signatures", Function::Sig),
        ("Key encapsulation", Function::Kem),
        ("Key exchange", Function::Kex),
        ("Hash functions", Function::Hash),
    ] {
        let rows: Vec<Row<'_>> = candidates
            .iter()
            .copied()
            .filter(|row| row.facts.function == function)
            .collect();
        if !rows.is_empty() {
            page.heading(2, title);
            page.table(table::of_kind(function, &rows));
        }
    }
    page
}

fn head(page: &mut Page, campaign: &Campaign, record: Option<&TimingRecord>) {
    let (architecture, _) = architecture(campaign);
    page.heading(
        1,
        format!(
            "Performance — {architecture}, system {}",
            campaign.system_id
        ),
    );
    let environment = record.map_or(&campaign.environment_at_start, |record| {
        &record.head.environment
    });
    let model = environment
        .cpu_model
        .as_deref()
        .unwrap_or("unknown processor");
    page.paragraph(format!(
        "One core of {model} (CPU {}); clock: {}.",
        environment.cpu_number,
        clock_text(environment)
    ));
}

fn explanations() -> Vec<Inline> {
    vec![
        "Not a self-assessment of the submitters. The column origin says whose code was measured: the submitter's own \
         (submission) or an implementation written in this project from the functional specification (independent). Figures \
         of independent code say nothing about the submitter's."
            .into(),
        "Every figure is a mean per call over all trials, in the unit its column names; figures in different units stand in \
         different columns and must not be compared."
            .into(),
        "In parentheses: the share of the ICCS placeholder hash functions (≥ where calls may be unseen, ??% where the \
         candidate does not use them); n = the number of timed calls when it is below 100."
            .into(),
        "– means not measured. ⚠ means that the known answers were not reproduced.".into(),
        "Public-key, ciphertext and signature sizes are those of the submitted external encoding; ≈ marks a representative \
         size of a variable encoding, ≤ its maximum."
            .into(),
    ]
}
