//! Section 6: what travels and what is kept.

use assay_evidence::Results;
use assay_manifest::{ExternalSizes, Function, SizeBasis};

use super::Context;
use crate::measured::labels;
use crate::number::NONE;
use crate::page::{Inline, Page, Table};

pub(super) fn section(page: &mut Page, context: Context<'_>) {
    page.heading(2, "6. Transmission and storage overhead");
    page.paragraph(note(context));
    for note in &context.facts.size_notes {
        page.paragraph(note.as_str());
    }
    let mut table = Table::new(columns(context.facts.function));
    let mut nominal = false;
    for label in labels(context.evidence) {
        let external = context
            .facts
            .instance(label)
            .and_then(|instance| instance.external_sizes);
        nominal |= matches!(
            external,
            Some(ExternalSizes::Sig {
                basis: SizeBasis::NominalVariable,
                ..
            })
        );
        let mut cells = vec![Inline::of_code(label)];
        let row = row(
            context.facts.function,
            external,
            first_results(context, label),
        );
        cells.extend(row.into_iter().map(Inline::from));
        table.row(cells);
    }
    page.table(table);
    if nominal {
        page.paragraph(
            "≈ nominal: the interface declares the capacity of a buffer; the figure is the representative size of the \
             specification, and real signatures vary.",
        );
    }
}

fn note(context: Context<'_>) -> Inline {
    match (context.facts.function, context.ours) {
        (Function::Kex, false) => "Bandwidth counts all specified protocol messages and each required public key once. \
            Public keys are transmitted bytes too. Certificates and transport framing are excluded. The published raw timing \
            records are unchanged."
            .into(),
        (Function::Kex, true) => "Bandwidth counts all specified protocol messages and each required public key once. \
            Public keys are transmitted bytes too. Certificates and transport framing are excluded."
            .into(),
        (_, false) => Inline::from("External public-key, ciphertext and signature sizes follow the curated ")
            .link("performance/external_sizes.csv", "../performance/external_sizes.csv")
            .text(" catalog; secret-key and shared-secret lengths remain API figures. See the ")
            .link("size audit", "../performance/size-audit.md")
            .text(" for disagreements."),
        (_, true) => "Public-key, ciphertext and signature sizes are those of the submitted external encoding, as the \
            candidate's manifest states them; secret-key and shared-secret lengths are figures of the interface."
            .into(),
    }
}

fn columns(function: Function) -> Vec<&'static str> {
    match function {
        Function::Sig => vec!["instance", "public key", "secret key", "signature"],
        Function::Kex => vec![
            "instance",
            "passes",
            "messages (bytes; raw API)",
            "protocol-message bytes",
            "public key A / B",
            "bandwidth (bytes)",
            "long-term sk (API cap)",
            "shared secret",
        ],
        Function::Kem | Function::Hash => {
            vec![
                "instance",
                "public key",
                "secret key",
                "ciphertext",
                "shared secret",
            ]
        }
    }
}

/// Results of the first record in the order of file names that has sizes.
fn first_results<'a>(context: Context<'a>, label: &str) -> Option<&'a Results> {
    context
        .evidence
        .records
        .iter()
        .filter(|record| record.head.label == label)
        .filter_map(|record| record.results.as_ref())
        .find(|results| !results.sizes.is_empty())
}

fn row(
    function: Function,
    external: Option<ExternalSizes>,
    results: Option<&Results>,
) -> Vec<String> {
    let number =
        |value: Option<u64>| value.map_or_else(|| NONE.to_owned(), |value| value.to_string());
    let size = |name: &str| results.and_then(|results| results.size(name));
    let secret_key = number(size("sk_bytes"));
    match function {
        Function::Sig => {
            let (public_key, signature) = match external {
                Some(ExternalSizes::Sig {
                    public_key,
                    signature,
                    basis,
                }) => {
                    let mark = match basis {
                        SizeBasis::Encoded => "",
                        SizeBasis::MaximumVariable => " (maximum)",
                        SizeBasis::NominalVariable => " ≈ nominal",
                    };
                    (public_key.to_string(), format!("{signature}{mark}"))
                }
                _ => (NONE.to_owned(), NONE.to_owned()),
            };
            vec![public_key, secret_key, signature]
        }
        Function::Kex => {
            let passes = results.and_then(|results| results.kex.get("kex_passes")?.as_u64());
            let lengths = results.map(Results::message_lengths).unwrap_or_default();
            let lengths: Vec<String> = lengths.iter().map(u64::to_string).collect();
            let lengths = if lengths.is_empty() {
                NONE.to_owned()
            } else {
                lengths.join(" / ")
            };
            let (messages, keys, bandwidth) = match external {
                Some(ExternalSizes::Kex {
                    public_key_a,
                    public_key_b,
                    messages,
                }) => (
                    messages.to_string(),
                    format!("{public_key_a} / {public_key_b}"),
                    (messages + public_key_a + public_key_b).to_string(),
                ),
                _ => (NONE.to_owned(), NONE.to_owned(), NONE.to_owned()),
            };
            let secret = number(size("ss_actual_bytes").or_else(|| size("ss_bytes")));
            vec![
                number(passes),
                lengths,
                messages,
                keys,
                bandwidth,
                secret_key,
                secret,
            ]
        }
        Function::Kem | Function::Hash => {
            let (public_key, ciphertext) = match external {
                Some(ExternalSizes::Kem {
                    public_key,
                    ciphertext,
                    ..
                }) => (Some(public_key), Some(ciphertext)),
                _ => (None, None),
            };
            vec![
                number(public_key),
                secret_key,
                number(ciphertext),
                number(size("ss_bytes")),
            ]
        }
    }
}
