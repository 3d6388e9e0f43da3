//! The excerpt of the published dataset, which has schema 2 and no digests.

use std::fs;
use std::path::{Path, PathBuf};

use assay_campaign::Dataset;
use assay_campaign::validate::{Options, Validation, validate};
use assay_manifest::Systems;
use serde_json::{Value, json};

use crate::messages;
use crate::synthetic::change;

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn excerpt() -> PathBuf {
    project().join("crates/evidence/tests/published")
}

fn check(folder: &Path, excerpt: bool) -> Validation {
    let candidates = assay_manifest::load_all(&project()).unwrap();
    let options = Options {
        excerpt,
        no_local_paths: true,
    };
    let systems = Systems::load(&project()).unwrap();
    validate(
        &Dataset::at(folder).unwrap(),
        &candidates,
        &systems,
        options,
    )
    .unwrap()
}

#[test]
fn it_holds_as_far_as_it_is_complete() {
    let found = check(&excerpt(), true);
    assert_eq!(messages(&found), [""; 0]);
    assert_eq!((found.records, found.profiles, found.logs), (17, 10, 4));
    assert_eq!(found.seal, None);
    assert_eq!(
        found.notes,
        [
            "10 logs of known-answer tests that build.json names are not in this excerpt",
            "there are no pages beside this evidence, so none was rendered again",
            "data of schema 2 has no digests.json: statistics, shares, logs and the form of every file were checked, but a \
             changed value that nothing else in the dataset determines would not be found",
        ]
    );
}

#[test]
fn what_it_lacks_is_named() {
    let found = messages(&check(&excerpt(), false));
    assert_eq!(found.len(), 10, "{found:?}");
    assert!(
        found
            .iter()
            .all(|found| found.contains("is missing, but build.json names it for ")),
        "{found:?}"
    );
}

#[test]
fn changes_that_anything_determines_are_found() {
    let folder = tempfile::tempdir().unwrap();
    for name in assay_evidence::files_below(&excerpt()).unwrap() {
        let path = folder.path().join(&name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::copy(excerpt().join(&name), path).unwrap();
    }
    let record = "records/kem-24/scabbard128__enc.json";
    type Change = fn(&mut Value);
    let cases: [(&str, Change, &str); 5] = [
        (
            record,
            |record| record["max_trial_seconds"] = json!(1.0),
            "records/kem-24/scabbard128__enc.json: max_trial_seconds is 1.0, but the raw data give 0.0003714489504351116",
        ),
        (
            record,
            |record| record["library_sha256"] = json!("00"),
            "library_sha256 is \"00\", but build.json gives \"",
        ),
        (
            record,
            |record| record["stderr_of_somebody"] = json!("-I/home/somebody"),
            "holds a path of the machine it was made on: /home/somebody",
        ),
        (
            "profile/kem-24/scabbard128__enc.json",
            |profile| profile["hash_share"] = json!(0.5),
            "the hash share is stored as 0.5",
        ),
        (
            "build.json",
            |build| build["instances"]["kem-24/scabbard256"]["kat"] = json!("MISMATCH"),
            "build.json: kem-24/scabbard256.kat is MISMATCH, but its log ends with PASS",
        ),
    ];
    for (name, how, expected) in cases {
        let path = folder.path().join(name);
        let original = fs::read(&path).unwrap();
        change(&path, how).unwrap();
        let found = messages(&check(folder.path(), true));
        assert!(
            found.iter().any(|found| found.contains(expected)),
            "{expected}: {found:?}"
        );
        fs::write(&path, original).unwrap();
    }

    // A blank too many changes no value; the form of the file gives it away.
    let path = folder.path().join(record);
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"status\": ", "\"status\":  ", 1)).unwrap();
    assert_eq!(
        messages(&check(folder.path(), true)),
        [format!(
            "{record}: line 3 is not in the form in which evidence is written"
        )]
    );
}
