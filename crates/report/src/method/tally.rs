//! How often something occurs.

use std::collections::BTreeMap;

/// Distinct texts with how often each occurs, in natural order of the texts.
pub(super) fn tally(texts: impl IntoIterator<Item = String>) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by(|(a, _), (b, _)| crate::natural_order(a, b));
    counts
}

/// `CPU 2 (14), CPU 4 (3)`.
pub(super) fn listed(counts: &[(String, usize)]) -> String {
    let parts: Vec<String> = counts
        .iter()
        .map(|(text, count)| format!("{text} ({count})"))
        .collect();
    parts.join(", ")
}

/// `5`, or `5–7` where values differ; `None` without values.
pub(super) fn range(values: impl Iterator<Item = f64> + Clone, decimals: usize) -> Option<String> {
    let least = values.clone().min_by(f64::total_cmp)?;
    let most = values.max_by(f64::total_cmp)?;
    let (least, most) = (format!("{least:.decimals$}"), format!("{most:.decimals$}"));
    Some(if least == most {
        most
    } else {
        format!("{least}–{most}")
    })
}
