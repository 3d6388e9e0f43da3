//! Pages from evidence.
//!
//! # Why
//! A page is only as good as the chance to make it again. Pages here are a pure function of evidence and of the facts of
//! the manifest: the same input gives the same bytes, on any machine, at any time.
//!
//! # How
//! [`candidate_page`] and [`summary_page`] build a [`Page`], a small model of headings, lists, quotes and tables.
//! [`Page::markdown`] and [`Page::text`] are two renderings of it. Each section of a page is a file under `sections`;
//! [`mod@format`] holds the number formats. Published data (schema 2) gets the sentences of the published pages; data of
//! this project (schema 3) gets sentences of its own, which say whose code was measured, with which counter, on what kind
//! of host, and `not measured:` with the reason wherever something is absent.
//!
//! # Known limitations
//! A size audit, which accompanies published data elsewhere, is named but not linked. Candidates of published
//! data are not told apart by wording of their own; such remarks come from the manifest's notes.
//!
//! # Source
//! Structure and number formats follow the published pages of the NGCC performance campaign, which follow the
//! self-assessment guide of the competition, §3.5.
#![forbid(unsafe_code)]

mod banner;
mod candidate;
mod clock;
mod common;
mod context;
mod counter;
mod csv;
mod disturbance;
mod facts;
mod failure;
mod method;
mod natural;
mod page;
mod sections;
mod site;
mod summary;
mod survey;

pub mod format;

pub use banner::disturbed_words;
pub use candidate::candidate_page;
pub use common::{CandidatePart, common_files};
pub use context::{Evidence, page_order};
pub use counter::unit_name;
pub use disturbance::disturbed_in_every_attempt;
pub use facts::{CandidateFacts, InstanceFacts};
pub use failure::{failure_reason, without_errno};
pub use natural::natural_order;
pub use page::{Block, Line, Page, Span, Table};
pub use summary::summary_page;

/// File name of the page of a candidate, in the folder of the pages.
#[must_use]
pub fn page_file_name(candidate: &str) -> String {
    format!("{candidate}.md")
}

/// File name of the summary page, in the same folder.
pub const SUMMARY_FILE_NAME: &str = "summary.md";

/// File name of the page about the method of measurement, in the same folder.
#[must_use]
pub fn method_file_name(system: &str) -> String {
    format!("method_{system}.md")
}

/// File name of the page about the candidates' symmetric functions, in the same folder.
pub const SURVEY_FILE_NAME: &str = "symmetric-survey.md";

/// File name of the HTML file that holds all pages, in the same folder.
pub const SITE_FILE_NAME: &str = "index.html";
