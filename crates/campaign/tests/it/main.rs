//! Datasets on disk: checked, published, compared.

#[path = "../support/synthetic.rs"]
mod synthetic;

mod browser;
mod compare;
mod flips;
mod publish;
mod published;
mod validate;

use std::path::Path;

use assay_campaign::validate::{Options, Validation};
use assay_campaign::{Dataset, RunFolder, pages};
use assay_manifest::Systems;

/// Checks a run of a made-up repository.
fn check(root: &Path, run: &Path) -> Validation {
    let candidates = synthetic::candidates(root).unwrap();
    let systems = Systems::load(root).unwrap();
    assay_campaign::validate::validate(
        &Dataset::at(run).unwrap(),
        &candidates,
        &systems,
        Options::default(),
    )
    .unwrap()
}

fn messages(found: &Validation) -> Vec<String> {
    found.problems.iter().map(ToString::to_string).collect()
}

/// Writes pages and digests again, as somebody would who wants to hide a change.
fn cover_up(root: &Path, run: &Path) {
    pages::write_all(&RunFolder::new(run), &synthetic::candidates(root).unwrap()).unwrap();
}
