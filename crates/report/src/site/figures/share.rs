//! Shares of the hash functions and the DRNG, stacked.

use assay_profile::Function as Wrapped;

use super::Operation;
use super::times::shortened;
use crate::context::Context;
use crate::page::html::plain;
use crate::sections::symmetric;
use crate::site::scale::Scale;
use crate::site::svg::Svg;

/// Shares of an operation, as numbers and as the page's table shows them.
#[derive(Debug, Clone)]
pub(in crate::site) struct Shares {
    hash: f64,
    drng: f64,
    pub(in crate::site) hash_text: String,
    drng_text: String,
}

/// The shares of an operation, where a complete profile tells.
pub(super) fn of(context: &Context<'_>, label: &str, key: &str) -> Option<Shares> {
    let profile = context
        .profiles
        .iter()
        .copied()
        .find(|profile| profile.label == label && profile.operation_key() == key)?;
    let hash = profile
        .profile
        .hash_share
        .filter(|_| profile.is_complete())?;
    let drng = profile
        .profile
        .share
        .as_ref()?
        .get(Wrapped::Drng)
        .unwrap_or(0.0);
    let cells = symmetric::row(profile);
    let cell = |index: usize| cells.get(index).map(plain).unwrap_or_default();
    Some(Shares {
        hash: hash.value(),
        drng,
        hash_text: cell(2),
        drng_text: cell(3),
    })
}

const NAMES: f64 = 220.0;
const WIDTH: f64 = 720.0;
const ROW: f64 = 20.0;

pub(super) fn figure(id: &str, operations: &[Operation]) -> String {
    let rows: Vec<(&Operation, &Shares)> = operations
        .iter()
        .filter_map(|operation| Some((operation, operation.share.as_ref()?)))
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let right = WIDTH - 170.0;
    let scale = Scale::linear(0.0, 1.0, NAMES, right);
    let (top, bottom) = (28.0, 28.0 + ROW * rows.len() as f64);
    let mut svg = Svg::new(WIDTH, bottom + 24.0);
    for (index, (class, name)) in [
        ("bar solid s0", "hash functions"),
        ("bar solid s1", "DRNG"),
        ("rest", "everything else"),
    ]
    .into_iter()
    .enumerate()
    {
        let x = NAMES + 140.0 * index as f64;
        svg.rect(class, x, 6.0, 12.0, 12.0);
        svg.text("tick", x + 18.0, 16.0, "start", name);
    }
    let mut said = Vec::new();
    for (index, (operation, shares)) in rows.iter().enumerate() {
        let y = top + ROW * index as f64 + 3.0;
        let name = format!("{} {}", operation.label, operation.key);
        let (first, second) = (scale.at(shares.hash), scale.at(shares.hash + shares.drng));
        svg.rect("rest", NAMES, y, right - NAMES, ROW - 6.0);
        svg.rect("bar solid s0", NAMES, y, first - NAMES, ROW - 6.0);
        svg.rect("bar solid s1", first, y, second - first, ROW - 6.0);
        svg.text("name", NAMES - 10.0, y + 11.0, "end", &shortened(&name));
        let words = format!("{} + {}", shares.hash_text, shares.drng_text);
        svg.text("value", WIDTH - 4.0, y + 11.0, "end", &words);
        said.push(format!(
            "{name}: hash functions {}, DRNG {}",
            shares.hash_text, shares.drng_text
        ));
    }
    for value in scale.ticks() {
        let x = scale.at(value);
        svg.line("grid", (x, top), (x, bottom));
        svg.text(
            "tick",
            x,
            bottom + 15.0,
            "middle",
            &format!("{:.0}%", value * 100.0),
        );
    }
    svg.figure(
        &format!("{id}-share"),
        &format!("{id}: share of the hash functions and the DRNG"),
        &format!(
            "Share of each operation's time, stacked. {}.",
            said.join("; ")
        ),
    )
}
