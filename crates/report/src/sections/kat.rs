//! Section 3: verdicts of the known-answer tests.

use std::collections::BTreeSet;

use assay_manifest::{Issue, IssueAction};

use crate::context::{Context, not_run};
use crate::format::ABSENT;
use crate::page::{Block, Line, Table};

pub(crate) fn blocks(context: &Context<'_>) -> Vec<Block> {
    let mut blocks = vec![Block::Heading(2, "3. Functional testing (KAT)".into())];
    let issues = issues(context);
    if context.published {
        blocks.push(Block::Paragraph(
            Line::from(
                "Each library was checked against the submitted KAT vectors (SHA-256 manifest ",
            )
            .code(format!("{}/kat.sha256", context.facts.id))
            .text(" in the harness) before timing."),
        ));
        blocks.push(Block::Table(published_table(context, &issues)));
    } else {
        blocks.push(Block::Paragraph(
            digests(context).text(
                ". A pass says that the code gives these answers; it says nothing about how it was written. Who made the \
                 answers is not part of the evidence.",
            ),
        ));
        blocks.push(Block::Table(table(context, &issues)));
        let findings = findings(context);
        if !findings.is_empty() {
            blocks.push(Block::Paragraph(
                "Noticed by the test beside its verdict:".into(),
            ));
            blocks.push(Block::Bullets(findings));
        }
    }
    blocks.extend(footnotes(&issues));
    blocks
}

/// Where the expected digests are, with the digest of that file as it was when the libraries were checked.
fn digests(context: &Context<'_>) -> Line {
    let mut line = Line::from("Before timing, each library was checked against the expected known answers, whose digests are in ")
        .code(format!("kat/{}/kat.sha256", context.facts.id));
    let references: BTreeSet<&str> = context
        .entries
        .iter()
        .filter_map(|entry| entry.provenance.as_ref()?.kat_reference_sha256.as_deref())
        .collect();
    for (index, sha256) in references.iter().enumerate() {
        line = line.text(if index == 0 { " (sha256 " } else { " or " });
        line = line.code(first_digits(sha256));
    }
    if references.is_empty() {
        line
    } else {
        line.text(")")
    }
}

/// The first 16 digits of a digest.
pub(super) fn first_digits(sha256: &str) -> String {
    let digits: String = sha256.chars().take(16).collect();
    format!("{digits}…")
}

fn published_table(context: &Context<'_>, issues: &[&Issue]) -> Table {
    let mut table = Table::new(["instance", "build flags", "KAT"]);
    for label in &context.labels {
        let entry = context.entry(label);
        let verdict = entry.map_or(ABSENT, |entry| &entry.kat);
        table.push(vec![
            Line::new().code(*label),
            entry.map_or(ABSENT, |entry| &entry.flags).into(),
            format!("{verdict}{}", marks(context, label, issues)).into(),
        ]);
    }
    table
}

fn table(context: &Context<'_>, issues: &[&Issue]) -> Table {
    let mut table = Table::new([
        "instance",
        "code",
        "build flags",
        "KAT",
        "vectors compared",
        "detail",
    ]);
    for label in &context.labels {
        let marks = marks(context, label, issues);
        let Some(entry) = context.entry(label) else {
            table.push(vec![
                Line::new().code(*label),
                ABSENT.into(),
                ABSENT.into(),
                format!("not run: {}{marks}", context.why_not_measured(label)).into(),
                ABSENT.into(),
                ABSENT.into(),
            ]);
            continue;
        };
        let flags = match &entry.guide_result {
            Some(verdict) => format!("{} (guide flags: {verdict})", entry.flags),
            None => entry.flags.clone(),
        };
        let verdict = match not_run(entry) {
            Some(reason) => format!("not run: {reason}"),
            None => entry.kat.clone(),
        };
        let provenance = entry.provenance.as_ref();
        let compared = match (provenance, not_run(entry)) {
            (Some(provenance), None) => provenance.vectors_compared.to_string(),
            _ => ABSENT.to_owned(),
        };
        let detail = provenance
            .map(|provenance| provenance.detail.as_str())
            .filter(|detail| !detail.is_empty());
        table.push(vec![
            Line::new().code(*label),
            code(context, label).into(),
            flags.into(),
            format!("{verdict}{marks}").into(),
            compared.into(),
            detail.unwrap_or(ABSENT).into(),
        ]);
    }
    table
}

/// Whose code it is, short enough for a cell.
fn code(context: &Context<'_>, label: &str) -> String {
    let origins: Vec<&str> = context.origins(label).into_iter().collect();
    if origins.is_empty() {
        ABSENT.to_owned()
    } else {
        origins.join("; ")
    }
}

fn findings(context: &Context<'_>) -> Vec<Line> {
    let mut lines = Vec::new();
    for label in &context.labels {
        let provenance = context
            .entry(label)
            .and_then(|entry| entry.provenance.as_ref());
        for finding in provenance.map_or(&[][..], |provenance| &provenance.findings) {
            lines.push(Line::new().code(*label).text(format!(": {finding}")));
        }
    }
    lines
}

/// Distinct issues of the page in order of first appearance.
fn issues<'a>(context: &Context<'a>) -> Vec<&'a Issue> {
    let mut distinct: Vec<&Issue> = Vec::new();
    for label in &context.labels {
        for issue in issues_of(context, label) {
            if !distinct.contains(&issue) {
                distinct.push(issue);
            }
        }
    }
    distinct
}

/// Published pages show the first issue of an instance. A test that only takes too long elsewhere is no issue where it
/// passes.
fn issues_of<'a>(context: &Context<'a>, label: &str) -> Vec<&'a Issue> {
    let passes = context
        .entry(label)
        .is_some_and(|entry| entry.kat == "PASS");
    let issues = context
        .instance(label)
        .map_or(&[][..], |instance| &instance.issues);
    let shown = issues
        .iter()
        .filter(|issue| !(passes && issue.cause.starts_with("KAT TIMEOUT")));
    if context.published {
        shown.take(1).collect()
    } else {
        shown.collect()
    }
}

fn marks(context: &Context<'_>, label: &str, all: &[&Issue]) -> String {
    let mut marks = String::new();
    let own = issues_of(context, label);
    for issue in &own {
        if let Some(position) = all.iter().position(|other| other == issue) {
            marks.push_str(&format!(" [{}]", position + 1));
        }
    }
    if own.iter().any(|issue| issue.action == IssueAction::Exclude) {
        marks.push_str(" (not timed)");
    }
    marks
}

fn footnotes(issues: &[&Issue]) -> Vec<Block> {
    let footnote = |(index, issue): (usize, &&Issue)| {
        let consequence = match issue.action {
            IssueAction::Measure => {
                " These instances are timed anyway; their output is not validated."
            }
            IssueAction::Exclude => "",
        };
        Block::Paragraph(format!("[{}] {}{consequence}", index + 1, ended(&issue.cause)).into())
    };
    issues.iter().enumerate().map(footnote).collect()
}

/// With a full stop, so that a sentence can follow.
fn ended(cause: &str) -> String {
    if cause.ends_with(['.', '!', '?']) {
        cause.to_owned()
    } else {
        format!("{cause}.")
    }
}
