//! Section 7: where the evidence is.

use std::collections::BTreeSet;

use super::Context;
use crate::measured::{build_of, labels, profile_key};
use crate::page::{Inline, Page, Table};

/// Pages of a run lie beside its data.
const DATA: &str = "../data/";

pub(super) fn section(page: &mut Page, context: Context<'_>) {
    let Context {
        facts,
        evidence,
        campaign,
        ..
    } = context;
    page.heading(2, "7. Raw evidence index");
    page.paragraph(if context.ours {
        Inline::from("Paths are relative to ").code(DATA).text(
            "; each record holds its commands, environment, provenance, trials and single counts.",
        )
    } else {
        Inline::from("Paths are relative to ")
            .code(format!("performance/data/{}/", campaign.system_id))
            .text(" in the harness; each JSON file records its commands, environment and trials.")
    });

    let mut table = Table::new(["instance", "item", "file"]);
    for label in labels(evidence) {
        let mut add = |item: Inline, file: String| {
            let shown = if context.ours {
                Inline::new().code_link(&file, format!("{DATA}{file}"))
            } else {
                Inline::of_code(file)
            };
            table.row([Inline::of_code(label), item, shown]);
        };
        let log = build_of(evidence, label)
            .and_then(|entry| entry.kat_log.as_ref().zip(entry.kat_log_sha256.as_ref()));
        if let Some((log, digest)) = log {
            let start = digest.get(..16).unwrap_or(digest);
            let item = Inline::from("KAT log (sha256 ")
                .code(format!("{start}…"))
                .text(")");
            add(item, log.clone());
        }
        let timed: BTreeSet<String> = evidence
            .records
            .iter()
            .filter(|record| record.head.label == label)
            .map(|record| record.head.operation_key())
            .collect();
        for key in timed {
            let file = format!("records/{}/{label}__{key}.json", facts.id);
            add(format!("timing {key}").into(), file);
        }
        let profiled: BTreeSet<String> = evidence
            .profiles
            .iter()
            .filter(|profile| profile.label == label)
            .map(profile_key)
            .collect();
        for key in profiled {
            let file = format!("profile/{}/{label}__{key}.json", facts.id);
            add(format!("hash profile {key}").into(), file);
        }
    }
    page.table(table);
    page.paragraph(closing(context));
}

fn closing(context: Context<'_>) -> Inline {
    if context.ours {
        Inline::from("Measured by ")
            .code("cargo xtask campaign")
            .text("; ")
            .code("cargo xtask report")
            .text(" renders this page again from the files above.")
    } else {
        Inline::from("Scripts: ")
            .codes([
                "performance/campaign.py",
                "performance/ngcc_perf.c",
                "performance/hashprof/",
            ])
            .text(" in the harness.")
    }
}
