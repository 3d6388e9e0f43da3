//! Stack and heap of operations.

use super::Operation;
use super::times::shortened;
use crate::site::scale::{Scale, tick};
use crate::site::svg::Svg;

const NAMES: f64 = 220.0;
const WIDTH: f64 = 720.0;
const ROW: f64 = 26.0;

pub(super) fn figure(id: &str, operations: &[Operation]) -> String {
    let rows: Vec<&Operation> = operations
        .iter()
        .filter(|operation| operation.stack.is_some() || operation.heap.is_some())
        .collect();
    let most = rows
        .iter()
        .flat_map(|row| [row.stack, row.heap])
        .flatten()
        .max();
    let Some(most) = most else {
        return String::new();
    };
    let right = WIDTH - 140.0;
    let scale = Scale::linear(0.0, most as f64, NAMES, right);
    let (top, bottom) = (28.0, 28.0 + ROW * rows.len() as f64);
    let mut svg = Svg::new(WIDTH, bottom + 40.0);
    for (index, (class, name)) in [("bar solid s0", "stack"), ("bar solid s1", "heap")]
        .into_iter()
        .enumerate()
    {
        let x = NAMES + 100.0 * index as f64;
        svg.rect(class, x, 6.0, 12.0, 12.0);
        svg.text("tick", x + 18.0, 16.0, "start", name);
    }
    for value in scale.ticks() {
        let x = scale.at(value);
        svg.line("grid", (x, top), (x, bottom));
        svg.text("tick", x, bottom + 15.0, "middle", &tick(value));
    }
    svg.text(
        "tick",
        (NAMES + right) / 2.0,
        bottom + 32.0,
        "middle",
        "bytes at most (k: 1000)",
    );
    let bytes = |bytes: Option<u64>| {
        bytes.map_or_else(
            || crate::format::ABSENT.to_owned(),
            |bytes| bytes.to_string(),
        )
    };
    let mut said = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let y = top + ROW * index as f64 + 3.0;
        let name = format!("{} {}", row.label, row.key);
        svg.text("name", NAMES - 10.0, y + 14.0, "end", &shortened(&name));
        for (class, value, y) in [
            ("bar solid s0", row.stack, y),
            ("bar solid s1", row.heap, y + 10.0),
        ] {
            if let Some(value) = value {
                svg.rect(
                    class,
                    NAMES,
                    y,
                    (scale.at(value as f64) - NAMES).max(1.0),
                    9.0,
                );
            }
        }
        svg.text(
            "value",
            WIDTH - 4.0,
            y + 14.0,
            "end",
            &format!("{} + {}", bytes(row.stack), bytes(row.heap)),
        );
        said.push(format!(
            "{name}: stack {}, heap {}",
            bytes(row.stack),
            bytes(row.heap)
        ));
    }
    svg.figure(
        &format!("{id}-memory"),
        &format!("{id}: stack and heap of one call, in bytes"),
        &format!(
            "Most bytes of stack and heap over some calls of each operation. {}.",
            said.join("; ")
        ),
    )
}
