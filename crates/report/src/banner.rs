//! What must be read before any number of a page.

use assay_evidence::{Campaign, TimingRecord};

use crate::clock::turbo;
use crate::context::Context;
use crate::failure::without_errno;
use crate::page::{Block, Line};

/// Problems of the host over all records, and of the campaign where there are no records.
pub(crate) fn host_banner(campaign: &Campaign, records: &[&TimingRecord]) -> Option<Block> {
    let known = records
        .iter()
        .any(|record| record.head.provenance.is_some());
    if !known && campaign.schema.is_some() {
        return host_banner_of_campaign(campaign);
    }
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
        problems
            .into_iter()
            .map(|problem| Line::from(without_errno(problem)))
            .collect(),
    ))
}

fn host_banner_of_campaign(campaign: &Campaign) -> Option<Block> {
    let problems = problems_at_start(campaign);
    if problems.is_empty() {
        return None;
    }
    Some(Block::Quote(
        Line::new().strong("Host not fixed.").text(
            " Nothing is measured. When the campaign started, the machine was not in the state a publishable measurement needs. \
             Why:",
        ),
        problems.into_iter().map(Line::from).collect(),
    ))
}

/// What the campaign itself says against its host. Records know more, but there may be none.
pub(crate) fn problems_at_start(campaign: &Campaign) -> Vec<String> {
    let environment = &campaign.environment_at_start;
    let mut problems = Vec::new();
    if environment.virtualized {
        problems.push("the machine is virtual".to_owned());
    }
    if let Some(counter) = &campaign.counter
        && counter.unit != "core_cycles"
    {
        let reason = counter.refused.first();
        problems.push(match reason {
            Some(refusal) => format!(
                "core cycles cannot be counted: {}",
                without_errno(&refusal.reason)
            ),
            None => "core cycles cannot be counted".to_owned(),
        });
    }
    if environment.cpufreq_max_khz.is_none() && environment.core_clock_hz.is_none() {
        problems.push(
            "the clock is neither controlled by the operating system nor measured".to_owned(),
        );
    }
    match environment.cpufreq_governor.as_deref() {
        None | Some("performance") => {}
        Some(governor) => problems.push(format!("the governor is {governor}, not performance")),
    }
    if turbo(environment) == "on" {
        problems.push("turbo is on".to_owned());
    }
    if environment.smt_control.as_deref() == Some("on") {
        problems.push("SMT is on".to_owned());
    }
    problems
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
