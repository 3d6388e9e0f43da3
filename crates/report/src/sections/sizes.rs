//! Section 6: bytes that are sent and stored.

use assay_evidence::Results;
use assay_manifest::{ExternalSizes, Function, SizeBasis};

use crate::context::{Context, not_measured};
use crate::format::ABSENT;
use crate::page::{Block, Line, Table};

pub(crate) fn blocks(context: &Context<'_>) -> Vec<Block> {
    let mut blocks = vec![Block::Heading(
        2,
        "6. Transmission and storage overhead".into(),
    )];
    match context.facts.function {
        Function::Kex => {
            blocks.push(Block::Paragraph(bandwidth_note(context)));
            blocks.extend(notes(context).into_iter().map(|(labels, note)| {
                Block::Paragraph(if labels.len() == context.labels.len() {
                    note.into()
                } else {
                    Line::new().codes(labels).text(format!(": {note}"))
                })
            }));
            blocks.push(Block::Table(bandwidth_table(context)));
        }
        function => {
            blocks.push(Block::Paragraph(sizes_note(context)));
            blocks.push(Block::Table(sizes_table(context, function)));
            if context.facts.instances.iter().any(|instance| {
                context.labels.contains(&instance.label.as_str())
                    && is_nominal(instance.external_sizes)
            }) {
                blocks.push(Block::Paragraph(
                    "≈ nominal: the API gives a buffer capacity; the figure is the representative size of the specification, \
                     and real signatures vary in length."
                        .into(),
                ));
            }
        }
    }
    blocks
}

/// Remarks of the manifest with the instances they are made on, in order of first appearance.
pub(super) fn notes<'a>(context: &Context<'a>) -> Vec<(Vec<&'a str>, &'a str)> {
    let mut notes: Vec<(Vec<&str>, &str)> = Vec::new();
    for label in &context.labels {
        for note in context
            .instance(label)
            .map_or(&[][..], |instance| &instance.notes)
        {
            match notes.iter_mut().find(|(_, other)| other == note) {
                Some((labels, _)) => labels.push(label),
                None => notes.push((vec![label], note)),
            }
        }
    }
    notes
}

fn sizes_note(context: &Context<'_>) -> Line {
    if context.published {
        Line::from("External public-key, ciphertext and signature sizes follow the curated ")
            .code("performance/external_sizes.csv")
            .text(
                " catalog; secret-key and shared-secret lengths remain API figures. See the size audit for disagreements.",
            )
    } else {
        Line::from("Bytes. Public-key, ciphertext and signature sizes are those of the submitted external encoding, from ")
            .code(format!("candidates/{}/candidate.toml", context.facts.id))
            .text("; secret-key and shared-secret lengths are what the library declares through its API.")
    }
}

fn bandwidth_note(context: &Context<'_>) -> Line {
    let note = "Bandwidth counts all specified protocol messages and each required public key once. Public keys are transmitted \
                bytes too. Certificates and transport framing are excluded.";
    if context.published {
        format!("{note} The published raw timing records are unchanged.").into()
    } else {
        note.into()
    }
}

fn sizes_table(context: &Context<'_>, function: Function) -> Table {
    let mut table = Table::new(
        match function {
            Function::Sig => ["instance", "public key", "secret key", "signature"].as_slice(),
            _ => &[
                "instance",
                "public key",
                "secret key",
                "ciphertext",
                "shared secret",
            ],
        }
        .iter()
        .copied(),
    );
    for label in &context.labels {
        let results = declared(context, label);
        let api = |name| {
            cell(
                context,
                results.and_then(|results| results.size(name)),
                || "no record declares it".to_owned(),
            )
        };
        let sizes = context
            .instance(label)
            .and_then(|instance| instance.external_sizes);
        let external =
            |bytes: Option<u64>| cell(context, bytes, || "the manifest gives no size".to_owned());
        let label = Line::new().code(*label);
        table.push(match (function, sizes) {
            (
                Function::Sig,
                Some(ExternalSizes::Sig {
                    public_key,
                    signature,
                    basis,
                }),
            ) => vec![
                label,
                external(Some(public_key)),
                api("sk_bytes"),
                format!("{signature}{}", basis_mark(basis)).into(),
            ],
            (Function::Sig, _) => vec![label, external(None), api("sk_bytes"), external(None)],
            (
                _,
                Some(ExternalSizes::Kem {
                    public_key,
                    ciphertext,
                    ..
                }),
            ) => vec![
                label,
                external(Some(public_key)),
                api("sk_bytes"),
                external(Some(ciphertext)),
                api("ss_bytes"),
            ],
            _ => vec![
                label,
                external(None),
                api("sk_bytes"),
                external(None),
                api("ss_bytes"),
            ],
        });
    }
    table
}

