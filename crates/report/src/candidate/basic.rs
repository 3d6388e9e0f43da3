//! Section 1: what was measured.

use std::collections::BTreeSet;

use super::Context;
use crate::measured::{labels, origin_words, origins, why_not_measured};
use crate::page::{Inline, Page};

pub(super) fn section(page: &mut Page, context: Context<'_>) {
    let Context {
        facts, evidence, ..
    } = context;
    let labels = labels(evidence);
    let category = if context.is_hash() {
        "cryptographic hash algorithm"
    } else {
        "public-key algorithm"
    };
    let versions: BTreeSet<&str> = labels
        .iter()
        .filter(|label| !context.ours || is_timed(context, label))
        .map(|label| version(label))
        .collect();
    let versions: Vec<&str> = match versions.len() {
        0 => vec!["none"],
        _ => versions.into_iter().collect(),
    };

    page.heading(2, "1. Basic information");
    let mut items = vec![
        format!(
            "Category: {category}; function: {}",
            facts.function.description()
        )
        .into(),
        format!("Algorithm: {}", facts.algorithm).into(),
        format!("Implementation versions measured: {}", versions.join(", ")).into(),
        Inline::from("Parameter sets: ").codes(labels.iter().copied()),
    ];
    if context.ours {
        items.extend(not_run(context, &labels));
        items.extend(origin_per_instance(context, &labels));
        items.extend(notes(context, &labels));
    }
    page.bullets(items);
}

fn is_timed(context: Context<'_>, label: &str) -> bool {
    let records = &context.evidence.records;
    records.iter().any(|record| record.head.label == label)
}

fn version(label: &str) -> &'static str {
    if label.ends_with("-avx2") {
        "optimized (AVX2)"
    } else {
        "reference"
    }
}

fn not_run<'a>(context: Context<'a>, labels: &'a [&str]) -> impl Iterator<Item = Inline> + 'a {
    labels.iter().filter_map(move |label| {
        let reason = why_not_measured(context.facts, context.evidence, label)?;
        Some(Inline::of_code(*label).text(format!(": {reason}")))
    })
}

/// Only where instances differ; otherwise the head of the page says it for all.
fn origin_per_instance(context: Context<'_>, labels: &[&str]) -> Vec<Inline> {
    if origins(context.evidence, None).len() < 2 {
        return Vec::new();
    }
    labels
        .iter()
        .map(|label| {
            let words: Vec<String> = origins(context.evidence, Some(label))
                .into_iter()
                .map(origin_words)
                .collect();
            Inline::from("Origin of ")
                .code(*label)
                .text(format!(": {}", words.join("; ")))
        })
        .collect()
}

/// Remarks of the manifest, each once with the instances it is about.
fn notes(context: Context<'_>, labels: &[&str]) -> Vec<Inline> {
    let mut notes: Vec<(&str, Vec<&str>)> = Vec::new();
    for label in labels {
        let Some(instance) = context.facts.instance(label) else {
            continue;
        };
        for note in &instance.notes {
            match notes.iter_mut().find(|(text, _)| text == note) {
                Some((_, about)) => about.push(label),
                None => notes.push((note, vec![label])),
            }
        }
    }
    notes
        .into_iter()
        .map(|(note, about)| {
            Inline::from("Note on ")
                .codes(about)
                .text(format!(": {note}"))
        })
        .collect()
}
