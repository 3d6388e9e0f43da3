//! Symmetric primitives: how much of an operation the placeholder functions and the DRNG take.

use assay_evidence::{Overhead, ProfileRecord};
use assay_profile::Function as Wrapped;
use serde_json::Value;

use crate::context::{Context, expected_operations, is_optimised, not_measured};
use crate::failure::{cut, last_line};
use crate::format::{self, ABSENT};
use crate::page::{Block, Line, Table};

pub(crate) fn blocks(context: &Context<'_>) -> Vec<Block> {
    let mut blocks = vec![
        Block::Heading(2, "Symmetric primitives".into()),
        Block::Paragraph(survey(context)),
    ];
    if context.published {
        blocks.push(Block::Paragraph(
            "Share of each operation spent in the ICCS placeholder hash functions and in the ICCS DRNG (reference build, \
             measured in the same run with link-time wrappers):"
                .into(),
        ));
        blocks.push(Block::Table(published_table(context)));
        return blocks;
    }
    blocks.push(Block::Paragraph(
        "Share of each operation spent in the ICCS placeholder hash functions and in the ICCS DRNG, counted by link-time wrappers \
         in the reference build, relinked from the same objects. A share marked ≥ is a lower bound: not every call could be seen."
            .into(),
    ));
    if let Some(cost) = cost_of_counting(context) {
        blocks.push(Block::Paragraph(cost.into()));
    }
    blocks.push(Block::Table(table(context)));
    let optimised: Vec<&str> = context
        .labels
        .iter()
        .copied()
        .filter(|label| is_optimised(context, label))
        .collect();
    if !optimised.is_empty() {
        blocks.push(Block::Paragraph(Line::new().codes(optimised).text(
            ": not measured: link-time optimisation inlines the calls that the wrappers would count, so optimised variants have \
             no profile.",
        )));
    }
    blocks
}

/// What was subtracted, over all profiles; `None` when nothing was.
fn cost_of_counting(context: &Context<'_>) -> Option<String> {
    let costs: Vec<_> = context
        .profiles
        .iter()
        .filter_map(|profile| profile.profile.overhead)
        .collect();
    let range = |ticks: &dyn Fn(&Overhead) -> f64| {
        let least = costs.iter().map(ticks).min_by(f64::total_cmp)?;
        let most = costs.iter().map(ticks).max_by(f64::total_cmp)?;
        let (least, most) = (format!("{least:.0}"), format!("{most:.0}"));
        Some(if least == most {
            most
        } else {
            format!("{least}–{most}")
        })
    };
    Some(format!(
        "What counting costs was measured in each process on calls of nothing and is subtracted: {} ticks of the clock in every \
         counted call, {} in the operation around it.",
        range(&|cost| cost.counted_ticks)?,
        range(&|cost| cost.whole_ticks)?
    ))
}

fn survey(context: &Context<'_>) -> Line {
    let line = Line::from(if context.published {
        "Survey verdict: "
    } else {
        "Survey verdict on the submitted code: "
    });
    match &context.facts.survey {
        Some(survey) => {
            let line = line.strong(survey.verdict.to_string());
            match &survey.notes {
                Some(notes) => line.text(format!(" — {notes}")),
                None => line,
            }
        }
        None => line.strong("not surveyed"),
    }
}

fn published_table(context: &Context<'_>) -> Table {
    let mut table = Table::new([
        "instance",
        "operation",
        "pseudohash/XOF/sm3",
        "DRNG",
        "calls per operation",
    ]);
    for label in &context.labels {
        for profile in context.profiles_of(label) {
            if profile.is_complete() {
                table.push(cells(profile, ""));
            }
        }
    }
    table
}

