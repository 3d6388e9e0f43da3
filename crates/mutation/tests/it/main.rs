//! Changes change, and bounds hold.

use std::process::Command;

use assay_mutation::{bounded, damage_bytes, damage_json, damage_lines};
use proptest::prelude::*;
use serde_json::{Value, json};

proptest! {
    /// Of any input, the empty ones too, and most of the time to something else.
    #[test]
    fn changes_can_be_applied_to_anything(
        bytes in prop::collection::vec(any::<u8>(), 0..20), text in "[a-z=\n]{0,20}",
        of_bytes in damage_bytes(), of_lines in damage_lines(&["word"]), of_json in damage_json(),
    ) {
        let mut changed = bytes.clone();
        of_bytes.iter().for_each(|change| change.apply(&mut changed));
        let changed = of_lines.iter().fold(text, |text, change| change.apply(&text));
        prop_assert!(changed.len() < 100_000);
        for mut value in [Value::Null, json!([]), json!({"a": [1, {"b": 2}]})] {
            of_json.iter().for_each(|change| change.apply(&mut value));
        }
    }
}

/// Only run by the test below.
#[test]
#[ignore = "takes more memory than it may"]
fn takes_a_gibibyte() {
    bounded("takes_a_gibibyte", || {
        let much = vec![1_u8; 1 << 30];
        assert_eq!(much.iter().next_back(), Some(&1));
    });
}

#[test]
fn what_takes_too_much_fails() {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "takes_a_gibibyte", "--include-ignored"])
        .env_remove("ASSAY_BOUNDED")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && said.contains("memory allocation of"),
        "{said}"
    );
    bounded("what_takes_too_much_fails", || ());
}
