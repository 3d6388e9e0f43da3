use std::{collections::BTreeSet, fs, path::Path};

use assay_iccs::sources::{self, Purpose};

use crate::support::Workshop;

#[test]
fn every_file_is_embedded_in_order() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("c");
    let mut present = BTreeSet::new();
    for part in ["", "testing/"] {
        for entry in fs::read_dir(folder.join(part)).expect("the folder of C sources") {
            let entry = entry.expect("an entry");
            if entry.file_type().expect("its type").is_file() {
                present.insert(format!("{part}{}", entry.file_name().to_string_lossy()));
            }
        }
    }
    let embedded: Vec<_> = sources::ALL
        .iter()
        .map(|file| file.name.to_owned())
        .collect();
    assert_eq!(embedded, present.into_iter().collect::<Vec<_>>());
}

#[test]
fn writing_again_changes_only_what_is_wrong() {
    let workshop = Workshop::new();
    let (good, bad) = (workshop.path("shim.c"), workshop.path("drng.c"));
    let before = fs::metadata(&good)
        .and_then(|file| file.modified())
        .expect("a time");
    fs::write(&bad, "int x;").expect("a file is spoilt");
    sources::write_to(&workshop.path("")).expect("the sources are written");
    assert_eq!(
        fs::metadata(&good)
            .and_then(|file| file.modified())
            .expect("a time"),
        before
    );
    let drng = sources::ALL
        .iter()
        .find(|file| file.name == "drng.c")
        .expect("drng.c is embedded");
    assert_eq!(
        fs::read_to_string(&bad).expect("the file is there"),
        drng.contents
    );
    let count = fs::read_dir(workshop.path("")).expect("the folder").count();
    assert_eq!(
        count,
        sources::ALL
            .iter()
            .filter(|file| !file.name.contains('/'))
            .count()
            + 1,
        "nothing is left over"
    );
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let workshop = Workshop::new();
    let error = sources::write_to(&workshop.path("shim.c")).expect_err("shim.c is no folder");
    let expected = format!(
        "failed to write {}",
        workshop.path("shim.c/assay_sm3.c").display()
    );
    assert_eq!(error.to_string(), expected);
}

#[test]
fn the_digest_covers_names_and_contents() {
    let mut fed = Vec::new();
    sources::feed_digest(|bytes| fed.extend_from_slice(bytes));
    let expected: usize = sources::ALL
        .iter()
        .map(|file| 16 + file.name.len() + file.contents.len())
        .sum();
    assert_eq!(fed.len(), expected);
}

#[test]
fn only_the_test_support_goes_by_another_name() {
    assert!(sources::with_purpose(Purpose::Testing).all(|file| file.name.starts_with("testing/")));
}
