//! Means on a logarithmic axis, with the middle half of the calls.

use crate::format;
use crate::site::scale::{Scale, tick};
use crate::site::svg::Svg;

/// One line of the drawing.
pub(in crate::site) struct Row {
    pub(in crate::site) name: String,
    pub(in crate::site) marks: Vec<Mark>,
    /// What stands at the right.
    pub(in crate::site) value: String,
}

/// One mean.
pub(in crate::site) struct Mark {
    /// Which of the series it belongs to.
    pub(in crate::site) series: usize,
    pub(in crate::site) mean: f64,
    /// Between which counts the middle half of the calls stamped one by one lies.
    pub(in crate::site) quartiles: Option<(f64, f64)>,
    pub(in crate::site) tooltip: String,
}

const NAMES: f64 = 220.0;
const WIDTH: f64 = 720.0;
const ROW: f64 = 20.0;

/// The drawing; nothing without a mean. `series` are the names of several marks in a row.
pub(in crate::site) fn times(
    id: &str,
    title: &str,
    unit: &str,
    series: &[&str],
    rows: Vec<Row>,
) -> String {
    let marks = || rows.iter().flat_map(|row| &row.marks);
    let values = marks().flat_map(|mark| {
        let quartiles = mark.quartiles.map(|(low, high)| [low, high]);
        quartiles.into_iter().flatten().chain([mark.mean])
    });
    let right = if rows.iter().all(|row| row.value.is_empty()) {
        WIDTH - 16.0
    } else {
        WIDTH - 80.0
    };
    let Some(scale) = Scale::logarithmic(values, NAMES, right) else {
        return String::new();
    };
    let top = if series.is_empty() { 6.0 } else { 28.0 };
    let bottom = top + ROW * rows.len() as f64;
    let mut svg = Svg::new(WIDTH, bottom + 40.0);
    legend(&mut svg, series);
    for value in scale.ticks() {
        let x = scale.at(value);
        svg.line("grid", (x, top), (x, bottom));
        svg.text("tick", x, bottom + 15.0, "middle", &tick(value));
    }
    let axis = format!("{} (logarithmic)", crate::unit_name(unit));
    svg.text(
        "tick",
        (NAMES + right) / 2.0,
        bottom + 32.0,
        "middle",
        &axis,
    );
    let mut said = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let y = top + ROW * (index as f64 + 0.5);
        svg.text("name", NAMES - 10.0, y + 4.0, "end", &shortened(&row.name));
        svg.text("value", WIDTH - 4.0, y + 4.0, "end", &row.value);
        let mut words = Vec::new();
        for mark in &row.marks {
            if let Some((low, high)) = mark.quartiles {
                let (from, to) = (scale.at(low), scale.at(high));
                let class = ["bar s0", "bar s1", "bar s2", "bar s3"][mark.series % 4];
                svg.rect(
                    class,
                    from.min(to - 3.0),
                    y - 5.0,
                    (to - from).max(3.0),
                    10.0,
                );
            }
            svg.mark(mark.series, scale.at(mark.mean), y, &mark.tooltip);
            let name = series
                .get(mark.series)
                .map_or(String::new(), |name| format!("{name} "));
            words.push(format!("{name}{}", format::own::count(mark.mean)));
        }
        said.push(format!("{}: {}", row.name, words.join(", ")));
    }
    let description = format!(
        "Mean {} of one call on a logarithmic axis; bars span the middle half of the calls stamped one by one. {}.",
        crate::unit_name(unit),
        said.join("; ")
    );
    svg.figure(id, title, &description)
}

/// Names of the series at the top.
fn legend(svg: &mut Svg, series: &[&str]) {
    let mut x = NAMES;
    for (index, name) in series.iter().enumerate() {
        svg.mark(index, x + 4.0, 12.0, "");
        svg.text("tick", x + 14.0, 16.0, "start", name);
        x += 34.0 + 7.0 * name.chars().count() as f64;
    }
}

/// As much of a name as there is room for; the end tells more than the middle.
pub(super) fn shortened(name: &str) -> String {
    const MOST: usize = 32;
    let characters: Vec<char> = name.chars().collect();
    if characters.len() <= MOST {
        return name.to_owned();
    }
    let head: String = characters[..MOST / 2 - 1].iter().collect();
    let tail: String = characters[characters.len() - MOST / 2..].iter().collect();
    format!("{head}…{tail}")
}
