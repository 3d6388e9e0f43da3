//! Percentiles of single calls, each operation relative to its own median.

use super::Operation;
use super::times::shortened;
use crate::format;
use crate::site::scale::Scale;
use crate::site::svg::Svg;

const NAMES: f64 = 220.0;
const WIDTH: f64 = 720.0;
const ROW: f64 = 20.0;
/// Shown of the calls around the median at most; a call that waited for the CPU lies far outside.
const LEAST: f64 = 0.8;
const MOST: f64 = 1.5;

pub(super) fn figures(id: &str, operations: &[Operation]) -> String {
    let rows: Vec<_> = operations
        .iter()
        .filter_map(|operation| {
            let (unit, p) = operation.percentiles.as_ref()?;
            (p.p50 > 0.0).then_some((operation, unit, p))
        })
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    let relative = |value: f64, median: f64| value / median;
    let low = rows
        .iter()
        .map(|(_, _, p)| relative(p.p1, p.p50))
        .fold(0.98, f64::min)
        .max(LEAST);
    let high = rows
        .iter()
        .map(|(_, _, p)| relative(p.p99, p.p50))
        .fold(1.05, f64::max)
        .min(MOST);
    let right = WIDTH - 80.0;
    let scale = Scale::linear(low, high, NAMES, right);
    let (top, bottom) = (6.0, 6.0 + ROW * rows.len() as f64);
    let mut svg = Svg::new(WIDTH, bottom + 40.0);
    for value in scale.ticks() {
        let x = scale.at(value);
        svg.line("grid", (x, top), (x, bottom));
        svg.text(
            "tick",
            x,
            bottom + 15.0,
            "middle",
            &format!("{:+.0}%", (value - 1.0) * 100.0)
                .replace("-0%", "0%")
                .replace("+0%", "0%"),
        );
    }
    svg.text(
        "tick",
        (NAMES + right) / 2.0,
        bottom + 32.0,
        "middle",
        "relative to the operation's median call",
    );
    let mut said = Vec::new();
    for (index, (operation, unit, p)) in rows.iter().enumerate() {
        let y = top + ROW * (index as f64 + 0.5);
        let at = |value: f64| scale.at(relative(value, p.p50));
        let name = format!("{} {}", operation.label, operation.key);
        svg.text("name", NAMES - 10.0, y + 4.0, "end", &shortened(&name));
        svg.text(
            "value",
            WIDTH - 4.0,
            y + 4.0,
            "end",
            &format::own::count(p.p50),
        );
        svg.line("whisker", (at(p.p1), y), (at(p.p99), y));
        svg.rect(
            "outer",
            at(p.p10),
            y - 3.0,
            (at(p.p90) - at(p.p10)).max(1.0),
            6.0,
        );
        svg.rect(
            "bar solid s0",
            at(p.p25),
            y - 6.0,
            (at(p.p75) - at(p.p25)).max(1.0),
            12.0,
        );
        svg.line("median", (at(p.p50), y - 7.0), (at(p.p50), y + 7.0));
        // Beyond the edge: a mark that says so.
        if relative(p.p99, p.p50) > high {
            svg.text("tick", right + 2.0, y + 4.0, "start", "›");
        }
        let count = format::own::count;
        said.push(format!(
            "{name}: median {} {}, middle half {} to {}, 1st to 99th percentile {} to {}, extremes {} and {}",
            count(p.p50),
            crate::unit_name(unit),
            count(p.p25),
            count(p.p75),
            count(p.p1),
            count(p.p99),
            count(p.min),
            count(p.max)
        ));
    }
    svg.figure(
        &format!("{id}-percentiles"),
        &format!("{id}: spread of single calls (line: 1st to 99th percentile, thin bar: 10th to 90th, thick bar: middle half, › goes on)"),
        &format!("Percentiles of calls stamped one by one, relative to the median. {}.", said.join("; ")),
    )
}
