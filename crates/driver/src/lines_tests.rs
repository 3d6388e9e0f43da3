//! Damaged answers: what is not ours is counted, what is ours is understood, in whatever pieces it comes.

use assay_mutation::{bounded, damage_bytes, damage_json};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use super::Lines;
use crate::protocol::{Answer, Envelope, Job, Work};

const TOKEN: &str = "00ff00ff00ff00ff00ff00ff00ff00ff";
const ENDLESS: usize = 300_000;

/// One answer of every kind.
fn answers() -> Vec<Value> {
    let description = json!({
        "kind": "kem", "instance": "toy", "build_flags": "-O2", "sizes": [["pk_bytes", 4]], "passes": null,
        "available_passes": [1, 2], "has_generator": true, "instrumented": false,
    });
    let counter = json!({
        "source": "tsc", "unit": "tsc_ticks", "rate_hz": 2.1e9, "rate_basis": "measured", "floor": 20, "floor_minimum": 18,
        "refused": ["perf_rdpmc: no hardware counter"],
    });
    let step = json!({"operation": "pass1", "measurements": 2, "seconds": 0.1, "count": 9, "sample": [4, 5]});
    let heap = json!({"peak_bytes": 64, "allocations": 1, "releases": 1, "kept_bytes": 0, "not_followed": 0});
    vec![
        json!({"sandbox": [["no core dumps", "active"]]}),
        json!({"description": description}),
        json!({"record": {"fields": []}}),
        json!({"finding": "it prints"}),
        json!({"setup": {
            "description": description, "counter": counter, "baseline_rss_bytes": 4096, "timing_scope": "loop",
            "observed": [["msg1_bytes", 8]], "passes_run": 2,
        }}),
        json!({"trial": {
            "measurements": 20, "seconds": 0.1, "count": 100, "run_delay_s": 0.0, "time_enabled_ns": 5, "time_running_ns": 5,
            "sample": [1, 2, 3], "fallback_reads": 0, "steps": [step],
        }}),
        json!({"end": {"peak_rss_bytes": 4096, "rss_error_bound_bytes": 1024, "counters": [["sign_calls", 3]]}}),
        json!({"profile": {
            "operations": 3, "ticks": 100, "tick_source": "tsc", "tick_hz": 2.1e9, "overflow_calls": 0,
            "overhead": {"counted_ticks": 1.0, "whole_ticks": 2.0, "reading_ticks": 1.0},
            "calls_in_one": [["drng", 1, 2]],
            "calls": [{"fn": "drng", "in_bits": 0, "out_bits": 256, "calls": 3, "ticks": 30}], "instance": "toy",
        }}),
        json!({"memory": {
            "steps": [{"operation": "enc", "stack_bytes": [160], "heap": [heap]}], "no_stack": null, "counts_heap": true,
            "instance": "toy",
        }}),
        json!({"failed": {"verdict": "CRYPTOFAIL", "detail": "kem_enc returned -7"}}),
        json!({"fault": {"verdict": "CRASH", "detail": "signal 11"}}),
        json!({"error": "there is no library"}),
        json!("done"),
    ]
}

/// The same answers, whatever the pieces; each line is an answer or counted as foreign, unless it is blank.
fn take(bytes: &[u8], piece: usize) {
    let mut whole = Lines::new(TOKEN.to_owned());
    let answers = whole.add(bytes);
    let mut parts = Lines::new(TOKEN.to_owned());
    let again: Vec<Answer> = bytes
        .chunks(piece.max(1))
        .flat_map(|piece| parts.add(piece))
        .collect();
    // Text, as a number that is none is not equal to itself.
    assert_eq!(format!("{answers:?}"), format!("{again:?}"));
    assert_eq!(whole.foreign, parts.foreign);
    let ended = bytes.split_inclusive(|byte| *byte == b'\n');
    let lines = ended
        .filter(|line| line.ends_with(b"\n") && !line.trim_ascii().is_empty())
        .count();
    assert_eq!(answers.len() as u64 + whole.foreign, lines as u64);
}

#[test]
fn every_kind_of_answer_is_understood() {
    for answer in answers() {
        let mut lines = Lines::new(TOKEN.to_owned());
        let line = json!({"token": TOKEN, "answer": answer}).to_string() + "\n";
        let understood = lines.add(line.as_bytes());
        // A record is one of the known-answer test, whose form is not the matter here.
        assert!(
            understood.len() == 1 || answer.get("record").is_some(),
            "{line}"
        );
    }
}

#[test]
fn kept_inputs() {
    let nested = "[".repeat(ENDLESS);
    let inputs = [
        "",
        "\n",
        "\r\n\r\n",
        "{\"token\":",
        "\0\0\n",
        "{\"token\":\"\",\"answer\":\"done\"}\n",
        &nested,
        &format!("{nested}\n"),
        &format!("{{\"token\":\"{TOKEN}\",\"answer\":{nested}\n"),
        &format!("{{\"token\":\"{TOKEN}\",\"answer\":\"done\",\"token\":\"{TOKEN}\"}}\n"),
        &format!("{{\"token\":\"{TOKEN}\",\"answer\":{{\"finding\":\"\\ud800\"}}}}\n"),
    ];
    for input in inputs {
        take(input.as_bytes(), 4096);
        assert!(serde_json::from_str::<Envelope>(input).is_err());
    }
}

#[test]
fn answers_of_a_driver() {
    bounded("lines::fuzz::answers_of_a_driver", damaged_answers);
}

proptest! {
    fn damaged_answers(
        chosen in prop::collection::vec((any::<Index>(), prop::option::of(damage_json())), 1..4),
        bytes in prop::option::weighted(0.5, damage_bytes()), piece in 1_usize..5000,
    ) {
        let mut text = Vec::new();
        for (index, changes) in chosen {
            let mut line = json!({"token": TOKEN, "answer": index.get(&answers())});
            changes.iter().flatten().for_each(|change| change.apply(&mut line));
            text.extend(line.to_string().into_bytes());
            text.push(b'\n');
        }
        bytes.iter().flatten().for_each(|change| change.apply(&mut text));
        take(&text, piece);
    }
}

#[test]
fn jobs_for_a_driver() {
    bounded("lines::fuzz::jobs_for_a_driver", damaged_jobs);
}

proptest! {
    fn damaged_jobs(changes in damage_json(), bytes in prop::option::of(damage_bytes())) {
        let envelope = Envelope {
            token: TOKEN.to_owned(),
            answer_descriptor: 5,
            parent: 77,
            cpu_seconds: 960,
            job: Job::new("library.so", Work::Describe),
        };
        let mut value = serde_json::to_value(&envelope).unwrap();
        changes.iter().for_each(|change| change.apply(&mut value));
        let mut text = serde_json::to_vec(&value).unwrap();
        bytes.iter().flatten().for_each(|change| change.apply(&mut text));
        if let Ok(envelope) = serde_json::from_slice::<Envelope>(&text) {
            let again = serde_json::to_vec(&envelope).unwrap();
            prop_assert_eq!(serde_json::from_slice::<Envelope>(&again).unwrap(), envelope);
        }
    }
}
