//! Memory jobs: depths and bytes that are known beforehand.

use std::path::Path;

use assay_driver::protocol::{Answer, Job, Memory, StepMemory, Work};
use assay_iccs::Kind;

use crate::library::{Told, build, build_instrumented, build_with, tell};

const CALLS: u64 = 4;

fn job(library: impl AsRef<Path>, operation: &str, input_bytes: u64) -> Job {
    let work = Work::Memory {
        operation: operation.into(),
        input_bytes,
        calls: CALLS,
    };
    Job::new(library.as_ref(), work)
}

fn memory(told: Told) -> Memory {
    assert_eq!(told.verdict(), "no verdict: the job was done");
    match <[Answer; 1]>::try_from(told.answers) {
        Ok([Answer::Memory(memory)]) => memory,
        other => panic!("expected one memory answer: {other:?}"),
    }
}

fn measured(library: impl AsRef<Path>, operation: &str) -> StepMemory {
    let memory = memory(tell(&job(library, operation, 0)));
    <[StepMemory; 1]>::try_from(memory.steps)
        .map(|[step]| step)
        .expect("one step")
}

/// Whatever else is on the stack, 8192 bytes more are 8192 bytes more, in every call; and what a small function uses is not
/// hidden under the frames around it.
#[test]
fn frames_are_measured_exactly() {
    let depth = |bytes: u64| {
        let define = format!("-DFRAME_BYTES={bytes}");
        let library = build_with("known_frame", Kind::Kem, &[&define]);
        let depths = measured(library, "enc").stack_bytes;
        assert_eq!(depths.len() as u64, CALLS);
        assert!(depths.iter().all(|depth| *depth == depths[0]), "{depths:?}");
        depths[0]
    };
    let small = depth(1024);
    assert!((1024..8192).contains(&small), "{small}");
    assert_eq!(depth(1024 + 8192) - small, 8192);
    // Deeper than what is painted at first, and deeper than the usual stack.
    assert_eq!(depth(1024 + (9 << 20)) - small, 9 << 20);
}

/// What the helper functions of the toy itself ask for comes on top.
#[test]
fn the_heap_is_what_was_in_use_at_a_time() {
    let (toy, library) = (
        build_instrumented("toy_kem", Kind::Kem),
        build_instrumented("uses_heap", Kind::Kem),
    );
    let helpers = measured(&toy, "enc").heap[0];
    assert!(helpers.peak_bytes < 1000 && helpers.kept_bytes == 0);
    let heap = measured(&library, "enc").heap;
    assert_eq!(heap.len() as u64, CALLS);
    for call in heap {
        let further = (
            call.allocations - helpers.allocations,
            call.releases - helpers.releases,
        );
        assert_eq!((call.peak_bytes, call.kept_bytes), (5768, 0));
        assert_eq!((further, call.not_followed), ((5, 4), 0));
    }
    let helpers = measured(&toy, "dec").heap[0];
    for call in measured(&library, "dec").heap {
        let further = (
            call.allocations - helpers.allocations,
            call.releases - helpers.releases,
        );
        assert_eq!(
            (call.peak_bytes, call.kept_bytes),
            (helpers.peak_bytes + 16, 16),
            "the block that was there does not count"
        );
        assert_eq!(further, (1, 0));
    }
}

#[test]
fn without_wrappers_there_is_no_heap() {
    let memory = memory(tell(&job(build("uses_heap", Kind::Kem), "enc", 0)));
    assert!(!memory.counts_heap);
    assert!(memory.steps[0].heap.is_empty());
    assert_eq!(memory.no_stack, None);
}

#[test]
fn a_key_exchange_has_figures_for_each_step() {
    let memory = memory(tell(&job(
        build_instrumented("toy_kex", Kind::Kex),
        "exchange",
        0,
    )));
    let steps = memory.steps.iter();
    let names: Vec<&str> = steps.map(|step| step.operation.as_str()).collect();
    assert_eq!(
        names,
        ["init_a", "init_b", "pass1", "pass2", "derive_a", "derive_b"]
    );
    for step in &memory.steps {
        let counts = (step.stack_bytes.len() as u64, step.heap.len() as u64);
        assert_eq!(counts, (CALLS, CALLS), "{}", step.operation);
        assert!(
            step.stack_bytes
                .iter()
                .all(|&bytes| bytes > 0 && bytes % 16 == 0)
        );
    }
}

#[test]
fn every_other_kind() {
    for operation in ["keygen", "sign", "verify"] {
        let step = measured(build("toy_sig", Kind::Sig), operation);
        assert_eq!(step.operation, operation);
        assert_eq!(step.stack_bytes.len() as u64, CALLS);
    }
    let memory = memory(tell(&job(build("toy_hash", Kind::Hash), "hash", 128)));
    assert!(memory.steps[0].stack_bytes.iter().all(|&bytes| bytes > 0));
}

#[test]
fn a_stack_that_is_not_enough_is_told() {
    let told = tell(&job(build("needs_much_stack", Kind::Kem), "keygen", 0));
    insta::assert_snapshot!(told.verdict(), @"STACK: kem_keygen needs more than 64 MiB of stack");
    let told = tell(&job(build("returns_error", Kind::Kem), "enc", 0));
    insta::assert_snapshot!(told.verdict(), @"CRYPTOFAIL: kem_enc returned -7 in setup");
}
