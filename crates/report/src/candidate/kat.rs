//! Section 3: known-answer tests.

use assay_manifest::{Issue, IssueAction};

use super::Context;
use crate::measured::{build_of, first_line, labels};
use crate::number::NONE;
use crate::page::{Inline, Page, Table};

pub(super) fn section(page: &mut Page, context: Context<'_>) {
    let Context {
        facts, evidence, ..
    } = context;
    page.heading(2, "3. Functional testing (KAT)");
    let manifest = format!("{}/kat.sha256", facts.id);
    page.paragraph(if context.ours {
        Inline::from("Each library was checked before timing against the SHA-256 digests of the submitted known-answer texts (")
            .code(format!("kat/{manifest}"))
            .text(").")
    } else {
        Inline::from("Each library was checked against the submitted KAT vectors (SHA-256 manifest ")
            .code(manifest)
            .text(" in the harness) before timing.")
    });

    let mut columns = vec!["instance", "build flags", "KAT"];
    if context.ours {
        columns.extend(["vectors compared", "remarks"]);
    }
    let mut table = Table::new(columns);
    let mut issues: Vec<&Issue> = Vec::new();
    for label in labels(evidence) {
        let entry = build_of(evidence, label);
        let (flags, verdict) = match (
            entry,
            evidence
                .records
                .iter()
                .find(|record| record.head.label == label),
        ) {
            (Some(entry), _) => (entry.flags.as_str(), entry.kat.as_str()),
            (None, Some(record)) => (record.head.flags.as_str(), NONE),
            (None, None) => (NONE, NONE),
        };
        let mut cell = verdict.to_owned();
        if let Some(issue) = issue_of(context, label, verdict) {
            let number = match issues.iter().position(|other| *other == issue) {
                Some(index) => index + 1,
                None => {
                    issues.push(issue);
                    issues.len()
                }
            };
            cell.push_str(&format!(" [{number}]"));
            if issue.action == IssueAction::Exclude {
                cell.push_str(" (not timed)");
            }
        }
        let mut cells = vec![Inline::of_code(label), flags.into(), cell.into()];
        if context.ours {
            let provenance = entry.and_then(|entry| entry.provenance.as_ref());
            let compared = provenance.map_or_else(
                || NONE.to_owned(),
                |provenance| provenance.vectors_compared.to_string(),
            );
            cells.push(compared.into());
            cells.push(remarks(entry).into());
        }
        table.row(cells);
    }
    page.table(table);
    footnotes(page, &issues);
}

/// The first known issue of an instance; one about a time limit is moot where the test passes.
fn issue_of<'a>(context: Context<'a>, label: &str, verdict: &str) -> Option<&'a Issue> {
    let issues = &context.facts.instance(label)?.issues;
    issues
        .iter()
        .find(|issue| !(verdict == "PASS" && issue.cause.starts_with("KAT TIMEOUT")))
}

fn remarks(entry: Option<&assay_evidence::BuildEntry>) -> String {
    let Some(entry) = entry else {
        return String::new();
    };
    let mut remarks = Vec::new();
    if let Some(strict) = &entry.guide_result {
        remarks.push(format!("with the guide's flags: {strict}"));
    }
    if let Some(provenance) = &entry.provenance {
        if let Some(reason) = &provenance.not_run {
            remarks.push(format!("not run: {reason}"));
        } else if entry.kat != "PASS" && !provenance.detail.is_empty() {
            remarks.push(first_line(&provenance.detail));
        }
        remarks.extend(
            provenance
                .findings
                .iter()
                .map(|finding| first_line(finding)),
        );
    }
    remarks.join("; ")
}

fn footnotes(page: &mut Page, issues: &[&Issue]) {
    for (index, issue) in issues.iter().enumerate() {
        let mut note = format!("[{}] {}", index + 1, issue.cause);
        if issue.action == IssueAction::Measure {
            let stop = if note.ends_with('.') { "" } else { "." };
            note.push_str(stop);
            note.push_str(
                " These instances are timed all the same; what they compute is not validated.",
            );
        }
        page.paragraph(note);
    }
}
