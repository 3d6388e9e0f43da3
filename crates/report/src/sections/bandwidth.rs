//! Section 6 of key exchanges: messages and public keys.

use assay_evidence::Results;
use assay_manifest::ExternalSizes;

use super::sizes::{absent, api, declared, declared_size, with_note_on_api};
use crate::context::Context;
use crate::format::ABSENT;
use crate::page::{Line, Table};

pub(super) fn note(context: &Context<'_>) -> Line {
    let note = "Bandwidth counts all specified protocol messages and each required public key once. Public keys are transmitted \
                bytes too. Certificates and transport framing are excluded.";
    if context.published {
        format!("{note} The published raw timing records are unchanged.").into()
    } else {
        with_note_on_api(context, note.into())
    }
}

pub(super) fn table(context: &Context<'_>) -> Table {
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
        let number = |name| results.and_then(|results| results.kex.get(name)?.as_u64());
        let (passes, passes_run) = (number("kex_passes"), number("kex_passes_run"));
        let lengths = results.map(Results::message_lengths).unwrap_or_default();
        let lengths: Vec<String> = lengths.iter().map(u64::to_string).collect();
        let known = cells(context, label);
        let secret = ["ss_actual_bytes", "ss_bytes"]
            .into_iter()
            .find(|name| results.and_then(|results| results.size(name)).is_some());
        table.push(vec![
            Line::new().code(*label),
            passes.map_or_else(
                || absent(context, label),
                |passes| passes.to_string().into(),
            ),
            match passes_run {
                _ if !lengths.is_empty() => lengths.join(" / "),
                Some(0) => "none".to_owned(),
                _ => ABSENT.to_owned(),
            }
            .into(),
            known.messages,
            known.public_keys,
            known.bandwidth,
            api(context, label, "sk_bytes"),
            api(context, label, secret.unwrap_or("ss_bytes")),
        ]);
    }
    table
}

/// Cells that the manifest knows, or the API in its place.
pub(super) struct ExchangeCells {
    messages: Line,
    public_keys: Line,
    /// Messages and public keys.
    pub(super) bandwidth: Line,
}

pub(super) fn cells(context: &Context<'_>, label: &str) -> ExchangeCells {
    let sizes = context
        .instance(label)
        .and_then(|instance| instance.external_sizes);
    if let Some(ExternalSizes::Kex {
        public_key_a: a,
        public_key_b: b,
        messages,
    }) = sizes
    {
        return ExchangeCells {
            messages: messages.to_string().into(),
            public_keys: format!("{a} / {b}").into(),
            bandwidth: (a + b + messages).to_string().into(),
        };
    }
    let key = declared_size(context, label, "pk_bytes");
    let results = declared(context, label).filter(|_| !context.published);
    let messages = results.and_then(sent_in_messages);
    let cell = |value: Option<String>| {
        value.map_or_else(
            || absent(context, label),
            |value| Line::from(format!("{value} (API)")),
        )
    };
    ExchangeCells {
        messages: cell(messages.map(|bytes| bytes.to_string())),
        public_keys: cell(key.map(|bytes| format!("{bytes} / {bytes}"))),
        bandwidth: cell(
            key.zip(messages)
                .map(|(key, messages)| (2 * key + messages).to_string()),
        ),
    }
}

/// Bytes of all messages of one exchange; `None` when nobody saw any and it is not known that there are none.
fn sent_in_messages(results: &Results) -> Option<u64> {
    let messages = results.message_lengths();
    let none_sent = || {
        results
            .kex
            .get("kex_passes_run")?
            .as_u64()
            .filter(|passes| *passes == 0)
    };
    match messages.is_empty() {
        true => none_sent(),
        false => Some(messages.into_iter().sum()),
    }
}
