//! Choosing candidates and instances.

use assay_manifest::{load, load_all, nearest, select};

use crate::repository::{Repository, VALID, assert_text};

fn two_candidates() -> Repository {
    let instance = &VALID[VALID.find("[[").unwrap()..];
    let manifest = format!("{VALID}\n{}", instance.replace("example128", "example256"));
    let repository = Repository::new(&manifest);
    repository.write(
        "candidates/kem-22/candidate.toml",
        &VALID.replace("kem-24", "kem-22"),
    );
    for file in ["kem.c", "KEM_AlgorithmInstance.h"] {
        repository.write(&format!("candidates/kem-22/independent/{file}"), "");
    }
    repository
}

fn chosen(names: &[&str]) -> Result<Vec<String>, String> {
    let candidates = load_all(two_candidates().root()).unwrap();
    let selection = select(&candidates, names).map_err(|error| error.to_string())?;
    Ok(selection
        .iter()
        .map(|chosen| format!("{}/{}", chosen.candidate.id, chosen.instance.label))
        .collect())
}

#[test]
fn nothing_named_means_everything() {
    assert_eq!(
        chosen(&[]).unwrap(),
        [
            "kem-22/example128",
            "kem-24/example128",
            "kem-24/example256"
        ]
    );
}

#[test]
fn order_is_that_of_the_manifests_and_nothing_comes_twice() {
    assert_eq!(
        chosen(&["kem-24/example256", "kem-24", "kem-22"]).unwrap(),
        [
            "kem-22/example128",
            "kem-24/example128",
            "kem-24/example256"
        ]
    );
    assert_eq!(
        chosen(&["kem-24/example256"]).unwrap(),
        ["kem-24/example256"]
    );
}

#[test]
fn grouped_by_candidate() {
    let candidates = load_all(two_candidates().root()).unwrap();
    let selection = select(&candidates, &["kem-24", "kem-22"]).unwrap();
    let groups: Vec<_> = selection
        .by_candidate()
        .iter()
        .map(|(candidate, list)| (candidate.id.clone(), list.len()))
        .collect();
    assert_eq!(groups, [("kem-22".into(), 1), ("kem-24".into(), 2)]);
    assert_eq!((selection.len(), selection.is_empty()), (3, false));
}

#[test]
fn unknown_names_suggest_the_nearest() {
    let mut text: Vec<String> = [
        "kem24",
        "sign-7",
        "kem-24/exmaple256",
        "kem-24/",
        "kem-24/zz",
    ]
    .map(|name| chosen(&[name]).unwrap_err())
    .into();
    let repository = two_candidates();
    text.push(load(repository.root(), "kem-25").unwrap_err().to_string());
    text.push(
        load(repository.root(), "../kem-24")
            .unwrap_err()
            .to_string(),
    );
    assert_text!(text.join("\n"));
}

#[test]
fn nearest_name() {
    assert_eq!(
        nearest("scabard128", ["scabbard256", "scabbard128"]),
        Some("scabbard128")
    );
    assert_eq!(
        nearest("SCABBARD128", ["scabbard256", "scabbard128"]),
        Some("scabbard128")
    );
    assert_eq!(nearest("x", ["y"]), None);
    assert_eq!(nearest("anything", []), None);
}
