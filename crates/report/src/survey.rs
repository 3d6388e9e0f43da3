//! The page about how candidates reach their symmetric functions.

use std::collections::BTreeMap;

use assay_evidence::ProfileRecord;
use assay_manifest::Function;

use crate::context::Evidence;
use crate::facts::CandidateFacts;
use crate::format::{self, ABSENT};
use crate::natural::natural_order;
use crate::page::{Block, Line, Page, Table};
use crate::{SUMMARY_FILE_NAME, method_file_name};

/// The survey of the candidates of a run, beside the largest hash share that was measured of each.
pub(crate) fn symmetric_survey_page(facts: &[CandidateFacts], evidence: &Evidence<'_>) -> Page {
    let mut facts: Vec<&CandidateFacts> = facts
        .iter()
        .filter(|facts| facts.function != Function::Hash)
        .collect();
    facts.sort_by(|a, b| natural_order(&a.id, &b.id));
    let largest = largest_shares(evidence.profiles);
    let system = evidence.system;
    let mut table = Table::new([
        "id".to_owned(),
        "algorithm".to_owned(),
        "verdict".to_owned(),
        "notes".to_owned(),
        format!("largest hash share on {system} (operation)"),
    ]);
    for facts in &facts {
        let survey = facts.survey.as_ref();
        let notes = survey.and_then(|survey| survey.notes.as_deref());
        let page = crate::page_file_name(&facts.id);
        table.push(vec![
            Line::new().link(&facts.id, Some(&page)),
            Line::new().link(&facts.algorithm, facts.links.submission.as_deref()),
            survey
                .map_or_else(
                    || "not surveyed".to_owned(),
                    |survey| survey.verdict.to_string(),
                )
                .into(),
            notes.unwrap_or(ABSENT).into(),
            largest
                .get(facts.id.as_str())
                .map_or_else(
                    || "not measured: there is no complete profile".to_owned(),
                    |profile| share(profile),
                )
                .into(),
        ]);
    }
    let mut blocks = vec![
        Block::Heading(1, "Symmetric primitives — survey of the submitted code".into()),
        Block::Paragraph(
            Line::from(
                "Candidates of this run, and whether their submitted code does its symmetric work in the ICCS placeholder functions \
                 (pseudohash, pseudoXOF, sm3hash) and the ICCS DRNG, as the interface asks, or past them. Where it does not, times of \
                 different candidates hold different hash functions and cannot be compared without that in mind. ",
            )
            .link(format!("Summary of system {system}"), Some(SUMMARY_FILE_NAME))
            .text(" · ")
            .link("method", Some(&method_file_name(system))),
        ),
        Block::Paragraph(totals(&facts).into()),
        Block::Paragraph(
            "Verdict and notes come from the candidates' manifests: they were found by reading the submitted sources. ICCS-only: all \
             symmetric work goes through the prescribed functions; mixed: through these and through functions of the candidate's own; \
             bypass: past them; instance-dependent: not the same for every instance."
                .into(),
        ),
        Block::Paragraph(
            format!(
                "The last column is measured on system {system}: the largest share of an operation's time that link-time wrappers counted \
                 inside the hash functions, the DRNG not in it, over all complete profiles of the candidate. ≥ marks a lower bound. It is about \
                 the code that was measured, which is not the submitter's where the candidate's page says so."
            )
            .into(),
        ),
    ];
    if table.rows.is_empty() {
        blocks.push(Block::Paragraph(
            "No candidate of this run is of a kind that is surveyed: hash functions are not."
                .into(),
        ));
    } else {
        blocks.push(Block::Table(table));
    }
    Page {
        trail: Line::new(),
        blocks,
    }
}

/// `Totals: 67 ICCS-only, 7 bypass.`, the most frequent first.
fn totals(facts: &[&CandidateFacts]) -> String {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for facts in facts {
        let verdict = facts
            .survey
            .as_ref()
            .map(|survey| survey.verdict.to_string());
        let verdict = verdict.unwrap_or_else(|| "not surveyed".to_owned());
        *counts.entry(verdict).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by(|(a, m), (b, n)| n.cmp(m).then_with(|| a.cmp(b)));
    let parts: Vec<String> = counts
        .iter()
        .map(|(verdict, count)| format!("{count} {verdict}"))
        .collect();
    if parts.is_empty() {
        "Totals: no candidate.".to_owned()
    } else {
        format!("Totals: {}.", parts.join(", "))
    }
}

/// By candidate, the profile with the largest hash share; of equal ones, the first in the order of paths.
fn largest_shares(profiles: &[ProfileRecord]) -> BTreeMap<&str, &ProfileRecord> {
    let mut largest: BTreeMap<&str, &ProfileRecord> = BTreeMap::new();
    let path = |profile: &ProfileRecord| format!("{}__{}", profile.label, profile.operation_key());
    for profile in profiles
        .iter()
        .filter(|profile| hash_share(profile).is_some())
    {
        let known = largest.entry(&profile.candidate).or_insert(profile);
        let order = hash_share(profile)
            .unwrap_or(0.0)
            .total_cmp(&hash_share(known).unwrap_or(0.0));
        if order.is_gt() || (order.is_eq() && path(profile) < path(known)) {
            *known = profile;
        }
    }
    largest
}

fn hash_share(profile: &ProfileRecord) -> Option<f64> {
    let share = profile
        .profile
        .hash_share
        .filter(|_| profile.is_complete())?;
    Some(share.value())
}

fn share(profile: &ProfileRecord) -> String {
    let provenance = profile.provenance.as_ref();
    let bound = provenance.is_some_and(|provenance| !provenance.lower_bound.is_empty());
    format!(
        "{}{} ({} {})",
        if bound { "≥ " } else { "" },
        format::share(hash_share(profile).unwrap_or(0.0)),
        profile.label,
        profile.operation_key()
    )
}
