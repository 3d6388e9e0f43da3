//! Figures about all candidates: speed by instance, and size against speed. Each kind and each unit has its own.

use std::collections::BTreeMap;
use std::fmt::Write;

use assay_manifest::Function;

use super::SitePart;
use super::figures::{Mark, Operation, Row, times};
use super::scale::{Scale, tick};
use super::svg::Svg;
use crate::counter::distinct;
use crate::format;

/// Drawings with more rows than this are folded.
const OPEN_ROWS: usize = 40;
/// Points are named where there are no more than this.
const NAMED_POINTS: usize = 30;

pub(super) fn section(written: &mut String, parts: &[&SitePart]) {
    written.push_str(
        "<section id=\"speed\" aria-labelledby=\"speed-title\"><h2 id=\"speed-title\">Figures</h2>\n<p>Means of one call on a logarithmic axis, reference \
         variants; bars span the middle half of the calls that were stamped one by one. What each mark stands for in numbers is in the tables and \
         in the text behind each drawing. Each unit has drawings of its own, as ticks are not cycles.</p>\n",
    );
    let before = written.len();
    for (function, name, operations) in [
        (
            Function::Sig,
            "Digital signatures",
            ["keygen", "sign", "verify"].as_slice(),
        ),
        (
            Function::Kem,
            "Key encapsulation",
            &["keygen", "enc", "dec"],
        ),
        (Function::Kex, "Key exchange", &["exchange"]),
        (
            Function::Hash,
            "Hash functions",
            &["hash_32", "hash_1024", "hash_65536"],
        ),
    ] {
        let of_kind: Vec<&SitePart> = parts
            .iter()
            .copied()
            .filter(|part| part.function == function)
            .collect();
        let all = of_kind.iter().flat_map(|part| &part.operations);
        let units = distinct(all.map(|operation| Some(operation.mean.as_ref()?.0.as_str())));
        for unit in units {
            by_instance(written, &of_kind, function, name, operations, unit);
            if function != Function::Hash {
                size_against_speed(written, &of_kind, function, name, operations, unit);
            }
        }
    }
    if written.len() == before {
        written.push_str("<p>not measured: no complete record holds a count</p>\n");
    }
    written.push_str("</section>\n");
}

/// Candidate, label, and operations with their means.
type Instance<'a> = (&'a SitePart, &'a str, Vec<(&'a Operation, f64)>);

/// Operations of an instance that were counted in a unit, by candidate and label.
fn instances<'a>(parts: &[&'a SitePart], unit: &str) -> Vec<Instance<'a>> {
    let mut instances: Vec<Instance<'_>> = Vec::new();
    for part in parts {
        for operation in part
            .operations
            .iter()
            .filter(|operation| !operation.optimised)
        {
            let Some((_, mean)) = operation.mean.as_ref().filter(|(own, _)| own == unit) else {
                continue;
            };
            match instances.last_mut() {
                Some((last, label, operations))
                    if last.id == part.id && *label == operation.label =>
                {
                    operations.push((operation, *mean));
                }
                _ => instances.push((part, &operation.label, vec![(operation, *mean)])),
            }
        }
    }
    instances
}

fn by_instance(
    written: &mut String,
    parts: &[&SitePart],
    function: Function,
    name: &str,
    operations: &[&str],
    unit: &str,
) {
    let rows: Vec<Row> = instances(parts, unit)
        .into_iter()
        .map(|(part, label, measured)| Row {
            name: format!("{} {label}", part.id),
            marks: operations
                .iter()
                .enumerate()
                .filter_map(|(series, key)| {
                    let (operation, mean) = measured
                        .iter()
                        .find(|(operation, _)| operation.key == *key)?;
                    Some(Mark {
                        series,
                        mean: *mean,
                        quartiles: operation.quartiles(unit),
                        tooltip: format!(
                            "{} {label} {key}: {}",
                            part.id,
                            format::own::count(*mean)
                        ),
                    })
                })
                .collect(),
            value: String::new(),
        })
        .filter(|row| !row.marks.is_empty())
        .collect();
    let count = rows.len();
    let title = format!("{name}: {} of one call by instance", crate::unit_name(unit));
    let figure = times(
        &format!("speed-{function}-{unit}"),
        &title,
        unit,
        operations,
        rows,
    );
    if !figure.is_empty() {
        let open = if count <= OPEN_ROWS { " open" } else { "" };
        let _ = write!(
            written,
            "<details{open}><summary>{name}, {}: {count} instances</summary>\n{figure}</details>\n",
            crate::unit_name(unit)
        );
    }
}

fn size_against_speed(
    written: &mut String,
    parts: &[&SitePart],
    function: Function,
    name: &str,
    operations: &[&str],
    unit: &str,
) {
    // Sums hold every operation or they mean nothing.
    let points: Vec<(String, String, f64, f64)> = instances(parts, unit)
        .into_iter()
        .filter_map(|(part, label, measured)| {
            let mut total = 0.0;
            for key in operations {
                total += measured
                    .iter()
                    .find(|(operation, _)| operation.key == *key)?
                    .1;
            }
            let sent = measured.first()?.0.sent?;
            Some((part.id.clone(), label.to_owned(), sent as f64, total))
        })
        .collect();
    const WIDTH: f64 = 720.0;
    const HEIGHT: f64 = 380.0;
    let (left, right, top, bottom) = (70.0, WIDTH - 20.0, 10.0, HEIGHT - 44.0);
    let across = Scale::logarithmic(points.iter().map(|point| point.2), left, right);
    let up = Scale::logarithmic(points.iter().map(|point| point.3), bottom, top);
    let (Some(across), Some(up)) = (across, up) else {
        return;
    };
    let (sizes, sum) = match function {
        Function::Sig => ("public key + signature", "keygen + sign + verify"),
        Function::Kex => ("messages + public keys", "one exchange"),
        _ => ("public key + ciphertext", "keygen + enc + dec"),
    };
    let mut svg = Svg::new(WIDTH, HEIGHT);
    for value in across.ticks() {
        let x = across.at(value);
        svg.line("grid", (x, top), (x, bottom));
        svg.text("tick", x, bottom + 15.0, "middle", &tick(value));
    }
    for value in up.ticks() {
        let y = up.at(value);
        svg.line("grid", (left, y), (right, y));
        svg.text("tick", left - 6.0, y + 4.0, "end", &tick(value));
    }
    let axis = format!("{sizes} in bytes (logarithmic; k: 1000)");
    svg.text("tick", (left + right) / 2.0, HEIGHT - 8.0, "middle", &axis);
    let mut series: BTreeMap<&str, usize> = BTreeMap::new();
    let mut said = Vec::new();
    for (id, label, size, total) in &points {
        let next = series.len();
        let series = *series.entry(id).or_insert(next);
        let (x, y) = (across.at(*size), up.at(*total));
        let words = format!(
            "{id} {label}: {size:.0} bytes, {}",
            format::own::count(*total)
        );
        svg.mark(series, x, y, &words);
        if points.len() <= NAMED_POINTS {
            let (anchor, offset) = if x > right - 120.0 {
                ("end", -9.0)
            } else {
                ("start", 9.0)
            };
            svg.text("point", x + offset, y + 4.0, anchor, label);
        }
        said.push(words);
    }
    let unit_name = crate::unit_name(unit);
    let figure = svg.figure(
        &format!("size-{function}-{unit}"),
        &format!("{name}: {sum} in {unit_name} (upwards) against {sizes} (to the right)"),
        &format!("Sum of the mean {unit_name} of {sum} against the bytes of {sizes}, both logarithmic. {}.", said.join("; ")),
    );
    written.push_str(&figure);
}
