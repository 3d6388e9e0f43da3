//! The summary page: one table per kind of algorithm.

use crate::context::Evidence;
use crate::facts::CandidateFacts;
use crate::page::Page;

/// The summary.
#[must_use]
pub fn summary_page(_facts: &[CandidateFacts], _evidence: &[Evidence<'_>]) -> Page {
    Page {
        trail: crate::page::Line::new(),
        blocks: Vec::new(),
    }
}
