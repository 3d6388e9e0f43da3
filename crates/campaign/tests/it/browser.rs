//! The HTML file in a real browser: it sorts, filters and links, prints no error and asks for nothing.
//!
//! Chromium is driven over its DevTools pipe. Where none is installed, the tests say so and check nothing.

mod devtools;

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::synthetic::{Size, change, record_path, write_repository};
use devtools::Browser;

/// A run with a candidate of each kind, and the browser that shows its HTML file; `None` without a browser.
struct Shown {
    browser: Browser,
    pages: PathBuf,
    _folder: tempfile::TempDir,
}

impl Shown {
    fn new() -> Option<Shown> {
        let program = devtools::installed()?;
        let folder = tempfile::tempdir().unwrap();
        let size = Size {
            candidates: [1, 1, 1, 1],
            instances: [12, 1, 1, 1],
            stamped: 20,
        };
        let run = write_repository(folder.path(), &size).unwrap();
        // One record without a number.
        let failed = record_path(&run, "kem-01", "set-3", "enc", 0);
        change(&failed, |record| {
            record["status"] = json!("failed_or_partial");
        })
        .unwrap();
        crate::cover_up(folder.path(), &run);
        let pages = run.join("pages");
        let browser = Browser::open(&program, &pages.join("index.html"));
        Some(Shown {
            browser,
            pages,
            _folder: folder,
        })
    }
}

/// What a filter leaves, and what the table shows of a column.
const HELPERS: &str = r#"
var heads = [...document.querySelectorAll('#operations thead th')];
var column = name => heads.findIndex(head => head.textContent === name);
var click = name => heads[column(name)].querySelector('button').click();
var rows = () => [...document.querySelectorAll('#operations tbody tr')].filter(row => row.offsetParent !== null);
var cells = name => rows().map(row => row.cells[column(name)].textContent);
var values = name => rows().map(row => row.cells[column(name)].getAttribute('data-v')).map(v => v === null ? null : Number(v));
var choose = (id, value) => {
  var select = document.getElementById(id);
  select.value = value;
  if (select.value !== value) { throw new Error('no option ' + value + ' in ' + id); }
  select.dispatchEvent(new Event('change', { bubbles: true }));
};
var sorts = () => heads.map(head => head.getAttribute('aria-sort'));
"#;

fn numbers(value: &Value) -> Vec<Option<f64>> {
    let values = value.as_array().unwrap().iter();
    values.map(Value::as_f64).collect()
}