/// Cells that both forms have, with a mark before the shares.
fn cells(profile: &ProfileRecord, mark: &str) -> Vec<Line> {
    let measured = &profile.profile;
    let hashes = measured.hash_share.map(|share| share.value());
    let drng = measured
        .share
        .as_ref()
        .map(|shares| shares.get(Wrapped::Drng).unwrap_or(0.0));
    let own_code = profile
        .provenance
        .as_ref()
        .is_some_and(|provenance| !provenance.own_primitives.is_empty());
    let share = |share: Option<f64>| match share {
        Some(share) => Line::from(format!("{mark}{}", format::share(share))),
        None => ABSENT.into(),
    };
    vec![
        Line::new().code(&profile.label),
        profile.operation_key().into(),
        // Nothing of what is counted, and something that is not: no share that could be given.
        if own_code && hashes == Some(0.0) {
            "own hash code, not counted".into()
        } else {
            share(hashes)
        },
        share(drng),
        calls(profile).into(),
    ]
}

/// Calls per operation: whole numbers where every operation made as many, else mean and range where that is known.
fn calls(profile: &ProfileRecord) -> String {
    let measured = &profile.profile;
    if measured.calls_in_one.is_empty() {
        return format::calls(&profile.calls_per_operation());
    }
    let mut ranges = measured.calls_in_one.clone();
    ranges.sort_by_key(|range| range.function.name());
    let parts = ranges.iter().map(|range| match range.exact() {
        Some(calls) => format!("{} {calls}", range.function),
        None => {
            let mean = measured
                .calls_per_operation(range.function)
                .map_or_else(String::new, |mean| format!("{mean:.1} "));
            format!("{} {mean}({}–{})", range.function, range.fewest, range.most)
        }
    });
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() {
        ABSENT.to_owned()
    } else {
        parts.join(", ")
    }
}

fn table(context: &Context<'_>) -> Table {
    let mut table = Table::new([
        "instance",
        "operation",
        "pseudohash/XOF/sm3",
        "DRNG",
        "calls per operation",
        "wrapped functions",
        "why a lower bound",
    ]);
    for label in &context.labels {
        if is_optimised(context, label) {
            continue;
        }
        let profiles = context.profiles_of(label);
        for profile in &profiles {
            table.push_with(row(profile), ABSENT);
        }
        if profiles.is_empty() && context.records_of(label).is_empty() {
            let reason = not_measured(context.why_not_measured(label));
            table.push_with(
                vec![Line::new().code(*label), ABSENT.into(), reason.into()],
                ABSENT,
            );
            continue;
        }
        for (operation, input_bytes) in expected_operations(context.facts.function) {
            if !profiles
                .iter()
                .any(|profile| profile.operation == operation)
            {
                table.push_with(
                    vec![
                        Line::new().code(*label),
                        operation.into(),
                        not_measured(context.why_no("profile", label, operation, input_bytes))
                            .into(),
                    ],
                    ABSENT,
                );
            }
        }
    }
    table
}

pub(crate) fn row(profile: &ProfileRecord) -> Vec<Line> {
    if !profile.is_complete() {
        let failure = profile
            .other
            .get("failure")
            .and_then(Value::as_str)
            .map(cut);
        let reason = match failure.or_else(|| last_line(&profile.stderr)) {
            Some(why) => format!("the profile failed: {why}"),
            None => "the profile failed".to_owned(),
        };
        return vec![
            Line::new().code(&profile.label),
            profile.operation_key().into(),
            not_measured(reason).into(),
        ];
    }
    let provenance = profile.provenance.as_ref();
    let bounds = provenance.map_or(&[][..], |provenance| &provenance.lower_bound);
    let mut row = cells(profile, if bounds.is_empty() { "" } else { "≥ " });
    row.push(match provenance {
        Some(provenance) if !provenance.wrapped.is_empty() => {
            Line::new().codes(provenance.wrapped.iter().cloned())
        }
        _ => "none".into(),
    });
    row.push(if bounds.is_empty() {
        ABSENT.into()
    } else {
        bounds.join("; ").into()
    });
    row
}
