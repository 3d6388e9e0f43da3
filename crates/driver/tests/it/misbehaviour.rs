//! Each fixture, and the one verdict that is right.

use std::time::{Duration, Instant};

use assay_driver::protocol::{Answer, Job, Placement, Work};
use assay_iccs::Kind;

use crate::library::{build, kat, tell, tell_within};

fn verdict(fixture: &str) -> String {
    kat(fixture, 2).verdict()
}

#[test]
fn crashes_in_keygen() {
    insta::assert_snapshot!(verdict("crashes_in_keygen"), @"CRASH: kem_keygen died of SIGSEGV writing to address 0x0");
}

#[test]
fn declares_varying_sizes() {
    let verdict = verdict("declares_varying_sizes");
    let expected = "NONDETERMINISTIC: record 0: the declared size of ct varies from one call of its function to the next: ";
    assert!(verdict.starts_with(expected), "{verdict}");
}

#[test]
fn aborts_in_decapsulation() {
    insta::assert_snapshot!(verdict("aborts_in_decapsulation"), @"CRASH: kem_dec died of SIGABRT");
}

#[test]
fn loops_forever() {
    let work = Work::Kat {
        first: 0,
        count: 1,
        file: None,
        placement: Placement::Flush,
    };
    let job = Job::new(build("loops_forever", Kind::Kem), work);
    let started = Instant::now();
    let told = tell_within(&job, Duration::from_secs(1));
    assert!(
        started.elapsed() < Duration::from_secs(30),
        "it must be killed"
    );
    insta::assert_snapshot!(told.verdict(), @"TIMEOUT: not ready after 1.0 s");
}

#[test]
fn exits_in_encapsulation() {
    insta::assert_snapshot!(verdict("exits_in_encapsulation"), @"CRASH: the process ended with exit code 0 before its job was done");
}

#[test]
fn prints_to_stdout() {
    let told = kat("prints_to_stdout", 1);
    insta::assert_snapshot!(told.verdict(), @"no verdict: the job was done");
    let records = told
        .answers
        .iter()
        .filter(|answer| matches!(answer, Answer::Record(_)))
        .count();
    assert_eq!(records, 1);
    assert!(told.outcome.dropped_log_bytes > 1 << 20);
    assert!(told.log.len() < (1 << 20) + 200 && told.log.starts_with("000000"));
    assert!(told.outcome.stderr_tail.ends_with("decapsulating"));
}

#[test]
fn closes_descriptors() {
    let told = kat("closes_descriptors", 2);
    insta::assert_snapshot!(told.verdict(), @"no verdict: the job was done");
    assert_eq!(told.answers.len(), 2);
}

#[test]
fn closes_every_descriptor() {
    insta::assert_snapshot!(verdict("closes_every_descriptor"), @"FORBIDDEN: kem_keygen closed the descriptor for answers (close)");
}

#[test]
fn writes_forged_answers() {
    let told = kat("writes_forged_answers", 2);
    insta::assert_snapshot!(told.verdict(), @"no verdict: the job was done");
    assert_eq!(
        told.answers.len(),
        2,
        "what was said by the driver itself is all there"
    );
    assert!(told.outcome.forged_lines >= 8);
}

#[test]
fn returns_error() {
    insta::assert_snapshot!(verdict("returns_error"), @"CRYPTOFAIL: record 0: kem_enc returned -7");
}

#[test]
fn writes_past_end() {
    insta::assert_snapshot!(verdict("writes_past_end"), @"OVERFLOW: kem_enc wrote at least 1 byte past the end of ct (24 bytes)");
}

#[test]
fn writes_far_past_end() {
    insta::assert_snapshot!(verdict("writes_far_past_end"), @"OVERFLOW: kem_enc wrote at least 100 bytes past the end of ct (24 bytes)");
}

#[test]
fn reads_past_end() {
    insta::assert_snapshot!(verdict("reads_past_end"), @"OVERREAD: kem_enc read at least 1 byte past the end of pk (16 bytes)");
}

#[test]
fn leaves_length_unwritten() {
    insta::assert_snapshot!(verdict("leaves_length_unwritten"), @"UNWRITTEN: record 0: kem_keygen returned success but left the length of pk at 0");
}

#[test]
fn leaves_bytes_unwritten() {
    insta::assert_snapshot!(verdict("leaves_bytes_unwritten"), @"UNWRITTEN: record 0: 3 of the 16 bytes of PK are what memory held before the call");
}