fn bandwidth_table(context: &Context<'_>) -> Table {
    let mut table = Table::new([
        "instance",
        "passes",
        "messages (bytes; raw API)",
        "protocol-message bytes",
        "public key A / B",
        "bandwidth (bytes)",
        "long-term sk (API cap)",
        "shared secret",
    ]);
    for label in &context.labels {
        let results = declared(context, label);
        let api = |value: Option<u64>| cell(context, value, || "no record declares it".to_owned());
        let external =
            |value: Option<u64>| cell(context, value, || "the manifest gives no size".to_owned());
        let number = |name| results.and_then(|results| results.kex.get(name)?.as_u64());
        let (passes, passes_run) = (number("kex_passes"), number("kex_passes_run"));
        let messages: Vec<String> = results
            .map(|results| {
                results
                    .message_lengths()
                    .iter()
                    .map(u64::to_string)
                    .collect()
            })
            .unwrap_or_default();
        let sizes = match context
            .instance(label)
            .and_then(|instance| instance.external_sizes)
        {
            Some(ExternalSizes::Kex {
                public_key_a,
                public_key_b,
                messages,
            }) => Some((public_key_a, public_key_b, messages)),
            _ => None,
        };
        table.push(vec![
            Line::new().code(*label),
            api(passes),
            match passes_run {
                _ if !messages.is_empty() => messages.join(" / "),
                Some(0) => "none".to_owned(),
                _ => ABSENT.to_owned(),
            }
            .into(),
            external(sizes.map(|(_, _, messages)| messages)),
            sizes.map_or_else(|| external(None), |(a, b, _)| format!("{a} / {b}").into()),
            external(sizes.map(|(a, b, messages)| a + b + messages)),
            api(results.and_then(|results| results.size("sk_bytes"))),
            api(results.and_then(|results| {
                results
                    .size("ss_actual_bytes")
                    .or_else(|| results.size("ss_bytes"))
            })),
        ]);
    }
    table
}

fn cell(context: &Context<'_>, bytes: Option<u64>, reason: impl Fn() -> String) -> Line {
    match bytes {
        Some(bytes) => bytes.to_string().into(),
        None if context.published => ABSENT.into(),
        None => not_measured(reason()).into(),
    }
}

/// Results of the first record of an instance, in path order, that declares sizes.
pub(crate) fn declared<'a>(context: &Context<'a>, label: &str) -> Option<&'a Results> {
    context
        .records
        .iter()
        .filter(|record| record.head.label == label)
        .filter_map(|record| record.results.as_ref())
        .find(|results| !results.sizes.is_empty())
}

pub(crate) fn basis_mark(basis: SizeBasis) -> &'static str {
    match basis {
        SizeBasis::Encoded => "",
        SizeBasis::MaximumVariable => " (maximum)",
        SizeBasis::NominalVariable => " ≈ nominal",
    }
}

fn is_nominal(sizes: Option<ExternalSizes>) -> bool {
    matches!(
        sizes,
        Some(ExternalSizes::Sig {
            basis: SizeBasis::NominalVariable,
            ..
        })
    )
}
