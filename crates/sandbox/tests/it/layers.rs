use assay_sandbox::{Layer, Layers};

fn layers() -> Layers {
    Layers {
        no_core_dumps: Layer::Active,
        address_space: Layer::NotAsked,
        cpu_time: Layer::Active,
        file_size: Layer::Active,
        process_group: Layer::NotAvailable("EPERM: Operation not permitted".to_owned()),
        parent_death_signal: Layer::Active,
        no_new_privileges: Layer::Active,
    }
}

#[test]
fn a_report_is_stored_in_words() {
    let json = serde_json::to_string_pretty(&layers()).unwrap();
    assert_eq!(
        json,
        r#"{
  "no_core_dumps": "active",
  "address_space": "not asked for",
  "cpu_time": "active",
  "file_size": "active",
  "process_group": "not available: EPERM: Operation not permitted",
  "parent_death_signal": "active",
  "no_new_privileges": "active"
}"#
    );
    assert_eq!(serde_json::from_str::<Layers>(&json).unwrap(), layers());
}

#[test]
fn only_what_was_asked_for_can_be_missing() {
    assert_eq!(
        layers().missing(),
        [("process group", "EPERM: Operation not permitted")]
    );
    assert!(!layers().process_group.is_active());
}

#[test]
fn other_words_are_refused() {
    let error = "on".parse::<Layer>().unwrap_err().to_string();
    assert_eq!(
        error,
        "\"on\" is not the state of a layer; expected \"active\", \"not asked for\" or \
         \"not available: …\""
    );
}