#[test]
fn secrets_differ() {
    insta::assert_snapshot!(verdict("secrets_differ"), @"CRYPTOFAIL: record 0: the shared secrets of kem_enc and kem_dec differ from byte 15 on");
}

#[test]
fn modifies_input() {
    insta::assert_snapshot!(verdict("modifies_input"), @"INPUTWRITE: kem_dec wrote to its input ct at byte 2");
}

#[test]
fn keeps_state() {
    insta::assert_snapshot!(verdict("keeps_state"), @"NONDETERMINISTIC: record 0: PK differs between runs with the same seed: not all randomness comes from drng_algorithm, or state is kept between calls");
}

#[test]
fn depends_on_old_memory() {
    insta::assert_snapshot!(verdict("depends_on_old_memory"), @"UNINIT: record 0: 1 of the 16 bytes of PK change with what memory held before the call");
}

#[test]
fn reads_uninitialised_heap() {
    insta::assert_snapshot!(verdict("reads_uninitialised_heap"), @"UNINIT: record 0: 1 of the 16 bytes of PK change with what memory held before the call");
}

#[test]
fn reads_uninitialised_stack() {
    insta::assert_snapshot!(verdict("reads_uninitialised_stack"), @"UNINIT: record 0: 1 of the 16 bytes of PK change with what memory held before the call");
}

#[test]
fn ignores_drng() {
    let told = kat("ignores_drng", 2);
    insta::assert_snapshot!(told.verdict(), @"no verdict: the job was done");
    let findings = told.answers.iter().filter_map(|answer| match answer {
        Answer::Finding(finding) => Some(finding.as_str()),
        _ => None,
    });
    let findings: Vec<&str> = findings.collect();
    insta::assert_snapshot!(findings.join("\n"), @"with another seed PK, SK came out the same: no dependence on the DRNG");
}

#[test]
fn allocates_without_end() {
    let work = Work::Kat {
        first: 0,
        count: 1,
        file: None,
        placement: Placement::Flush,
    };
    let mut job = Job::new(build("allocates_without_end", Kind::Kem), work);
    job.memory_bytes = 64 << 20;
    let verdict = tell(&job).verdict();
    assert!(
        verdict.starts_with("OOM: kem_keygen crashed after "),
        "{verdict}"
    );
}

#[test]
fn needs_much_stack() {
    insta::assert_snapshot!(verdict("needs_much_stack"), @"STACK: kem_keygen needs more than 64 MiB of stack");
    let work = Work::Kat {
        first: 0,
        count: 1,
        file: None,
        placement: Placement::Flush,
    };
    let mut job = Job::new(build("needs_much_stack", Kind::Kem), work);
    job.stack_bytes = 128 << 20;
    let told = tell(&job);
    insta::assert_snapshot!(told.verdict(), @"no verdict: the job was done");
    let finding = told.answers.iter().find_map(|answer| match answer {
        Answer::Finding(finding) => Some(finding.as_str()),
        _ => None,
    });
    let finding = finding.unwrap_or_default();
    assert!(finding.starts_with("it used 100."), "{finding}");
    assert!(
        finding.ends_with("programs usually have 8 MiB"),
        "{finding}"
    );
}

#[test]
fn writes_a_file() {
    insta::assert_snapshot!(verdict("writes_a_file"), @"FORBIDDEN: kem_keygen opened the file /tmp");
}

#[test]
#[cfg(target_arch = "x86_64")]
fn needs_aligned_buffers() {
    insta::assert_snapshot!(verdict("needs_aligned_buffers"), @"CRASH: kem_dec died of a general protection fault, as of an aligned access to a buffer that is not aligned");
    let work = Work::Kat {
        first: 0,
        count: 1,
        file: None,
        placement: Placement::Aligned,
    };
    let told = tell(&Job::new(build("needs_aligned_buffers", Kind::Kem), work));
    insta::assert_snapshot!(told.verdict(), @"no verdict: the job was done");
    let work = Work::Kat {
        first: 0,
        count: 1,
        file: None,
        placement: Placement::Aligned,
    };
    let told = tell(&Job::new(build("writes_past_end", Kind::Kem), work));
    insta::assert_snapshot!(told.verdict(), @"OVERFLOW: record 0: kem_enc wrote at least 1 byte past the end of ct (24 bytes)");
}

#[test]
fn leaves_a_process_behind() {
    let started = Instant::now();
    insta::assert_snapshot!(verdict("leaves_a_process_behind"), @"FORBIDDEN: kem_keygen started a thread or a process (clone)");
    assert!(
        started.elapsed() < Duration::from_secs(30),
        "nobody waits for the child"
    );
}
