//! Pages depend on nothing but their input.

use std::fs;
use std::path::Path;

/// What would let a page depend on the moment, the machine or the checkout.
const FORBIDDEN: [&str; 12] = [
    "std::time",
    "SystemTime",
    "Instant",
    "std::env",
    "env!(",
    "std::fs",
    "File::",
    "std::process",
    "std::net",
    "std::thread",
    "HashMap",
    "HashSet",
];

#[test]
fn the_sources_read_no_clock_host_environment_or_file() {
    let mut checked = 0;
    visit(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut checked,
    );
    assert!(checked > 15, "only {checked} sources were found");
}

fn visit(folder: &Path, checked: &mut usize) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            visit(&path, checked);
            continue;
        }
        *checked += 1;
        let source = fs::read_to_string(&path).unwrap();
        for word in FORBIDDEN {
            assert!(!source.contains(word), "{} uses {word}", path.display());
        }
    }
}