fn texts(value: &Value) -> Vec<String> {
    let values = value.as_array().unwrap().iter();
    values
        .map(|value| value.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn the_overview_sorts_by_exact_numbers_and_by_names() {
    let Some(mut shown) = Shown::new() else {
        return;
    };
    let browser = &mut shown.browser;
    browser.evaluate(HELPERS);
    let count = browser.evaluate("rows().length").as_u64().unwrap() as usize;
    assert_eq!(count, 36 + 3 + 9 + 8);
    for (clicks, state) in [(1, "ascending"), (2, "descending")] {
        browser.evaluate("click('mean time')");
        let found = numbers(&browser.evaluate("values('mean time')"));
        let present: Vec<f64> = found.iter().copied().flatten().collect();
        assert_eq!((found.len(), present.len()), (count, count - 1));
        // What failed is last, whichever way.
        assert_eq!(found.last(), Some(&None), "{clicks} clicks");
        let ordered = present.windows(2).all(|pair| match state {
            "ascending" => pair[0] <= pair[1],
            _ => pair[0] >= pair[1],
        });
        assert!(ordered, "{state}: {present:?}");
        let sorts = texts(&browser.evaluate("sorts()"));
        let sorted = sorts.iter().filter(|sort| *sort != "none");
        assert_eq!(sorted.collect::<Vec<_>>(), [state]);
    }
    browser.evaluate("click('instance')");
    let names = texts(&browser.evaluate("[...new Set(cells('instance'))]"));
    // As people count: set-10 does not come before set-2.
    let expected: Vec<String> = (0..12).map(|index| format!("set-{index}")).collect();
    assert_eq!(names, expected);
    assert_eq!(shown.browser.complaints(), [""; 0]);
}

#[test]
fn filters_leave_what_they_name() {
    let Some(mut shown) = Shown::new() else {
        return;
    };
    let browser = &mut shown.browser;
    browser.evaluate(HELPERS);
    browser.evaluate("choose('filter-function', '=hash')");
    assert_eq!(
        browser.evaluate("[...new Set(cells('function'))]"),
        json!(["hash"])
    );
    assert_eq!(
        browser.evaluate("document.getElementById('shown').textContent"),
        "8 of 56 operations shown"
    );
    browser.evaluate("choose('filter-operation', '=hash_1024')");
    assert_eq!(browser.evaluate("cells('operation')"), json!(["hash_1024"]));
    browser.evaluate("choose('filter-function', '=KEM')");
    assert_eq!(browser.evaluate("rows().length"), 0);
    browser.evaluate("document.querySelector('#filters button[type=reset]').click()");
    browser.evaluate("new Promise(done => setTimeout(done, 20))");
    assert_eq!(browser.evaluate("rows().length"), 56);
    browser.evaluate("choose('filter-unit', '=cycles')");
    assert_eq!(
        browser.evaluate("[...new Set(cells('unit'))]"),
        json!(["cycles"])
    );
    assert_eq!(browser.evaluate("rows().length"), 55);
    browser.evaluate("choose('filter-unit', '')");
    browser.evaluate("choose('filter-security-level', '=–')");
    assert_eq!(browser.evaluate("rows().length"), 56);
    browser.evaluate(
        "var search = document.getElementById('filter-text'); search.value = ' SIGN-01 '; search.dispatchEvent(new Event('input'))",
    );
    assert_eq!(
        browser.evaluate("cells('operation')"),
        json!(["keygen", "sign", "verify"])
    );
    // Sorting does not bring back what is filtered out.
    browser.evaluate("click('mean count')");
    assert_eq!(browser.evaluate("rows().length"), 3);
    assert_eq!(shown.browser.complaints(), [""; 0]);
}

#[test]
fn every_link_leads_somewhere_and_no_request_leaves_the_file() {
    let Some(mut shown) = Shown::new() else {
        return;
    };
    let browser = &mut shown.browser;
    let dead = browser.evaluate(
        "[...document.querySelectorAll('a[href^=\"#\"]')].map(a => a.getAttribute('href')).filter(href => !document.getElementById(href.slice(1)))",
    );
    assert_eq!(dead, json!([]));
    let twice = browser.evaluate(
        "[...document.querySelectorAll('[id]')].map(e => e.id).filter((id, index, ids) => ids.indexOf(id) !== index)",
    );
    assert_eq!(twice, json!([]));
    let files = texts(&browser.evaluate(
        "[...document.querySelectorAll('a[href]')].map(a => a.getAttribute('href')).filter(href => !href.startsWith('#'))",
    ));
    assert!(
        files.contains(&"csv/performance.csv".to_owned()),
        "{files:?}"
    );
    for file in &files {
        assert!(shown.pages.join(file).is_file(), "{file}");
    }
    // Following one of them, as a reader would.
    browser.evaluate("document.querySelector('.menu summary').click()");
    browser.evaluate("document.querySelector('.menu a[href=\"#hash-01\"]').click()");
    browser
        .evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))");
    assert_eq!(browser.evaluate("location.hash"), "#hash-01");
    assert_eq!(
        browser.evaluate("document.querySelector('.menu').open"),
        false
    );
    let top = browser.evaluate("document.getElementById('hash-01').getBoundingClientRect().top");
    let height = browser.evaluate("innerHeight");
    assert!(top.as_f64() < height.as_f64(), "{top} of {height}");

    assert_eq!(browser.complaints(), [""; 0]);
    let page = format!("file://{}", shown.pages.join("index.html").display());
    let elsewhere: Vec<&String> = browser
        .requests()
        .iter()
        .filter(|url| !url.starts_with(&page))
        .collect();
    assert_eq!(elsewhere, [""; 0]);

    // What watches does see: a request is refused by the policy of the file, and that is told.
    let refused =
        browser.evaluate("fetch('https://assay.invalid/').then(() => 'sent', () => 'refused')");
    assert_eq!(refused, "refused");
    browser.evaluate("var image = new Image(); image.src = 'https://assay.invalid/x.png'; new Promise(done => { image.onerror = done; })");
    browser.evaluate("console.error('seen')");
    let complaints = browser.complaints().join("\n");
    assert!(complaints.contains("seen"), "{complaints}");
    assert!(
        complaints.contains("Content Security Policy"),
        "{complaints}"
    );
}

