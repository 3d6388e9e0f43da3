//! The page of one candidate.

use assay_manifest::Function;

use crate::context::{Context, Evidence};
use crate::facts::CandidateFacts;
use crate::page::{Line, Page};
use crate::{SUMMARY_FILE_NAME, sections};

/// The page of a candidate: everything the evidence holds about it, and what it does not hold.
#[must_use]
pub fn candidate_page(facts: &CandidateFacts, evidence: &Evidence<'_>) -> Page {
    page_of(&Context::new(facts, evidence))
}

/// The same, of evidence that is in order already.
pub(crate) fn page_of(context: &Context<'_>) -> Page {
    let mut blocks = sections::top::blocks(context);
    blocks.extend(sections::basics::blocks(context));
    blocks.extend(sections::environment::blocks(context));
    blocks.extend(sections::kat::blocks(context));
    blocks.extend(sections::performance::blocks(context));
    blocks.extend(sections::resources::blocks(context));
    if context.facts.function != Function::Hash {
        blocks.extend(sections::sizes::blocks(context));
        blocks.extend(sections::symmetric::blocks(context));
    }
    blocks.extend(sections::index::blocks(context));
    let page = Page {
        trail: trail(context),
        blocks,
    };
    if context.published {
        page
    } else {
        page.with_quoted_names_as_code()
    }
}

fn trail(context: &Context<'_>) -> Line {
    let summary = (!context.published).then_some(SUMMARY_FILE_NAME);
    let trail = Line::new()
        .link("Performance measurements", summary)
        .text(" › ")
        .text(context.system)
        .text(" › ")
        .text(&context.facts.id);
    if !context.published {
        return trail;
    }
    // The published campaigns are these two.
    let mut trail = trail.text(" · system: ");
    for (index, system) in ["x86_1", "arm_1"].into_iter().enumerate() {
        if index > 0 {
            trail = trail.text(" · ");
        }
        trail = if system == context.system {
            trail.strong(system)
        } else {
            trail.text(system)
        };
    }
    trail
}
