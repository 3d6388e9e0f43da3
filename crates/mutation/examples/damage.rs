//! Shows some damaged forms of a small JSON text.

use assay_mutation::damage_json;
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::TestRunner;
use serde_json::json;

fn main() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..10 {
        let mut value = json!({"schema": 3, "trials": [1, 2, 3], "status": "complete"});
        let changes = damage_json().new_tree(&mut runner).expect("it has values");
        for change in changes.current() {
            change.apply(&mut value);
        }
        let text: String = value.to_string().chars().take(100).collect();
        println!("{text}");
    }
}
