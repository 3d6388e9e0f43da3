//! Renders the page of a candidate from a dataset, as Markdown or (with `--text`) as plain text.
//!
//! `cargo run -p assay-report --example candidate_page -- [--text] REPOSITORY DATASET CANDIDATE`; without arguments, the
//! page of kem-24 from the excerpt of the published dataset in this repository.

use std::error::Error;
use std::path::{Path, PathBuf};

use assay_evidence::Store;
use assay_report::{CandidateFacts, candidate_page, markdown, plain_text};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let as_text = arguments.first().is_some_and(|first| first == "--text");
    if as_text {
        arguments.remove(0);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (root, dataset, candidate): (PathBuf, PathBuf, String) = match arguments.as_slice() {
        [] => (
            root.clone(),
            root.join("crates/evidence/tests/published"),
            "kem-24".to_owned(),
        ),
        [root, dataset, candidate] => (root.into(), dataset.into(), candidate.clone()),
        _ => return Err("expected [--text] REPOSITORY DATASET CANDIDATE".into()),
    };
    let facts = CandidateFacts::from(&assay_manifest::load(&root, &candidate)?);
    let store = Store::new(dataset);
    let build = store.read_build()?.unwrap_or_default();
    let campaign = store
        .read_campaign()?
        .ok_or("the dataset has no campaign.json")?;
    let page = candidate_page(&facts, &store.evidence_of(&candidate, &build)?, &campaign);
    print!(
        "{}",
        if as_text {
            plain_text(&page)
        } else {
            markdown(&page)
        }
    );
    Ok(())
}
