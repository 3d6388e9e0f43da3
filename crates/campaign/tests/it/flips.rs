//! No byte of a dataset changes unnoticed.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use assay_campaign::Dataset;
use assay_campaign::validate::{Options, validate};
use assay_evidence::{FileKind, files_below};
use assay_manifest::Systems;

use crate::synthetic::{Size, candidates, write_repository};

const FLIPS: u64 = 1000;

#[test]
fn a_thousand_changed_bytes_are_all_found_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let run = write_repository(folder.path(), &Size::SMALLEST).unwrap();
    let manifests = candidates(folder.path()).unwrap();
    let systems = Systems::load(folder.path()).unwrap();
    let dataset = Dataset::at(&run).unwrap();
    let problems = || {
        validate(&dataset, &manifests, &systems, Options::default())
            .unwrap()
            .problems
    };
    assert_eq!(problems(), []);

    let mut kinds: BTreeMap<String, Vec<(String, PathBuf)>> = BTreeMap::new();
    for name in files_below(&run).unwrap() {
        let kind = match name.strip_prefix("data/") {
            Some(data) => format!("{:?}", FileKind::of(data)),
            None => match name.as_str() {
                "pages/summary.md" => "Summary",
                "pages/index.html" => "Site",
                "pages/symmetric-survey.md" => "Survey",
                page if page.starts_with("pages/method_") => "Method",
                table if table.starts_with("pages/csv/") => "Table",
                _ => "Page",
            }
            .to_owned(),
        };
        let path = run.join(&name);
        kinds.entry(kind).or_default().push((name, path));
    }
    let known: Vec<&str> = kinds.keys().map(String::as_str).collect();
    assert_eq!(
        known,
        [
            "Build", "Campaign", "Digests", "KatLog", "Memory", "Method", "Page", "Profile",
            "Record", "Site", "Summary", "Survey", "Table"
        ]
    );

    // Places are random, and the same in every run: a miss can be looked at.
    let mut state = 20_260_929u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for flip in 0..FLIPS {
        let files = kinds.values().nth(flip as usize % kinds.len()).unwrap();
        let (name, path) = &files[random(files.len())];
        let original = fs::read(path).unwrap();
        let place = random(original.len());
        let mut changed = original.clone();
        changed[place] ^= 1 << random(8);
        fs::write(path, &changed).unwrap();
        let found = problems();
        assert!(
            found
                .iter()
                .any(|problem| problem.to_string().contains(name.as_str())),
            "byte {place} of {name}, {} for {}: {found:?}",
            changed[place],
            original[place]
        );
        fs::write(path, &original).unwrap();
    }
    assert_eq!(problems(), []);
}
