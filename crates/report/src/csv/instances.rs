//! Rows per instance: sizes, verdicts of known-answer tests.

use assay_evidence::Results;
use assay_manifest::ExternalSizes;

use super::Row;
use super::field::{number, text, texts};
use crate::context::{Context, not_run};

/// Reference or optimised, as the build entry or else the manifest has it.
pub(super) fn variant(context: &Context<'_>, label: &str) -> String {
    match (context.entry(label), context.instance(label)) {
        (Some(entry), _) => entry.variant.clone(),
        (None, Some(instance)) => instance.variant.to_string(),
        (None, None) => String::new(),
    }
}

/// Cells that begin every row about an instance.
fn first(context: &Context<'_>, label: &str) -> Vec<String> {
    vec![
        context.facts.id.clone(),
        text(&context.facts.algorithm),
        context.facts.function.to_string(),
        text(label),
        texts(context.origins(label)),
        text(&variant(context, label)),
    ]
}

pub(super) const SIZES: &[&str] = &[
    "candidate",
    "algorithm",
    "function",
    "instance",
    "code",
    "variant",
    "public key [bytes]",
    "secret key, API capacity [bytes]",
    "ciphertext [bytes]",
    "signature [bytes]",
    "shared secret [bytes]",
    "basis of the sizes",
    "public key A [bytes]",
    "public key B [bytes]",
    "protocol messages [bytes]",
    "bandwidth [bytes]",
    "passes",
    "lengths of messages, raw API [bytes]",
    "ELF image [bytes]",
    "text [bytes]",
    "rodata [bytes]",
    "data [bytes]",
    "bss [bytes]",
];

pub(super) fn sizes(context: &Context<'_>) -> Vec<Row> {
    let labels = context.labels.iter();
    labels
        .map(|label| {
            let mut cells = first(context, label);
            let records = context.records.iter();
            let mut results = records
                .filter(|record| record.head.label == *label)
                .filter_map(|record| record.results.as_ref());
            cells.extend(transmitted(context, label, results.next()));
            let entry = context.entry(label);
            let sections = entry.and_then(|entry| entry.provenance.as_ref()?.sections);
            cells.extend([
                number(entry.and_then(|entry| entry.elf_load_bytes)),
                number(sections.map(|sections| sections.text)),
                number(sections.map(|sections| sections.rodata)),
                number(sections.map(|sections| sections.data)),
                number(sections.map(|sections| sections.bss)),
            ]);
            Row {
                cells,
                counts: Vec::new(),
            }
        })
        .collect()
}

fn transmitted(context: &Context<'_>, label: &str, results: Option<&Results>) -> [String; 12] {
    let size = |name: &str| {
        results
            .and_then(|results| results.size(name))
            .filter(|size| *size > 0)
    };
    let external = context
        .instance(label)
        .and_then(|instance| instance.external_sizes);
    let mut cells: [String; 12] = Default::default();
    cells[1] = number(size("sk_bytes"));
    cells[4] = number(size("ss_actual_bytes").or(size("ss_bytes")));
    match external {
        Some(ExternalSizes::Kem {
            public_key,
            ciphertext,
            basis,
        }) => {
            cells[0] = public_key.to_string();
            cells[2] = ciphertext.to_string();
            cells[5] = basis.to_string();
        }
        Some(ExternalSizes::Sig {
            public_key,
            signature,
            basis,
        }) => {
            cells[0] = public_key.to_string();
            cells[3] = signature.to_string();
            cells[5] = basis.to_string();
        }
        Some(ExternalSizes::Kex {
            public_key_a,
            public_key_b,
            messages,
        }) => {
            cells[6] = public_key_a.to_string();
            cells[7] = public_key_b.to_string();
            cells[8] = messages.to_string();
            cells[9] = (public_key_a + public_key_b + messages).to_string();
        }
        None => {}
    }
    if let Some(results) = results {
        let passes = results.kex.get("kex_passes");
        cells[10] = number(passes.and_then(serde_json::Value::as_u64));
        let lengths = results.message_lengths();
        cells[11] = texts(lengths.iter().map(ToString::to_string));
    }
    cells
}

pub(super) const KAT: &[&str] = &[
    "candidate",
    "algorithm",
    "function",
    "instance",
    "code",
    "variant",
    "build flags",
    "verdict with the guide's flags",
    "KAT",
    "vectors compared",
    "detail",
    "why not run",
    "findings",
    "known issues",
    "compiler",
    "compiler flags",
    "library SHA-256",
    "log SHA-256",
    "expected digests SHA-256",
];

pub(super) fn kat(context: &Context<'_>) -> Vec<Row> {
    let labels = context.labels.iter();
    labels
        .map(|label| {
            let entry = context.entry(label);
            let provenance = entry.and_then(|entry| entry.provenance.as_ref());
            let text_of = |value: Option<&str>| text(value.unwrap_or_default());
            let why = match entry {
                Some(entry) => not_run(entry).map(str::to_owned),
                None => Some(context.why_not_measured(label)),
            };
            let guide = entry.and_then(|entry| entry.guide_result.as_deref());
            let issues = context
                .instance(label)
                .map_or(&[][..], |instance| &instance.issues);
            let compared = provenance.filter(|_| why.is_none());
            let mut cells = first(context, label);
            cells.extend([
                text_of(entry.map(|entry| entry.flags.as_str())),
                text_of(guide),
                text_of(
                    entry
                        .filter(|_| why.is_none())
                        .map(|entry| entry.kat.as_str()),
                ),
                number(compared.map(|provenance| provenance.vectors_compared)),
                text_of(provenance.map(|provenance| provenance.detail.as_str())),
                text_of(why.as_deref()),
                texts(provenance.map_or(&[][..], |provenance| &provenance.findings)),
                texts(issues.iter().map(|issue| &issue.cause)),
                text_of(provenance.and_then(|provenance| provenance.compiler.as_deref())),
                text_of(provenance.and_then(|provenance| provenance.build_flags.as_deref())),
                text_of(entry.and_then(|entry| entry.library_sha256.as_deref())),
                text_of(entry.and_then(|entry| entry.kat_log_sha256.as_deref())),
                text_of(
                    provenance.and_then(|provenance| provenance.kat_reference_sha256.as_deref()),
                ),
            ]);
            Row {
                cells,
                counts: Vec::new(),
            }
        })
        .collect()
}
