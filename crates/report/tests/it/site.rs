//! The HTML file.

use std::collections::BTreeSet;

use assay_report::candidate_page;

use crate::csv::{file, files};
use crate::own::all_kinds;
use crate::synthetic::key_encapsulation;

/// Visible texts of the cells of Markdown tables.
fn markdown_cells(markdown: &str) -> Vec<String> {
    let rows = markdown
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| --- "));
    rows.flat_map(|row| {
        let row = row.trim_start_matches("| ").trim_end_matches(" |");
        row.split(" | ").map(visible).collect::<Vec<_>>()
    })
    .collect()
}

/// Markdown without its marks.
fn visible(cell: &str) -> String {
    // A footnote's mark has brackets too.
    let link = cell.contains("](");
    let mut text = String::new();
    let mut characters = cell.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\\' => text.extend(characters.next()),
            '`' => {}
            '[' if link => {}
            '*' if characters.peek() == Some(&'*') => {
                characters.next();
            }
            // The address of a link.
            ']' if characters.peek() == Some(&'(') => {
                characters.by_ref().find(|character| *character == ')');
            }
            other => text.push(other),
        }
    }
    text
}

/// Visible texts of the cells of HTML tables.
fn html_cells(html: &str) -> Vec<String> {
    let mut cells = Vec::new();
    for piece in html.split("</td>").flat_map(|piece| piece.split("</th>")) {
        let start = piece.rfind("<td").max(piece.rfind("<th s"));
        let Some(start) = start else {
            continue;
        };
        cells.push(plain(&piece[start..]));
    }
    cells
}

/// HTML without elements.
fn plain(html: &str) -> String {
    let mut text = String::new();
    let mut inside = false;
    for character in html.chars() {
        match character {
            '<' => inside = true,
            '>' => inside = false,
            other if !inside => text.push(other),
            _ => {}
        }
    }
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    entities.iter().fold(text, |text, (entity, character)| {
        text.replace(entity, character)
    })
}

fn section<'a>(html: &'a str, id: &str) -> &'a str {
    let start = html.find(&format!("id=\"{id}\"")).unwrap();
    let rest = &html[start..];
    &rest[..rest.find("</section>").unwrap()]
}

#[test]
fn html_and_markdown_have_the_same_cells() {
    let (facts, run) = all_kinds();
    let html = file(&facts, &run, "index.html");
    for facts in &facts {
        let markdown = candidate_page(facts, &run.evidence()).markdown();
        let cells = markdown_cells(&markdown);
        assert!(cells.len() > 20, "{}", facts.id);
        assert_eq!(html_cells(section(&html, &facts.id)), cells, "{}", facts.id);
    }
    for (id, name) in [("summary", "summary.md"), ("survey", "symmetric-survey.md")] {
        let markdown = file(&facts, &run, name);
        assert_eq!(
            html_cells(section(&html, id)),
            markdown_cells(&markdown),
            "{name}"
        );
    }
}

#[test]
fn numbers_of_the_overview_are_those_of_the_pages() {
    let (facts, run) = all_kinds();
    let html = file(&facts, &run, "index.html");
    let overview = section(&html, "overview");
    let mut compared = 0;
    for facts in &facts {
        let markdown = candidate_page(facts, &run.evidence()).markdown();
        let cells: BTreeSet<String> = markdown_cells(&markdown).into_iter().collect();
        let rows = overview
            .lines()
            .filter(|row| row.contains(&format!("href=\"#{}\"", facts.id)));
        for row in rows {
            // Mean, time, share, stack, heap.
            for (column, cell) in html_cells(row).iter().enumerate() {
                if [6, 8, 9, 10, 11].contains(&column) && cell != "–" {
                    let cell = cell.trim_end_matches(" ⚠");
                    assert!(
                        cells.contains(cell),
                        "{cell} is not on the page of {}",
                        facts.id
                    );
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 15, "{compared}");
}

#[test]
fn nothing_from_outside_becomes_an_element_or_an_address() {
    let (mut facts, mut run) = key_encapsulation();
    let attack = "<script>alert(1)</script>\"'><img src=x onerror=alert(1)> & \u{7}";
    facts.algorithm = attack.to_owned();
    facts.links.submission = Some("javascript:alert(1)".to_owned());
    run.build.instances[0].provenance.as_mut().unwrap().detail = attack.to_owned();
    let harmless = {
        let (mut facts, run) = key_encapsulation();
        facts.links.submission = None;
        file(&[facts], &run, "index.html")
    };
    let html = file(&[facts], &run, "index.html");
    for element in ["<script", "<img", "<a ", "<td", "onerror=alert(1)>"] {
        let count = |html: &str| html.matches(element).count();
        assert_eq!(count(&html), count(&harmless), "{element}");
    }
    assert!(!html.contains("=\"javascript:") && html.contains("&lt;script&gt;alert(1)"));
    assert!(!html.contains('\u{7}'));
}

#[test]
fn one_file_needs_no_other() {
    let (facts, run) = all_kinds();
    let html = file(&facts, &run, "index.html");
    for part in [
        " src=",
        "@import",
        "url(",
        "<link",
        "style=\"",
        " onclick=",
        "http-equiv=\"refresh\"",
    ] {
        assert!(!html.contains(part), "{part}");
    }
    assert!(html.contains("default-src 'none'; style-src 'sha256-"));
    for id in [
        "kem-90-times-tsc_ticks",
        "kem-90-percentiles",
        "kem-90-share",
        "speed-kem-tsc_ticks",
        "size-kex-tsc_ticks",
    ] {
        assert!(html.contains(&format!("<title id=\"{id}-t\">")), "{id}");
    }
    assert_eq!(files(&facts, &run), files(&facts, &run));
}

#[test]
fn a_run_without_records_says_so() {
    let (facts, mut run) = key_encapsulation();
    run.records.clear();
    run.profiles.clear();
    let html = file(&[facts], &run, "index.html");
    assert!(html.contains("<p>not measured: there is no record in this run</p>"));
    assert!(html.contains("<p>not measured: no complete record holds a count</p>"));
    assert!(!html.contains("<svg"));
}
