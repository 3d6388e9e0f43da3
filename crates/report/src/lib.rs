//! Pages from evidence: one per candidate, and a summary over all of them.
//!
//! # Why
//! A page must say no more than the evidence does. Therefore a page is a pure function of stored evidence and of facts
//! from manifests: nothing here reads a clock, a host name, the environment or a file, and rendering twice gives the
//! same bytes.
//!
//! # How
//! [`candidate_page`] and [`summary_page`] build a [`Page`], a list of headings, paragraphs and tables without markup.
//! [`markdown`] and [`plain_text`] are two renderings of it; [`site_form`] turns a page into the form it has on a web
//! site. [`number`] holds the number formats, each correctly rounded from the exact value.
//!
//! Evidence of the published dataset (campaigns without a schema) gets the published sentences, so its pages are
//! reproduced as they are. Evidence of version 3 gets more: the unit of every count, the origin of the code, the
//! spread of single calls and of trials, disturbance, parts of the static size, and a banner when the machine was not in
//! a fit state or the campaign was a quick look. Counts of two units never share a column.
//!
//! # Known limitations
//! No plots and no CSV. The Markdown of the published pages is known only through their visible text, which is
//! reproduced; link targets are not.
//!
//! # Source
//! The published report pages of the NGCC performance campaign, structured after the NICCS self-assessment guide,
//! section 3.5 (1) to (7).
#![forbid(unsafe_code)]

mod candidate;
mod clock;
mod facts;
mod from_manifest;
mod markdown;
mod measured;
mod natural;
mod operation;
mod page;
mod plain;
mod site;
mod summary;
mod unit;

pub mod number;

pub use candidate::candidate_page;
pub use clock::clock_text;
pub use facts::{CandidateFacts, InstanceFacts};
pub use markdown::markdown;
pub use natural::natural_order;
pub use operation::operation_order;
pub use page::{Block, Inline, Page, Span, Table};
pub use plain::plain_text;
pub use site::{Site, site_form};
pub use summary::{Row, summary_page};
pub use unit::Unit;
