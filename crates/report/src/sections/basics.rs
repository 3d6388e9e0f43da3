//! Section 1: what was measured.

use std::collections::BTreeSet;

use assay_manifest::Function;

use crate::context::{Context, is_optimised};
use crate::page::{Block, Line};

pub(crate) fn blocks(context: &Context<'_>) -> Vec<Block> {
    let facts = context.facts;
    let category = match facts.function {
        Function::Hash => "cryptographic hash algorithm",
        _ => "public-key algorithm",
    };
    let versions: BTreeSet<&str> = context
        .labels
        .iter()
        .filter(|label| context.published || !context.records_of(label).is_empty())
        .map(|label| match is_optimised(context, label) {
            true => "optimized (AVX2)",
            false => "reference",
        })
        .collect();
    let versions: Vec<&str> = versions.into_iter().collect();

    let mut bullets = vec![
        Line::from(format!(
            "Category: {category}; function: {}",
            facts.function.description()
        )),
        Line::from(format!("Algorithm: {}", facts.algorithm)),
        Line::from(format!(
            "Implementation versions measured: {}",
            if versions.is_empty() {
                "none".to_owned()
            } else {
                versions.join(", ")
            }
        )),
        Line::from("Parameter sets: ").codes(context.labels.iter().copied()),
    ];
    if context.published {
        bullets.extend(published_links(context));
    } else {
        bullets.extend(origins(context));
        bullets.extend(links(context));
        bullets.extend(notes(context));
    }
    vec![
        Block::Heading(2, "1. Basic information".into()),
        Block::Bullets(bullets),
    ]
}

fn published_links(context: &Context<'_>) -> [Line; 3] {
    let links = &context.facts.links;
    [
        Line::from("Security evaluation: ").link(
            format!("{} report", context.facts.id),
            links.security.as_deref(),
        ),
        Line::from(format!("Measurement method: {} method", context.system)),
        Line::from("Submission: ").link("NICCS page", links.submission.as_deref()),
    ]
}

/// One line per kind of origin, with the instances it holds for.
fn origins(context: &Context<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    let kinds = [
        (
            "independent",
            "independent implementation; not the submitter's code",
        ),
        ("submission", "submission (the submitter's own files)"),
    ];
    for (origin, words) in kinds {
        let labels: Vec<&str> = context
            .labels
            .iter()
            .copied()
            .filter(|label| context.origins(label).contains(origin))
            .collect();
        if !labels.is_empty() {
            lines.push(
                Line::from("Code of ")
                    .codes(labels)
                    .text(": ")
                    .strong(words),
            );
        }
    }
    let unknown: Vec<&str> = context
        .labels
        .iter()
        .copied()
        .filter(|label| context.origins(label).is_empty())
        .collect();
    if !unknown.is_empty() {
        lines.push(
            Line::from("Code of ")
                .codes(unknown)
                .text(": none was built in this run"),
        );
    }
    lines
}

fn links(context: &Context<'_>) -> Vec<Line> {
    let facts = context.facts;
    let mut lines = Vec::new();
    lines.push(match &facts.links.security {
        Some(url) => Line::from("Security evaluation: ").link(url, Some(url)),
        None => "Security evaluation: none is named in the manifest".into(),
    });
    lines.push(
        "Measurement method: counter, planning and isolation are in section 2, what each column means below its table".into(),
    );
    let mut submission = Line::from("Submission: ");
    if let Some(url) = &facts.links.submission {
        submission = submission.link(url, Some(url));
    }
    if let Some((archive, sha256)) = &facts.archive {
        let separator = if facts.links.submission.is_some() {
            "; archive "
        } else {
            "archive "
        };
        submission = submission
            .text(separator)
            .code(archive)
            .text(" (sha256 ")
            .code(sha256)
            .text(")");
    }
    if facts.links.submission.is_none() && facts.archive.is_none() {
        submission = submission.text("none is named in the manifest");
    }
    lines.push(submission);
    lines
}

/// Remarks of the manifest; those of key exchanges stand with the bandwidth, which they explain.
fn notes(context: &Context<'_>) -> Vec<Line> {
    if context.facts.function == Function::Kex {
        return Vec::new();
    }
    super::sizes::notes(context)
        .into_iter()
        .map(|(labels, note)| {
            if labels.len() == context.labels.len() {
                Line::from(format!("Note: {note}"))
            } else {
                Line::from("Note on ")
                    .codes(labels)
                    .text(format!(": {note}"))
            }
        })
        .collect()
}
