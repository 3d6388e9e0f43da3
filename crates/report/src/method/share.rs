//! How shares were measured, and on which clock.

use assay_evidence::ProfileRecord;
use serde_json::Value;

use super::tally::{listed, range, tally};
use crate::context::Evidence;
use crate::page::Line;

/// Pseudo-candidate whose records hold the placeholder functions themselves.
const PLACEHOLDERS: &str = "iccs";

pub(super) fn paragraphs(evidence: &Evidence<'_>) -> Vec<Line> {
    let complete: Vec<&ProfileRecord> = evidence
        .profiles
        .iter()
        .filter(|profile| profile.is_complete())
        .collect();
    let failed = evidence.profiles.len() - complete.len();
    let mut paragraphs = vec![Line::from(format!(
        "The reference library is linked once more from the same objects, with wrappers around pseudohash, pseudoXOF, sm3hash and the \
         DRNG. Every outermost call that crosses from one object file to another is timed and counted by its shape; the share is the \
         time inside such calls over the time of the operation. {} profiles are complete, {failed} failed.",
        complete.len()
    ))];
    paragraphs.extend(clock(&complete));
    let costs = complete
        .iter()
        .filter_map(|profile| profile.profile.overhead);
    let counted = range(costs.clone().map(|cost| cost.counted_ticks), 0);
    let whole = range(costs.map(|cost| cost.whole_ticks), 0);
    paragraphs.push(
        match (counted, whole) {
            (Some(counted), Some(whole)) => format!(
                "What counting costs is measured in each process on calls of nothing and subtracted: {counted} ticks in a counted call, {whole} in the \
                 operation around it."
            ),
            _ => "What counting costs is not recorded, so nothing of it is subtracted: shares of operations with very many short calls are \
                  slightly low."
                .to_owned(),
        }
        .into(),
    );
    let bounds = complete.iter().filter(|profile| {
        let provenance = profile.provenance.as_ref();
        provenance.is_some_and(|provenance| !provenance.lower_bound.is_empty())
    });
    let own = complete.iter().filter(|profile| {
        let provenance = profile.provenance.as_ref();
        provenance.is_some_and(|provenance| !provenance.own_primitives.is_empty())
    });
    paragraphs.push(
        format!(
            "{} profiles are lower bounds, as not every call could be seen; {} are of libraries that bring symmetric code of their own, which no share \
             counts.",
            bounds.count(),
            own.count()
        )
        .into(),
    );
    let baseline = evidence
        .records
        .iter()
        .filter(|record| record.head.candidate == PLACEHOLDERS && record.head.is_complete())
        .count();
    paragraphs.push(
        if baseline > 0 {
            format!(
                "The placeholder functions themselves were timed like a hash candidate ({baseline} records); hash functions on the summary page are \
                 compared with pseudoXOF of the same output length."
            )
        } else {
            "Comparison with the placeholder functions themselves: not measured, this run holds no records of them.".to_owned()
        }
        .into(),
    );
    paragraphs
}

/// Which clock the wrappers read.
fn clock(complete: &[&ProfileRecord]) -> Option<Line> {
    let text = |profile: &ProfileRecord, name: &str| match profile.meta.get(name) {
        Some(Value::String(text)) => Some(text.clone()),
        Some(other) => Some(other.to_string()),
        None => None,
    };
    if complete.is_empty() {
        return None;
    }
    let sources =
        tally(complete.iter().map(|profile| {
            text(profile, "tick_source").unwrap_or_else(|| "not recorded".to_owned())
        }));
    let rates = complete
        .iter()
        .filter_map(|profile| text(profile, "tick_hz")?.parse::<f64>().ok())
        .filter(|rate| *rate > 0.0);
    let mut words = format!("Clock of the wrappers: {}. ", listed(&sources));
    match range(rates.clone().map(|rate| rate / 1e6), 1) {
        Some(rate) => {
            words.push_str(&format!("It ticks at {rate} MHz"));
            let resolution = range(rates.map(|rate| 1e9 / rate), 1).unwrap_or_default();
            words.push_str(&format!(", so one tick is {resolution} ns."));
        }
        None => words.push_str("Its rate is not recorded."),
    }
    Some(words.into())
}
