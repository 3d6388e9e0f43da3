//! Evidence on real folders.

use std::fs;
use std::path::Path;

use assay_evidence::{Build, Error, Store, TimingRecord, write_atomically};

fn record() -> TimingRecord {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/published/records/kem-24/scabbard128__enc.json");
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path().join("data"));
    assert_eq!(
        store.read_record("kem-24", "scabbard128", "enc").unwrap(),
        None
    );
    store.write_record(&record()).unwrap();
    assert_eq!(
        store.read_record("kem-24", "scabbard128", "enc").unwrap(),
        Some(record())
    );
    assert_eq!(store.records_of("kem-24").unwrap(), [record()]);
}

#[test]
fn nothing_but_the_file_is_left_after_writing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    write_atomically(&path, b"one").unwrap();
    write_atomically(&path, b"two").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"two");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_leftover_of_an_interrupted_write_is_not_evidence() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    store.write_record(&record()).unwrap();
    let records = folder.path().join("records/kem-24");
    fs::write(records.join(".writing-abc"), b"{\"sch").unwrap();
    assert_eq!(store.records_of("kem-24").unwrap().len(), 1);
}

#[test]
fn members_of_other_versions_are_kept() {
    let mut value = serde_json::to_value(record()).unwrap();
    value["a_later_member"] = "kept".into();
    value["processes"][0]["another"] = 1.into();
    let read: TimingRecord = serde_json::from_value(value.clone()).unwrap();
    assert_eq!(serde_json::to_value(read).unwrap(), value);
}

#[test]
fn a_record_with_trials_but_without_a_mean_is_broken() {
    let mut value = serde_json::to_value(record()).unwrap();
    value.as_object_mut().unwrap().remove("mean_seconds");
    let error = serde_json::from_value::<TimingRecord>(value).unwrap_err();
    assert_eq!(error.to_string(), "missing field `mean_seconds`");
}

#[test]
fn a_newer_schema_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let path = store.record_path("kem-24", "scabbard128", "enc");
    write_atomically(&path, b"{\"schema\": 4, \"anything\": []}").unwrap();
    let error = store
        .read_record("kem-24", "scabbard128", "enc")
        .unwrap_err();
    assert!(matches!(
        error,
        Error::NewerSchema {
            found: 4,
            known: 3,
            ..
        }
    ));
    assert!(
        error.to_string().contains("scabbard128__enc.json"),
        "{error}"
    );
}

#[test]
fn a_truncated_file_is_named_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    write_atomically(&folder.path().join("build.json"), b"{\n \"instances\": {").unwrap();
    let message = store.read_build().unwrap_err().to_string();
    assert!(
        message.contains("build.json") && message.contains("line 2"),
        "{message}"
    );
}

#[test]
fn an_entry_under_the_wrong_key_is_refused() {
    let text = r#"{"instances": {"kem-24/other": {"candidate": "kem-24", "label": "scabbard128", "instance": null,
        "variant": "reference", "flags": "guide", "kat": "PASS"}}}"#;
    let message = serde_json::from_str::<Build>(text).unwrap_err().to_string();
    assert!(
        message.contains("describes kem-24/scabbard128"),
        "{message}"
    );
}

/// As root a folder without write permission is writable, so a file stands where the folder should be.
#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let obstacle = folder.path().join("data");
    fs::write(&obstacle, b"").unwrap();
    let error = Store::new(&obstacle).write_record(&record()).unwrap_err();
    assert!(matches!(error, Error::NotWritable { .. }), "{error:?}");
    assert!(
        error.to_string().contains("choose another folder"),
        "{error}"
    );
}

#[test]
fn the_second_campaign_in_a_folder_is_told_of_the_first() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(folder.path());
    let first = store.lock().unwrap();
    let message = store.lock().unwrap_err().to_string();
    assert!(
        message.contains(&format!("process {}", std::process::id())),
        "{message}"
    );
    drop(first);
    store.lock().unwrap();
}
