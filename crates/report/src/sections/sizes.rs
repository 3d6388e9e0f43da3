//! Section 6: bytes that are sent and stored.

use assay_evidence::Results;
use assay_manifest::{ExternalSizes, Function, SizeBasis};

use super::bandwidth;
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
            blocks.push(Block::Paragraph(bandwidth::note(context)));
            blocks.extend(notes(context).into_iter().map(|(labels, note)| {
                Block::Paragraph(if labels.len() == context.labels.len() {
                    note.into()
                } else {
                    Line::new().codes(labels).text(format!(": {note}"))
                })
            }));
            blocks.push(Block::Table(bandwidth::table(context)));
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
        let (sent, stored) = match context.facts.function {
            Function::Sig => ("signature", "secret-key lengths"),
            _ => ("ciphertext", "secret-key and shared-secret lengths"),
        };
        let note = match context
            .labels
            .iter()
            .any(|label| has_external_sizes(context, label))
        {
            true => Line::from(format!(
                "Bytes. Public-key and {sent} sizes are those of the external encoding, from "
            ))
            .code(format!("candidates/{}/candidate.toml", context.facts.id))
            .text(format!(
                "; {stored} are what the library declares through its API."
            )),
            false => Line::from("Bytes, as the library declares them through its API."),
        };
        with_note_on_api(context, note)
    }
}

fn has_external_sizes(context: &Context<'_>, label: &str) -> bool {
    context
        .instance(label)
        .is_some_and(|instance| instance.external_sizes.is_some())
}

/// Says what `(API)` means, where it occurs.
pub(super) fn with_note_on_api(context: &Context<'_>, note: Line) -> Line {
    let occurs = context
        .labels
        .iter()
        .any(|label| !has_external_sizes(context, label) && declared(context, label).is_some());
    if !occurs {
        return note;
    }
    let note = note.text(
        " (API): the manifest gives no external size; this is what the library declares or made, which may be a capacity and \
         differ from what is sent.",
    );
    match context.facts.function {
        Function::Kex => note.text(" Such a bandwidth counts the public keys of both parties."),
        _ => note,
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
        let secret = api(context, label, "sk_bytes");
        let [public_key, sent] = external_cells(context, label, function);
        let mut row = vec![Line::new().code(*label), public_key, secret, sent];
        if function != Function::Sig {
            row.push(api(context, label, "ss_bytes"));
        }
        table.push(row);
    }
    table
}

/// Public key, and signature or ciphertext: the external encoding by the manifest, else what the library declares.
fn external_cells(context: &Context<'_>, label: &str, function: Function) -> [Line; 2] {
    let sizes = context
        .instance(label)
        .and_then(|instance| instance.external_sizes);
    match (function, sizes) {
        (
            Function::Sig,
            Some(ExternalSizes::Sig {
                public_key,
                signature,
                basis,
            }),
        ) => [
            public_key.to_string().into(),
            format!("{signature}{}", basis_mark(basis)).into(),
        ],
        (
            Function::Kem,
            Some(ExternalSizes::Kem {
                public_key,
                ciphertext,
                ..
            }),
        ) => [public_key.to_string().into(), ciphertext.to_string().into()],
        _ => ["pk_bytes", sent_by(function)].map(|name| {
            let declared = declared_size(context, label, name).map(in_place_of_external);
            declared.map_or_else(|| absent(context, label), Line::from)
        }),
    }
}

/// Name of the length of what is sent beside the public key.
fn sent_by(function: Function) -> &'static str {
    match function {
        Function::Sig => "sn_bytes",
        _ => "ct_bytes",
    }
}

/// Sizes for a summary: public key and signature or ciphertext, or the bandwidth of an exchange.
pub(crate) fn summary_cells(context: &Context<'_>, label: &str, function: Function) -> Vec<Line> {
    let cells = match function {
        Function::Kex => vec![bandwidth::cells(context, label).bandwidth],
        _ => external_cells(context, label, function).to_vec(),
    };
    let short = |cell: Line| match cell == absent(context, label) {
        true => ABSENT.into(),
        false => cell,
    };
    cells.into_iter().map(short).collect()
}

/// A length of the API where an external size should be.
fn in_place_of_external(bytes: u64) -> String {
    format!("{bytes} (API)")
}

pub(super) fn declared_size(context: &Context<'_>, label: &str, name: &str) -> Option<u64> {
    if context.published {
        return None;
    }
    declared(context, label)?.size(name)
}

/// A length that only the API knows.
pub(super) fn api(context: &Context<'_>, label: &str, name: &str) -> Line {
    let bytes = declared(context, label).and_then(|results| results.size(name));
    bytes.map_or_else(|| absent(context, label), |bytes| bytes.to_string().into())
}

pub(super) fn absent(context: &Context<'_>, label: &str) -> Line {
    if context.published {
        ABSENT.into()
    } else if declared(context, label).is_some() {
        not_measured("the library declares no such length").into()
    } else if (context.records_of(label).iter()).any(|record| record.head.is_complete()) {
        not_measured("no record declares it").into()
    } else {
        not_measured(context.why_not_measured(label)).into()
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
