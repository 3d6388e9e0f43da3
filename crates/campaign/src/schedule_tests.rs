use std::path::{Path, PathBuf};

use assay_evidence::plan::Planning;
use assay_evidence::raw::Calibration;
use assay_iccs::Operation;
use assay_manifest::{Candidate, Origin};
use assay_toolchain::{BuiltLibrary, FlagClass, LibrarySizes};
use serde_json::json;

use super::*;

fn candidates() -> Vec<Candidate> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    assay_manifest::load_all(&root).unwrap()
}

fn ready(candidate: &Candidate) -> Ready<'_> {
    Ready {
        candidate,
        instance: &candidate.instances[0],
        library: BuiltLibrary {
            path: PathBuf::new(),
            sha256: String::new(),
            flags_class: FlagClass::Guide,
            build_flags: String::new(),
            key: String::new(),
            origin: Origin::Independent,
            compiler: String::new(),
            log: PathBuf::new(),
            warnings: 0,
            segments: LibrarySizes::default(),
            wrapped: Vec::new(),
            wrapped_allocator: Vec::new(),
            own_primitives: Vec::new(),
            allocating: Vec::new(),
            lower_bound: Vec::new(),
            imports: Vec::new(),
            from_cache: false,
        },
        entry: serde_json::from_value(json!({
            "candidate": candidate.id, "label": "", "instance": null, "variant": "reference", "flags": "guide",
            "kat": "PASS",
        }))
        .unwrap(),
    }
}

fn calibration(call_s: Option<f64>, steps: &[&str]) -> Calibration {
    serde_json::from_value(json!({
        "schema": 3, "candidate": "", "label": "", "operation_key": "", "library_sha256": "", "cpu": 0,
        "call_s": call_s, "setup_s": 0.0, "steps": steps, "failure": null, "trial": null,
    }))
    .unwrap()
}

fn unit<'a>(ready: &'a Ready<'a>, operation: Operation, call_s: f64) -> Unit<'a> {
    let call = Call {
        operation,
        input_bytes: 0,
    };
    Unit::new(
        &Planning::STANDARD,
        ready,
        call,
        &calibration(Some(call_s), &[]),
    )
    .unwrap()
}

#[test]
fn every_operation_has_its_turn_in_every_round() {
    let candidates = candidates();
    let ready = ready(&candidates[0]);
    let mut units = vec![
        unit(&ready, Operation::Keygen, 0.001),
        unit(&ready, Operation::Enc, 0.001),
        unit(&ready, Operation::Dec, 0.001),
    ];
    units[1].plan.trials = 2;
    let order: Vec<String> = rounds(&units)
        .map(|(unit, index)| format!("{} {index}", unit.call.key()))
        .collect();
    let rounds = [
        "keygen 0", "enc 0", "dec 0", "keygen 1", "enc 1", "dec 1", "keygen 2", "dec 2",
        "keygen 3", "dec 3", "keygen 4", "dec 4",
    ];
    assert_eq!(order, rounds);
}

#[test]
fn the_cheapest_candidate_comes_first() {
    let candidates = candidates();
    let dear = ready(&candidates[0]);
    let cheap = ready(&candidates[1]);
    let groups = by_candidate(vec![
        unit(&dear, Operation::Keygen, 400.0),
        unit(&cheap, Operation::Keygen, 0.001),
        unit(&dear, Operation::Enc, 0.001),
    ]);
    let order: Vec<(&str, usize)> = groups
        .iter()
        .map(|(candidate, units)| (candidate.id.as_str(), units.len()))
        .collect();
    assert_eq!(
        order,
        [
            (candidates[1].id.as_str(), 1),
            (candidates[0].id.as_str(), 2)
        ]
    );
}

#[test]
fn what_failed_in_calibration_is_not_measured() {
    let candidates = candidates();
    let ready = ready(&candidates[0]);
    let call = Call {
        operation: Operation::Keygen,
        input_bytes: 0,
    };
    let unit = Unit::new(&Planning::QUICK, &ready, call, &calibration(None, &[]));
    assert!(unit.is_none());
}

/// Of a plain operation half a batch at most is stamped; of an exchange a thousand whole ones, and as many for the steps.
#[test]
fn stamped_exchanges_cost_time() {
    let candidates = candidates();
    let ready = ready(&candidates[0]);
    let plain = unit(&ready, Operation::Exchange, 0.001);
    let mut stamped = plain.clone();
    stamped.steps = vec!["init_a".to_owned()];
    assert_eq!(stamped.stamped_exchanges(), 1000);
    assert_eq!(stamped.step_plan().iterations_per_trial, 1000);
    let more = stamped.process_estimate_s() - plain.process_estimate_s();
    assert!((more - 1.5).abs() < 1e-9, "{more}");
}

/// The slowest thing anyone hands in still gets a plan and an estimate that are numbers.
#[test]
fn an_endless_call_has_an_estimate() {
    let candidates = candidates();
    let ready = ready(&candidates[0]);
    for call_s in [0.0, 1e-12, 86_400.0, 1e18] {
        let unit = unit(&ready, Operation::Keygen, call_s);
        assert!(unit.process_estimate_s().is_finite(), "{call_s}");
        assert!(unit.processes() >= 1 && unit.trials_per_process() >= 1);
    }
}
