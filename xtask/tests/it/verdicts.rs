//! Every verdict is documented with what it means and what to do, in the same words everywhere.

use std::fs;

use assay_kat::Verdict;

use crate::repository::project;
use crate::zoo::ZOO;

#[test]
fn the_readme_has_every_verdict() {
    let readme = fs::read_to_string(project().join("README.md")).unwrap();
    let (_, section) = readme.split_once("\n### Verdicts\n").unwrap();
    let found: Vec<&str> = section
        .lines()
        .skip_while(|line| !line.starts_with("|---"))
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .collect();
    let wanted = Verdict::ALL.map(|verdict| {
        format!(
            "| {verdict} | {} | {} |",
            verdict.meaning(),
            verdict.advice()
        )
    });
    assert_eq!(found, wanted);
}

#[test]
fn the_documentation_of_the_type_has_every_verdict() {
    let source = fs::read_to_string(project().join("crates/kat/src/verdict.rs")).unwrap();
    let (_, source) = source.split_once("pub enum Verdict {\n").unwrap();
    let (source, _) = source.split_once("\n}\n").unwrap();
    let mut documented = Vec::new();
    let mut text = String::new();
    for line in source.lines() {
        match line.trim().strip_prefix("///") {
            Some(piece) => text += piece,
            None => documented.push(std::mem::take(&mut text).trim().to_lowercase()),
        }
    }
    let wanted = Verdict::ALL.map(|verdict| {
        format!("{}. what to do: {}.", verdict.meaning(), verdict.advice()).to_lowercase()
    });
    assert_eq!(documented, wanted);
}

/// `ASSAY_WRITE_TABLES=1` writes the table again.
#[test]
fn the_table_of_fixtures_is_that_of_the_zoo() {
    let path = project().join("crates/driver/tests/fixtures/README.md");
    let mut table = "# Fixtures\n\nEach is named after what it does. The verdict is the one `cargo xtask kat` gives it, where a `toy_kem` is expected; \
                     the test of the zoo runs all of them. This table is made from its list (`ASSAY_WRITE_TABLES=1 cargo nextest run -p xtask verdicts`).\n\n\
                     | fixture | kind | verdict | what that means |\n|---|---|---|---|\n"
        .to_owned();
    for (kind, fixture, verdict) in ZOO {
        let meaning = verdict.parse::<Verdict>().unwrap().meaning();
        table += &format!("| `{fixture}` | {kind} | {verdict} | {meaning} |\n");
    }
    if std::env::var_os("ASSAY_WRITE_TABLES").is_some() {
        fs::write(&path, &table).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), table);
}
