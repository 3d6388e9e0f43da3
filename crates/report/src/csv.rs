//! The tables of the pages as CSV: one row per record or instance, exact numbers, units in the names of columns.

mod field;
mod instances;
mod measured;

use crate::context::Context;
use crate::counter::{distinct, unit_name};
use crate::natural::natural_order;

/// Rows of one candidate in every file. They are made one candidate at a time, while its evidence is at hand.
#[derive(Debug, Clone)]
pub(crate) struct CsvRows {
    id: String,
    /// In the order of [`FILES`].
    files: Vec<Vec<Row>>,
}

/// One row. Counts of each unit have columns of their own, which are known only when all rows are.
#[derive(Debug, Clone, Default)]
struct Row {
    cells: Vec<String>,
    counts: Vec<(String, Vec<String>)>,
}

/// A file: its path in the folder of the pages, its columns, and columns that each unit of counts has.
struct File {
    path: &'static str,
    columns: &'static [&'static str],
    of_unit: &'static [&'static str],
    rows: fn(&Context<'_>) -> Vec<Row>,
}

const FILES: [File; 5] = [
    File {
        path: "csv/performance.csv",
        columns: measured::PERFORMANCE,
        of_unit: measured::COUNTS,
        rows: measured::performance,
    },
    File {
        path: "csv/profile.csv",
        columns: measured::PROFILE,
        of_unit: &[],
        rows: measured::profile,
    },
    File {
        path: "csv/memory.csv",
        columns: measured::MEMORY,
        of_unit: &[],
        rows: measured::memory,
    },
    File {
        path: "csv/sizes.csv",
        columns: instances::SIZES,
        of_unit: &[],
        rows: instances::sizes,
    },
    File {
        path: "csv/kat.csv",
        columns: instances::KAT,
        of_unit: &[],
        rows: instances::kat,
    },
];

impl CsvRows {
    /// The rows of a candidate.
    pub(crate) fn new(context: &Context<'_>) -> CsvRows {
        CsvRows {
            id: context.facts.id.clone(),
            files: FILES.iter().map(|file| (file.rows)(context)).collect(),
        }
    }
}

/// Every CSV file, by path in the folder of the pages. Candidates are in natural order, however they are given.
///
/// Fields are separated by commas and quoted where they need it (RFC 4180), lines end with a line feed. Text that a
/// spreadsheet would take for a formula gets a leading apostrophe.
pub(crate) fn csv_files<'a>(
    candidates: impl Iterator<Item = &'a CsvRows>,
) -> Vec<(String, String)> {
    let mut candidates: Vec<&CsvRows> = candidates.collect();
    candidates.sort_by(|a, b| natural_order(&a.id, &b.id));
    FILES
        .iter()
        .enumerate()
        .map(|(index, file)| {
            let rows: Vec<&Row> = candidates
                .iter()
                .flat_map(|candidate| candidate.files.get(index))
                .flatten()
                .collect();
            (file.path.to_owned(), text(file, &rows))
        })
        .collect()
}

fn text(file: &File, rows: &[&Row]) -> String {
    let units = rows.iter().flat_map(|row| &row.counts);
    let units = distinct(units.map(|(unit, _)| Some(unit.as_str())));
    let mut header: Vec<String> = file.columns.iter().map(ToString::to_string).collect();
    for unit in &units {
        let of_unit = file.of_unit.iter();
        header.extend(of_unit.map(|column| format!("{column} [{}]", unit_name(unit))));
    }
    let mut written = String::new();
    field::write_line(&mut written, header.iter().map(String::as_str));
    for row in rows {
        let own = |unit: &str| row.counts.iter().find(|(other, _)| other == unit);
        let counts = units.iter().flat_map(|unit| {
            let cells = own(unit).map_or(&[][..], |(_, cells)| cells);
            (0..file.of_unit.len()).map(|index| cells.get(index).map_or("", String::as_str))
        });
        let cells = row.cells.iter().map(String::as_str);
        field::write_line(&mut written, cells.chain(counts));
    }
    written
}
