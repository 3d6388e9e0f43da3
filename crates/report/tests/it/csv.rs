//! Tables as CSV.

use assay_report::{CandidateFacts, CandidatePart, common_files};

use crate::own::all_kinds;
use crate::synthetic::{Run, key_encapsulation};

/// Files about all candidates.
pub(crate) fn files(facts: &[CandidateFacts], run: &Run) -> Vec<(String, String)> {
    let parts: Vec<CandidatePart> = facts
        .iter()
        .map(|facts| CandidatePart::with_page(facts, &run.evidence()).1)
        .collect();
    common_files(facts, &run.evidence(), &parts)
}

pub(crate) fn file(facts: &[CandidateFacts], run: &Run, name: &str) -> String {
    let files = files(facts, run);
    let found = files.into_iter().find(|(path, _)| path == name);
    found.unwrap_or_else(|| panic!("no file {name}")).1
}

/// Fields of every line; a reader of its own, so that the writer is not its own judge.
fn parse(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut field) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                field.push('"');
                characters.next();
            }
            '"' => quoted = !quoted,
            ',' if !quoted => row.push(std::mem::take(&mut field)),
            '\n' if !quoted => {
                row.push(std::mem::take(&mut field));
                rows.push(std::mem::take(&mut row));
            }
            other => field.push(other),
        }
    }
    assert!(!quoted && row.is_empty() && field.is_empty());
    rows
}

fn column(rows: &[Vec<String>], name: &str) -> Vec<String> {
    let index = rows[0].iter().position(|column| column == name);
    let index = index.unwrap_or_else(|| panic!("no column {name} in {:?}", rows[0]));
    rows[1..].iter().map(|row| row[index].clone()).collect()
}

#[test]
fn every_table_has_a_file() {
    let (facts, run) = all_kinds();
    for name in ["performance", "profile", "memory", "sizes", "kat"] {
        let text = file(&facts, &run, &format!("csv/{name}.csv"));
        let rows = parse(&text);
        assert!(rows.len() > 3, "{text}");
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{text}");
        insta::assert_snapshot!(format!("csv_{name}"), text);
    }
}

#[test]
fn numbers_are_exact_and_every_unit_has_columns_of_its_own() {
    let (facts, mut run) = key_encapsulation();
    let results = run.records[0].results.as_mut().unwrap();
    results.mean_seconds = 1.939_782_386_363_636_2e-6;
    results.mean_ticks = Some(4_096.123_456_789);
    let results = run.records[1].results.as_mut().unwrap();
    (results.mean_ticks, results.tick_unit) = (None, None);
    results.mean_cycles = Some(1234.5);
    let rows = parse(&file(&[facts], &run, "csv/performance.csv"));
    let order = column(&rows, "operation");
    let at = |operation: &str| order.iter().position(|other| other == operation).unwrap();
    let of = |record: usize| {
        let head = &run.records[record].head;
        (at(&head.operation), head.label.clone())
    };
    let (first, second) = (of(0).0, of(1).0);
    assert_eq!(column(&rows, "mean time [ns]")[first], "1939.7823863636362");
    let (ticks, cycles) = (
        column(&rows, "mean [TSC ticks]"),
        column(&rows, "mean [cycles]"),
    );
    assert_eq!(
        (ticks[first].as_str(), cycles[first].as_str()),
        ("4096.123456789", "")
    );
    assert_eq!(
        (ticks[second].as_str(), cycles[second].as_str()),
        ("", "1234.5")
    );
}

#[test]
fn whatever_a_candidate_prints_stays_in_its_field() {
    let (facts, mut run) = key_encapsulation();
    let attack = "=HYPERLINK(\"x\"),\n\"quoted\", |\r\nnext";
    run.build.instances[0].provenance.as_mut().unwrap().detail = attack.to_owned();
    let rows = parse(&file(&[facts], &run, "csv/kat.csv"));
    assert_eq!(column(&rows, "detail")[0], format!("'{attack}"));
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
}

#[test]
fn the_order_of_candidates_does_not_matter() {
    let (mut facts, run) = all_kinds();
    let one = files(&facts, &run);
    facts.reverse();
    assert_eq!(one, files(&facts, &run));
}
