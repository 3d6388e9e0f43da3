//! All pages as one HTML file that needs nothing else: no network, no script to be read, no second file.

mod base64;
mod figures;
mod links;
mod overview;
mod scale;
mod speed;
mod svg;

use std::fmt::Write;

use assay_manifest::Function;

use crate::context::Context;
use crate::natural::natural_order;
use crate::page::Page;
use crate::page::html::{Part, attribute, text};
use crate::site::figures::Operation;

const STYLE: &str = include_str!("site/style.css");
const SCRIPT: &str = include_str!("site/script.js");
/// Before which section of a candidate's page its figures stand.
const FIGURES_BEFORE: &str = "5. Resource consumption";

/// What a candidate contributes to the file.
#[derive(Debug, Clone)]
pub(crate) struct SitePart {
    id: String,
    algorithm: String,
    function: Function,
    /// Its page.
    section: String,
    /// Its rows of the overview.
    rows: String,
    operations: Vec<Operation>,
}

impl SitePart {
    pub(crate) fn new(context: &Context<'_>, page: &Page) -> SitePart {
        let facts = context.facts;
        let operations = figures::operations(context);
        let figures = figures::of_candidate(&facts.id, &operations);
        let section = page.html(&Part {
            id: &facts.id,
            link: &|address| links::inside(address, context.system),
            insert: Some((FIGURES_BEFORE, &figures)),
        });
        SitePart {
            id: facts.id.clone(),
            algorithm: facts.algorithm.clone(),
            function: facts.function,
            section,
            rows: overview::rows(context),
            operations,
        }
    }
}

/// Pages about all candidates.
pub(crate) struct Common<'a> {
    pub(crate) system: &'a str,
    pub(crate) summary: &'a Page,
    pub(crate) method: &'a Page,
    pub(crate) survey: &'a Page,
    /// Paths of the CSV files, relative to the folder of the site.
    pub(crate) tables: Vec<&'a str>,
}

/// The file.
pub(crate) fn site<'a>(common: &Common<'_>, parts: impl Iterator<Item = &'a SitePart>) -> String {
    let mut parts: Vec<&SitePart> = parts.collect();
    parts.sort_by(|a, b| natural_order(&a.id, &b.id));
    let title = format!("Assay — measurements on {}", text(common.system));
    let mut written = String::new();
    let _ = write!(
        written,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"\
         default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip\" href=\"#overview\">Skip to the overview</a>\n",
        base64::sha256(STYLE),
        base64::sha256(SCRIPT)
    );
    header(&mut written, &parts, &title);
    written.push_str("<main>\n");
    let link = |address: &str| links::inside(address, common.system);
    let warnings = common.summary.warnings_html(&link);
    overview::section(
        &mut written,
        &warnings,
        parts.iter().map(|part| part.rows.as_str()),
    );
    speed::section(&mut written, &parts);
    for (id, page) in [
        ("summary", common.summary),
        ("method", common.method),
        ("survey", common.survey),
    ] {
        written.push_str(&page.html(&Part {
            id,
            link: &link,
            insert: None,
        }));
    }
    for part in &parts {
        written.push_str(&part.section);
    }
    written.push_str("</main>\n<footer><p>Every number here is rendered from stored evidence; <code>cargo xtask validate</code> renders this file again \
         and finds any changed byte. Exact numbers: ");
    for (index, path) in common.tables.iter().enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        let _ = write!(
            written,
            "{separator}<a href=\"{}\">{}</a>",
            attribute(path),
            text(path)
        );
    }
    let _ = write!(
        written,
        ".</p></footer>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    );
    written
}

fn header(written: &mut String, parts: &[&SitePart], title: &str) {
    let _ = write!(
        written,
        "<header class=\"top\"><h1>{title}</h1>\n<nav aria-label=\"Pages\"><a href=\"#overview\">Overview</a> <a href=\"#speed\">Figures</a> \
         <a href=\"#summary\">Summary</a> <a href=\"#method\">Method</a> <a href=\"#survey\">Survey</a>\n"
    );
    let _ = write!(
        written,
        "<details class=\"menu\"><summary>Candidates ({})</summary><ul>",
        parts.len()
    );
    for part in parts {
        let _ = write!(
            written,
            "<li><a href=\"#{}\">{} <span>{}</span></a></li>",
            attribute(&part.id),
            text(&part.id),
            text(&part.algorithm)
        );
    }
    written.push_str("</ul></details></nav></header>\n");
}
