//! Reading whole datasets, and refusing folders of other campaigns.

use std::fs;
use std::path::Path;

use assay_evidence::plan::Planning;
use assay_evidence::{Error, Store};

fn published() -> Store {
    Store::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/published"))
}

#[test]
fn candidates_are_those_with_any_evidence() {
    let store = published();
    assert_eq!(store.candidates().unwrap(), ["kem-22", "kem-24", "kex-06"]);
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(Store::new(empty.path()).candidates().unwrap(), [""; 0]);
    fs::create_dir_all(empty.path().join("records/sign-01")).unwrap();
    assert_eq!(Store::new(empty.path()).candidates().unwrap(), ["sign-01"]);
}

#[test]
fn evidence_of_a_candidate_is_its_own() {
    let store = published();
    let build = store.read_build().unwrap().unwrap();
    let evidence = store.evidence_of("kem-22", &build).unwrap();
    assert_eq!(evidence.builds.len(), 6);
    assert_eq!(evidence.records.len(), 2);
    assert_eq!(evidence.profiles, []);
}

#[test]
fn a_folder_of_another_campaign_is_refused() {
    let store = published();
    let standard = Planning::STANDARD;
    assert!(
        store
            .read_campaign_of("x86_1", &standard)
            .unwrap()
            .is_some()
    );

    let error = store.read_campaign_of("arm_1", &standard).unwrap_err();
    assert!(matches!(error, Error::OtherCampaign { what: "system", .. }));
    assert!(
        error.to_string().ends_with(
            "campaign.json holds a campaign with another system: x86_1, not arm_1; choose another folder with --run"
        ),
        "{error}"
    );
    let error = store
        .read_campaign_of("x86_1", &Planning::QUICK)
        .unwrap_err();
    assert!(
        error.to_string().contains("5 trials of 1 s")
            && error.to_string().contains("5 trials of 0.05 s"),
        "{error}"
    );

    let empty = tempfile::tempdir().unwrap();
    let none = Store::new(empty.path()).read_campaign_of("x86_1", &standard);
    assert_eq!(none.unwrap(), None);
}
