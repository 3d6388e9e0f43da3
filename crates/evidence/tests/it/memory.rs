//! Memory records: written, read, recomputed.

use assay_evidence::{MemoryDiscrepancy, MemoryRecord, Store, json};
use serde_json::json;

fn record() -> MemoryRecord {
    let call = |peak: u64| json!({"peak_bytes": peak, "allocations": 2, "releases": 1, "kept_bytes": -8, "not_followed": 0});
    serde_json::from_value(json!({
        "schema": 3,
        "candidate": "kem-90",
        "label": "set-128",
        "operation": "hash",
        "input_bytes": 32,
        "provenance": {
            "origin": "independent",
            "tool": {"name": "assay", "version": "0.1.0"},
            "library_sha256": "ab",
            "instrumented_sha256": null,
            "wrapped": ["malloc"],
            "not_wrapped": ["strdup"],
        },
        "commands": [["assay-driver", "memory"]],
        "stack": {"calls": [16, 48, 32], "peak_bytes": 48},
        "heap": {"calls": [call(100), call(90)], "peak_bytes": 100},
        "of_a_later_version": {"kept": true},
    }))
    .expect("a record")
}

#[test]
fn a_record_comes_back_with_what_is_not_known() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::new(folder.path());
    store.write_memory(&record()).expect("written");
    let path = store.memory_path("kem-90", "set-128", "hash_32");
    let bytes = std::fs::read(&path).expect("read");
    let found = store
        .read_memory("kem-90", "set-128", "hash_32")
        .expect("read");
    assert_eq!(found.as_ref(), Some(&record()));
    assert_eq!(
        json::to_bytes(&found.expect("it is there")).expect("JSON"),
        bytes
    );
    assert!(
        String::from_utf8(bytes)
            .expect("text")
            .contains("of_a_later_version")
    );
    assert_eq!(store.memories_of("kem-90").expect("read"), [record()]);
    assert_eq!(store.memories_of("kem-91").expect("read"), []);
    assert_eq!(store.candidates().expect("read"), ["kem-90"]);
}

#[test]
fn what_does_not_follow_is_found() {
    assert_eq!(record().check(), []);
    let mut forged = record();
    forged.stack.as_mut().expect("a stack").peak_bytes = 32;
    forged.heap.as_mut().expect("a heap").calls.clear();
    let peak = |what, stored, computed| MemoryDiscrepancy::Peak {
        what,
        stored,
        computed,
    };
    assert_eq!(
        forged.check(),
        [peak("stack", 32, Some(48)), peak("heap", 100, None)]
    );
    let mut silent = record();
    silent.stack = None;
    silent.no_heap = Some("there is one".to_owned());
    assert_eq!(
        silent.check(),
        [
            MemoryDiscrepancy::Reason("stack"),
            MemoryDiscrepancy::Reason("heap")
        ]
    );
}
