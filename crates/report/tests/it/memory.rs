//! Stack and heap of an operation, and what is subtracted from shares.

use assay_evidence::{
    CallRange, HeapCall, HeapUse, MemoryProvenance, MemoryRecord, Overhead, Profile, StackUse,
};
use assay_profile::Function as Wrapped;
use assay_report::candidate_page;
use serde_json::Map;

use crate::synthetic::{Run, key_encapsulation, tool};

fn measured(run: &mut Run, operation: &str, stack: &[u64], heap: &[(u64, u64, i64)]) {
    let calls = heap
        .iter()
        .map(|&(peak_bytes, allocations, kept_bytes)| HeapCall {
            peak_bytes,
            allocations,
            releases: allocations,
            kept_bytes,
            not_followed: 0,
        });
    let (stack, heap) = (StackUse::new(stack.to_vec()), HeapUse::new(calls.collect()));
    let memory = MemoryRecord {
        schema: 3,
        candidate: "kem-90".to_owned(),
        label: "set-128".to_owned(),
        operation: operation.to_owned(),
        input_bytes: 0,
        provenance: MemoryProvenance {
            origin: "independent".to_owned(),
            tool: tool(),
            library_sha256: "ab".repeat(32),
            instrumented_sha256: Some("ef".repeat(32)),
            wrapped: vec!["free".to_owned(), "malloc".to_owned()],
            not_wrapped: Vec::new(),
        },
        commands: Vec::new(),
        no_stack: stack
            .is_none()
            .then(|| "CRASH: kem_dec died of SIGSEGV".to_owned()),
        no_heap: heap.is_none().then(|| "link-time optimisation".to_owned()),
        stack,
        heap,
        other: Map::new(),
    };
    assert_eq!(memory.check(), []);
    run.memories.push(memory);
}

/// The table whose header begins so.
fn table(page: &str, header: &str) -> String {
    let lines = page.lines().skip_while(|line| !line.starts_with(header));
    lines
        .take_while(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn stack_and_heap_stand_beside_the_published_columns() {
    let (facts, mut run) = key_encapsulation();
    measured(
        &mut run,
        "keygen",
        &[27_360, 27_360],
        &[(0, 0, 0), (0, 0, 0)],
    );
    measured(&mut run, "enc", &[1024, 4096], &[(500, 2, 0), (700, 3, 16)]);
    measured(&mut run, "dec", &[], &[]);
    run.memories[1].provenance.not_wrapped = vec!["strdup".to_owned()];
    let page = candidate_page(&facts, &run.evidence()).text();
    insta::assert_snapshot!(table(&page, "instance\toperation\tbaseline RSS"));
    assert!(
        page.contains(" Stack and heap are those of the operation alone, "),
        "{page}"
    );
    assert!(
        page.contains("\n`set-128`\tmemory enc\t`data/memory/kem-90/set-128__enc.json`\n"),
        "{page}"
    );
    // No allocator at all needs no counting.
    let nothing = &mut run.memories[2];
    nothing.provenance.wrapped.clear();
    let page = candidate_page(&facts, &run.evidence()).text();
    assert!(
        page.contains("\t0: the library calls no allocator\t0\n"),
        "{page}"
    );
}

#[test]
fn shares_tell_what_was_subtracted_and_what_is_not_counted() {
    let (facts, mut run) = key_encapsulation();
    for profile in &mut run.profiles {
        let old = &profile.profile;
        let overhead = Overhead {
            counted_ticks: 26.0,
            whole_ticks: 71.6,
            reading_ticks: 24.0,
        };
        let ranges = vec![
            CallRange {
                function: Wrapped::PseudoXof,
                fewest: 92,
                most: 92,
            },
            CallRange {
                function: Wrapped::Drng,
                fewest: 1,
                most: 9,
            },
        ];
        profile.profile =
            Profile::without_overhead(old.total, old.calls.clone(), Some(overhead), ranges);
    }
    let own = &mut run.profiles[2];
    let drng_alone = own.profile.calls[1..].to_vec();
    own.profile = Profile::new(own.profile.total, drng_alone);
    own.provenance.as_mut().unwrap().own_primitives = vec!["fips202.c (`KeccakF1600`)".to_owned()];
    let page = candidate_page(&facts, &run.evidence()).text();
    insta::assert_snapshot!(table(&page, "instance\toperation\tpseudohash/XOF/sm3"));
    assert!(
        page.contains(
            " is subtracted: 26 ticks of the clock in every counted call, 72 in the operation around it."
        ),
        "{page}"
    );
}
