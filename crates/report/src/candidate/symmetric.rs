//! How much of each operation the placeholder hash functions and the DRNG take.

use assay_evidence::ProfileRecord;

use super::Context;
use crate::measured::{labels, profile_key, profiles_of};
use crate::number::{NONE, calls_per_operation, share};
use crate::page::{Inline, Page, Table};

pub(super) fn section(page: &mut Page, context: Context<'_>) {
    page.heading(2, "Symmetric primitives");
    page.paragraph(survey(context));
    page.paragraph(if context.ours {
        "Share of each operation spent in the ICCS placeholder hash functions and in the ICCS DRNG (reference build, the \
         same objects linked once more with counting wrappers, calls and ticks from one run). Calls between functions of one \
         object file cannot be seen; where there are such calls the share is marked ≥ and the reasons follow the table."
    } else {
        "Share of each operation spent in the ICCS placeholder hash functions and in the ICCS DRNG (reference build, \
         measured in the same run with link-time wrappers):"
    });
    let mut table = Table::new([
        "instance",
        "operation",
        "pseudohash/XOF/sm3",
        "DRNG",
        "calls per operation",
    ]);
    let mut reasons: Vec<(&str, &[String])> = Vec::new();
    for label in labels(context.evidence) {
        for profile in profiles_of(context.evidence, label) {
            if profile.is_complete() {
                table.row(row(profile));
            } else if context.ours {
                table.row([
                    Inline::of_code(label),
                    profile_key(profile).into(),
                    "failed".into(),
                ]);
            }
            if let Some(provenance) = &profile.provenance
                && !provenance.lower_bound.is_empty()
                && reasons.iter().all(|(known, _)| *known != label)
            {
                reasons.push((label, &provenance.lower_bound));
            }
        }
    }
    page.table(table);
    let reasons = reasons
        .into_iter()
        .map(|(label, reasons)| {
            Inline::from("Shares of ")
                .code(label)
                .text(format!(" are lower bounds: {}", reasons.join("; ")))
        })
        .collect();
    page.bullets(reasons);
}

fn survey(context: Context<'_>) -> Inline {
    let line = if context.ours {
        Inline::from("Survey verdict: ")
    } else {
        Inline::new()
            .link("Survey", "../performance/symmetric-survey.md")
            .text(" verdict: ")
    };
    let Some(survey) = &context.facts.survey else {
        return line.strong("not surveyed");
    };
    let line = line.strong(survey.verdict.to_string());
    match &survey.notes {
        Some(notes) => line.text(format!(" — {notes}")),
        None => line,
    }
}

fn row(profile: &ProfileRecord) -> Vec<Inline> {
    let lower_bound = profile
        .provenance
        .as_ref()
        .is_some_and(|provenance| !provenance.lower_bound.is_empty());
    let shown = |value: Option<f64>| match value {
        Some(value) if lower_bound => format!("≥ {}", share(value)),
        Some(value) => share(value),
        None => NONE.to_owned(),
    };
    let shares = profile.share.as_ref();
    let drng = shares.map(|shares| {
        shares
            .get("drng")
            .and_then(|share| share.as_f64())
            .unwrap_or(0.0)
    });
    vec![
        Inline::of_code(&profile.label),
        profile_key(profile).into(),
        shown(hash_share(profile)).into(),
        shown(drng).into(),
        calls_per_operation(&profile.calls_per_operation()).into(),
    ]
}

/// Share of the hash functions, 0 to 1.
pub(crate) fn hash_share(profile: &ProfileRecord) -> Option<f64> {
    profile.hash_share.as_ref()?.as_f64()
}