#[test]
fn everybody_can_read_it() {
    let Some(mut shown) = Shown::new() else {
        return;
    };
    let browser = &mut shown.browser;
    let unnamed = browser.evaluate(
        r#"[
          ...[...document.querySelectorAll('th')].filter(th => !['col', 'row'].includes(th.getAttribute('scope'))),
          ...[...document.querySelectorAll('table')].filter(table => !table.caption || !table.caption.textContent),
          ...[...document.querySelectorAll('table')].filter(table => [...table.rows].some(row => row.cells.length !== table.rows[0].cells.length)),
          ...[...document.querySelectorAll('svg')].filter(svg => svg.getAttribute('role') !== 'img'
            || !svg.getAttribute('aria-labelledby').split(' ').every(id => document.getElementById(id).textContent.length > 5)),
          ...[...document.querySelectorAll('select, input')].filter(control => control.labels.length !== 1),
          ...[...document.querySelectorAll('[tabindex]')].filter(region => !region.getAttribute('aria-label')),
        ].map(element => element.outerHTML.slice(0, 200))"#,
    );
    assert_eq!(unnamed, json!([]));
    assert!(
        browser
            .evaluate("document.querySelectorAll('svg').length")
            .as_u64()
            > Some(8)
    );

    // The first stop of the keyboard leads past the navigation; a heading sorts by keyboard.
    browser.key("Tab", 9, "");
    assert_eq!(browser.evaluate("document.activeElement.className"), "skip");
    browser.key("Enter", 13, "\r");
    assert_eq!(browser.evaluate("location.hash"), "#overview");
    browser.evaluate("document.querySelector('#operations th button').focus()");
    browser.key("Enter", 13, "\r");
    assert_eq!(
        browser.evaluate("document.querySelector('#operations th').getAttribute('aria-sort')"),
        "ascending"
    );
    let outline = browser.evaluate("getComputedStyle(document.activeElement).outlineStyle");
    assert_eq!(outline, "solid");

    let background = "getComputedStyle(document.body).backgroundColor";
    let light = browser.evaluate(background);
    browser.media("", "dark");
    assert_ne!(browser.evaluate(background), light);
    browser.media("print", "dark");
    assert_eq!(browser.evaluate(background), "rgb(255, 255, 255)");
    assert_eq!(
        browser.evaluate("getComputedStyle(document.querySelector('nav')).display"),
        "none"
    );
    browser.media("", "light");

    // No window is so narrow that the page itself scrolls sideways.
    browser.window(360, 800);
    let over = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    assert_eq!(browser.evaluate(over), 0);
    assert_eq!(shown.browser.complaints(), [""; 0]);
}

#[test]
fn without_scripts_everything_is_there() {
    let Some(mut shown) = Shown::new() else {
        return;
    };
    let browser = &mut shown.browser;
    browser.without_scripts();
    browser.reload();
    assert_eq!(
        browser.evaluate("document.querySelectorAll('#operations button').length"),
        0
    );
    assert_eq!(
        browser.evaluate("getComputedStyle(document.getElementById('filters')).display"),
        "none"
    );
    let rows = "[...document.querySelectorAll('#operations tbody tr')].filter(row => row.offsetParent !== null).length";
    assert_eq!(browser.evaluate(rows), 56);
    let markdown = fs::read_to_string(shown.pages.join("kem-01.md")).unwrap();
    let title = markdown
        .lines()
        .next()
        .unwrap()
        .trim_start_matches("# ")
        .to_owned();
    let shown_title = shown
        .browser
        .evaluate("document.getElementById('kem-01-title').textContent");
    assert_eq!(shown_title, title);
}

/// A path as an address of this machine.
fn address(path: &Path) -> String {
    format!("file://{}", path.display())
}
