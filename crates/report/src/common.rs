//! Everything in the folder of the pages that is about all candidates together.

use crate::candidate::page_of;
use crate::context::{Context, Evidence};
use crate::csv::{CsvRows, csv_files};
use crate::facts::CandidateFacts;
use crate::method::method_page;
use crate::page::Page;
use crate::site::{Common, SitePart, site};
use crate::summary::summary_page;
use crate::survey::symmetric_survey_page;
use crate::{SITE_FILE_NAME, SUMMARY_FILE_NAME, SURVEY_FILE_NAME, method_file_name};

/// What a candidate contributes to files about all of them. It is made while the candidate's evidence is at hand, raw
/// data included, and is small.
#[derive(Debug, Clone)]
pub struct CandidatePart {
    csv: CsvRows,
    site: SitePart,
}

impl CandidatePart {
    /// The page of a candidate, and its part in the common files.
    #[must_use]
    pub fn with_page(facts: &CandidateFacts, evidence: &Evidence<'_>) -> (Page, CandidatePart) {
        let context = Context::new(facts, evidence);
        let page = page_of(&context);
        let part = CandidatePart {
            csv: CsvRows::new(&context),
            site: SitePart::new(&context, &page),
        };
        (page, part)
    }
}

/// Path in the folder of the pages, and text, of every file about all candidates.
///
/// The evidence may be without raw data; whatever follows from them is in the parts. The order of the candidates does not
/// matter.
#[must_use]
pub fn common_files(
    facts: &[CandidateFacts],
    evidence: &Evidence<'_>,
    parts: &[CandidatePart],
) -> Vec<(String, String)> {
    let summary = summary_page(facts, std::slice::from_ref(evidence));
    let method = method_page(evidence);
    let survey = symmetric_survey_page(facts, evidence);
    let tables = csv_files(parts.iter().map(|part| &part.csv));
    let common = Common {
        system: evidence.system,
        summary: &summary,
        method: &method,
        survey: &survey,
        tables: tables.iter().map(|(path, _)| path.as_str()).collect(),
    };
    let mut files = vec![
        (
            SITE_FILE_NAME.to_owned(),
            site(&common, parts.iter().map(|part| &part.site)),
        ),
        (SUMMARY_FILE_NAME.to_owned(), summary.markdown()),
        (method_file_name(evidence.system), method.markdown()),
        (SURVEY_FILE_NAME.to_owned(), survey.markdown()),
    ];
    files.extend(tables);
    files
}
