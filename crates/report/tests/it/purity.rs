//! Pages depend on nothing but evidence and manifests.

use std::fs;
use std::path::{Path, PathBuf};

use assay_report::{CandidateFacts, Site, candidate_page, plain_text, site_form};

use crate::facts;

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else {
            found.push(path);
        }
    }
}

/// No source of this crate names a way to the clock, the environment, files, processes or the network.
#[test]
fn nothing_here_can_read_the_world() {
    let mut found = Vec::new();
    sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut found,
    );
    assert!(found.len() > 20);
    for path in found {
        let text = fs::read_to_string(&path).unwrap();
        for way in [
            "std::env",
            "std::time",
            "std::fs",
            "std::process",
            "std::net",
            "env!",
            "jiff",
        ] {
            assert!(!text.contains(way), "{} mentions {way}", path.display());
        }
    }
}

/// What the manifest in this repository says is enough for the published page.
#[test]
fn facts_of_the_manifest_give_the_published_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let facts = CandidateFacts::from(&assay_manifest::load(&root, "kem-24").unwrap());
    let (evidence, campaign) = facts::published("kem-24");
    let site = Site {
        systems: vec!["x86_1".to_owned(), "arm_1".to_owned()],
        system: "x86_1".to_owned(),
    };
    let page = site_form(&candidate_page(&facts, &evidence, &campaign), &facts, &site);
    assert_eq!(plain_text(&page), include_str!("../published/kem-24.txt"));
}
