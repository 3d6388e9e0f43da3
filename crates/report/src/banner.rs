//! What must be read before any number of a page.

use assay_evidence::{Campaign, TimingRecord};

use crate::context::Context;
use crate::page::{Block, Line};

/// Problems of the host over all records, and of the campaign where there are no records.
pub(crate) fn host_banner(records: &[&TimingRecord]) -> Option<Block> {
    let provenances = records
        .iter()
        .filter_map(|record| record.head.provenance.as_ref());
    let (mut all, mut unfit) = (0, 0);
    let mut problems: Vec<&str> = Vec::new();
    for provenance in provenances {
        all += 1;
        if provenance.host_fixed {
            continue;
        }
        unfit += 1;
        for problem in &provenance.host_problems {
            if !problems.contains(&problem.as_str()) {
                problems.push(problem);
            }
        }
    }
    if unfit == 0 {
        return None;
    }
    let which = if unfit == all {
        "These records".to_owned()
    } else {
        format!("{unfit} of these {all} records")
    };
    Some(Block::Quote(
        Line::new().strong("Host not fixed.").text(format!(
            " {which} were measured on a machine that was not in the state a publishable measurement needs. Read the \
             numbers as an indication, and do not compare them with other systems. {}",
            if problems.is_empty() { "No reason is recorded." } else { "Why:" }
        )),
        problems.into_iter().map(Line::from).collect(),
    ))
}

/// How many of the operations shown no attempt measured undisturbed.
pub(crate) fn disturbed_banner<'c, 'a: 'c>(
    candidates: impl IntoIterator<Item = &'c Context<'a>>,
) -> Option<Block> {
    let (mut all, mut disturbed) = (0, 0);
    for candidate in candidates {
        for record in &candidate.records {
            all += usize::from(record.head.is_complete());
            disturbed += usize::from(candidate.is_disturbed(record));
        }
    }
    (disturbed > 0).then(|| {
        Block::Quote(
            Line::new()
                .strong("Disturbed.")
                .text(format!(" {}", disturbed_words(disturbed, all))),
            Vec::new(),
        )
    })
}

/// What a mark of disturbance means, with how many operations have one.
#[must_use]
pub fn disturbed_words(disturbed: usize, all: usize) -> String {
    format!(
        "{disturbed} of {all} operations were disturbed in every attempt at one of their trials or more: the process waited for a \
         CPU for more than {} of the timed seconds, or its counter or clock did not run as it should. They are marked ⚠; their \
         numbers hold that time, and no interval covers it.",
        crate::format::share(crate::disturbance::MOST_RUN_DELAY)
    )
}

pub(crate) fn quick_banner(campaign: &Campaign, records: &[&TimingRecord]) -> Option<Block> {
    let quick = campaign.quick == Some(true)
        || records.iter().any(|record| {
            record
                .head
                .provenance
                .as_ref()
                .is_some_and(|provenance| provenance.quick)
        });
    quick.then(|| {
        Block::Quote(
            Line::new().strong("Quick look.").text(format!(
                " Trials were planned to last {} s each, so the numbers are less settled than those of a full \
                 measurement.",
                campaign.planning.trial_target_s
            )),
            Vec::new(),
        )
    })
}
