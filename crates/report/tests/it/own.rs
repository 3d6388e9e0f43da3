//! Pages of data of this project.

use assay_evidence::derive::{Facts, results};
use assay_manifest::{ExternalSizes, Function, SizeBasis, Variant};
use assay_report::{CandidateFacts, candidate_page, page_order, summary_page};

use crate::synthetic::{Run, candidate, instance, key_encapsulation};

#[test]
fn a_page_tells_whose_code_on_what_kind_of_host_and_what_is_missing() {
    let (facts, run) = key_encapsulation();
    insta::assert_snapshot!(candidate_page(&facts, &run.evidence()).markdown());
}

#[test]
fn a_summary_has_one_table_per_kind() {
    let (facts, run) = all_kinds();
    insta::assert_snapshot!(summary_page(&facts, &[run.evidence()]).markdown());
}

#[test]
fn a_hash_page_has_messages_and_no_sizes() {
    let (facts, run) = all_kinds();
    let page = candidate_page(&facts[0], &run.evidence()).text();
    assert!(
        page.contains("\ninstance\tmessage\tmean TSC ticks\tTSC ticks/byte\tmean time\tMB/s\tn\t"),
        "{page}"
    );
    assert!(
        page.contains("\n`hash-a`\t32 B\t2040\t63.7\t1.02 µs\t31.4\t500 (5 × 100)\t"),
        "{page}"
    );
    assert!(page.contains("\n`hash-a`\thash_32\t"), "{page}");
    assert!(!page.contains("6. Transmission") && !page.contains("Symmetric primitives"));
}

#[test]
fn retried_signing_attempts_are_counted() {
    let (facts, mut run) = all_kinds();
    let sign = run
        .records
        .iter_mut()
        .find(|record| record.head.operation == "sign")
        .unwrap();
    for process in &mut sign.head.processes[..3] {
        process
            .meta
            .insert("sign_failures_retried".to_owned(), "4".into());
    }
    let page = candidate_page(&facts[1], &run.evidence()).text();
    assert!(
        page.contains("\t500 (5 × 100); 12 failed signing attempts retried\t"),
        "{page}"
    );
}

#[test]
fn two_units_never_share_a_column() {
    let (facts, mut run) = key_encapsulation();
    let record = &mut run.records[0];
    for process in &mut record.head.processes {
        process.trials[0].cycles = process.trials[0].ticks.take();
        process.sample.as_mut().unwrap().unit = "core_cycles".to_owned();
    }
    let counter = &mut record.head.provenance.as_mut().unwrap().counter;
    counter.source = "perf_rdpmc".to_owned();
    counter.unit = "core_cycles".to_owned();
    let facts_of_counts = Facts {
        input_bytes: 0,
        tick_unit: None,
        extended: true,
    };
    record.results = results(&record.head.processes, facts_of_counts);
    let page = candidate_page(&facts, &run.evidence()).text();
    let lines = section(&page, "4. Performance");
    assert_eq!(
        lines[0].split('\t').collect::<Vec<_>>()[2..4],
        ["mean cycles", "mean TSC ticks"]
    );
    let row = |operation: &str| -> Vec<&str> {
        let start = format!("`set-128`\t{operation}\t");
        lines
            .iter()
            .find(|line| line.starts_with(&start))
            .unwrap()
            .split('\t')
            .collect()
    };
    assert_eq!(row("dec")[2..4], ["510.0 k", "–"]);
    assert_eq!(row("enc")[2..4], ["–", "408.0 k"]);
    assert_eq!(row("dec")[8..10], ["510.1 k (500.1 k–520.1 k)", "–"]);
    assert_eq!(row("enc")[8..10], ["–", "408.1 k (400.1 k–416.1 k)"]);
}

#[test]
fn code_of_two_origins_is_told_apart() {
    let (facts, mut run) = key_encapsulation();
    run.build.instances[1].provenance.as_mut().unwrap().origin = Some("submission".to_owned());
    for record in run
        .records
        .iter_mut()
        .filter(|record| record.head.label == "set-256")
    {
        record.head.provenance.as_mut().unwrap().origin = "submission".to_owned();
    }
    let page = candidate_page(&facts, &run.evidence()).text();
    assert!(page.starts_with(
        "Performance measurements › local › kem-90\n\nkem-90 Example kem — performance on"
    ));
    assert!(page.contains("Not the submitter's code. For set-128, set-128-avx2, what is measured here is an independent"));
    assert!(page.contains("\nCode of set-256: submission (the submitter's own files)\n"));
}

#[test]
fn a_page_of_the_submission_on_a_fit_host_has_no_banner() {
    let (facts, mut run) = key_encapsulation();
    run.campaign.quick = Some(false);
    for entry in &mut run.build.instances {
        entry.provenance.as_mut().unwrap().origin = Some("submission".to_owned());
    }
    for record in &mut run.records {
        let provenance = record.head.provenance.as_mut().unwrap();
        (provenance.quick, provenance.host_fixed) = (false, true);
        provenance.host_problems.clear();
        provenance.origin = "submission".to_owned();
    }
    for profile in &mut run.profiles {
        profile.provenance.as_mut().unwrap().origin = "submission".to_owned();
    }
    let page = candidate_page(&facts, &run.evidence()).markdown();
    assert!(!page.contains("\n> "), "{page}");
    assert!(!page.contains("independent implementation"), "{page}");
    assert!(
        page.contains("**submission (the submitter's own files)**"),
        "{page}"
    );
    assert!(page.contains("\n| host state | fixed |\n"));
    assert!(page.contains("\n| planning | full: "));
}

#[test]
fn nothing_measured_is_said_and_never_shown_as_zero() {
    let (facts, mut run) = key_encapsulation();
    run.records.clear();
    run.profiles.clear();
    let page = candidate_page(&facts, &run.evidence()).text();
    let lines = section(&page, "4. Performance");
    assert_eq!(
        lines
            .iter()
            .find(|line| line.starts_with("`set-128`"))
            .unwrap()
            .split('\t')
            .nth(2),
        Some("not measured: there is no record of it in this run")
    );
    assert!(lines.iter().any(|line| {
        line.starts_with("`set-512`\t–\tnot measured: excluded by the manifest: there is no")
    }));
    assert!(
        !page.lines().any(|line| line
            .split('\t')
            .any(|cell| ["0", "0 KiB", "0 ns"].contains(&cell))),
        "{page}"
    );
}

/// A campaign chooses its counter once; the processes are told which to read and refuse nothing themselves.
#[test]
fn the_reason_against_better_counters_is_that_of_the_campaign() {
    let (facts, mut run) = key_encapsulation();
    for (index, record) in run.records.iter_mut().enumerate() {
        let counter = &mut record.head.provenance.as_mut().unwrap().counter;
        counter.refused.clear();
        counter.rate_hz = Some(2.0e9 + 1e6 * index as f64);
    }
    let page = candidate_page(&facts, &run.evidence()).text();
    assert!(
        page.contains(
            "\nbetter counters refused\tperf_rdpmc: no hardware counter on this machine\n"
        ),
        "{page}"
    );
    let rate = "\nrate of the counter\t2000.000–2004.000 MHz (measured against CLOCK_MONOTONIC_RAW over 100 ms)\n";
    assert!(page.contains(rate), "{page}");
}

#[test]
fn a_failure_is_told_in_the_words_of_its_verdict() {
    let (facts, mut run) = key_encapsulation();
    let record = run.records.last_mut().unwrap();
    let why = format!("CRASH: signal 11 (SIGSEGV) {}", "x".repeat(200));
    record.head.processes[1]
        .other
        .insert("failure".to_owned(), why.into());
    run.profiles[2].status = "failed".to_owned();
    run.profiles[2].stderr = "killed".to_owned();
    let page = candidate_page(&facts, &run.evidence()).text();
    assert!(
        page.contains("\tenc\tfailed: CRASH: signal 11 (SIGSEGV) xxx"),
        "{page}"
    );
    assert!(page.contains("xxx…\t"), "{page}");
    assert!(
        page.contains("\tkeygen\tnot measured: the profile failed: killed\t"),
        "{page}"
    );
}

/// A run that was only planned knows its machine and its counter, though it has no record.
#[test]
fn a_page_without_records_says_what_the_campaign_knows() {
    let (facts, mut run) = key_encapsulation();
    run.records.clear();
    run.profiles.clear();
    let counter = run.campaign.counter.as_mut().unwrap();
    counter.refused[0].reason =
        "no hardware counter on this machine (No such file or directory (os error 2))".to_owned();
    let page = candidate_page(&facts, &run.evidence()).text();
    let summary = summary_page(std::slice::from_ref(&facts), &[run.evidence()]).text();
    for page in [&page, &summary] {
        assert!(
            page.contains("\nHost not fixed. Nothing is measured. "),
            "{page}"
        );
        let problems = "\nthe machine is virtual\ncore cycles cannot be counted: no hardware counter on this machine\n";
        assert!(page.contains(problems), "{page}");
        assert!(!page.contains("os error"), "{page}");
    }
    assert!(
        page.contains("\ninstance\toperation\tmean TSC ticks\t"),
        "{page}"
    );
    assert!(
        page.contains("\nhost state\tnot fixed, for the reasons"),
        "{page}"
    );
    assert!(
        summary.contains("\tkeygen TSC ticks (sym %)\t"),
        "{summary}"
    );
    for line in [&page, &summary].iter().flat_map(|page| page.lines()) {
        assert!(
            !(line.starts_with("instance\t") || line.starts_with("id\t"))
                || !line.contains("cycles"),
            "{line}"
        );
    }
    run.campaign.counter = None;
    let summary = summary_page(&[facts], &[run.evidence()]).text();
    assert!(
        summary.contains("\tkeygen count (unit not known) (sym %)\t"),
        "{summary}"
    );
}

#[test]
fn the_reason_of_a_failure_is_everywhere() {
    let (facts, run) = key_encapsulation();
    let page = candidate_page(&facts, &run.evidence()).text();
    let summary = summary_page(std::slice::from_ref(&facts), &[run.evidence()]).text();
    let why = "failed: exit code 139: segmentation <fault>";
    assert!(page.contains(&format!("\tenc\t{why}\t")), "{page}");
    assert!(
        page.contains(&format!("\tenc\tnot measured: timing enc {why}\t")),
        "{page}"
    );
    assert!(summary.contains(&format!("\tenc {why}; ")), "{summary}");
    // Pages about all candidates are made without the processes of the records.
    let mut bare = key_encapsulation().1;
    bare.records.last_mut().unwrap().head.processes.clear();
    let summary = summary_page(&[facts], &[bare.evidence()]).text();
    assert!(
        summary.contains("\tenc failed: the candidate's page says why; "),
        "{summary}"
    );
}

#[test]
fn no_share_is_doubtful_unless_everything_was_profiled() {
    let (mut facts, mut run) = key_encapsulation();
    facts.instances.truncate(1);
    run.records.retain(|record| record.head.label == "set-128");
    run.build.instances.truncate(1);
    for profile in &mut run.profiles {
        let drng_alone = profile.profile.calls[1..].to_vec();
        profile.profile = assay_evidence::Profile::new(profile.profile.total, drng_alone);
    }
    let summary = |run: &Run| summary_page(std::slice::from_ref(&facts), &[run.evidence()]).text();
    assert!(
        summary(&run).contains("\t204.0 k (??%)\t408.0 k (??%)\t"),
        "{}",
        summary(&run)
    );
    run.profiles.truncate(2);
    assert!(
        summary(&run).contains("\t204.0 k\t408.0 k (≥ 0.0%)\t"),
        "{}",
        summary(&run)
    );
}

#[test]
fn operations_have_one_order() {
    let (facts, run) = key_encapsulation();
    let page = candidate_page(&facts, &run.evidence()).text();
    let index: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("`set-128`\ttiming "))
        .map(|line| line.split('\t').nth(1).unwrap())
        .collect();
    assert_eq!(index, ["timing keygen", "timing enc", "timing dec"]);
    let mut records: Vec<_> = run.records.iter().collect();
    records.sort_by(|a, b| page_order(a, b));
    let order: Vec<String> = records
        .iter()
        .map(|record| format!("{} {}", record.head.label, record.head.operation))
        .collect();
    assert_eq!(
        order,
        [
            "set-128 keygen",
            "set-128 enc",
            "set-128 dec",
            "set-256 keygen",
            "set-256 enc"
        ]
    );
}

/// Whatever a candidate prints ends up on the page as text, in the cell it belongs to.
#[test]
fn output_of_a_candidate_cannot_forge_a_page() {
    let (facts, mut run) = key_encapsulation();
    let attack = "x | y |\u{7}\n# heading [click](https://evil.example) <script>";
    run.build.instances[0].provenance.as_mut().unwrap().detail = attack.to_owned();
    let page = candidate_page(&facts, &run.evidence()).markdown();
    assert!(
        page.contains(r"| x \| y \|  # heading [click\](https://evil.example) \<script> |"),
        "{page}"
    );
    let honest = key_encapsulation();
    let honest = candidate_page(&honest.0, &honest.1.evidence()).markdown();
    assert_eq!(page.lines().count(), honest.lines().count());
}

#[test]
fn rendering_twice_gives_the_same_bytes() {
    let (facts, run) = all_kinds();
    for facts in &facts {
        let page = candidate_page(facts, &run.evidence());
        let again = candidate_page(facts, &run.evidence());
        assert_eq!(page.markdown(), again.markdown());
        assert_eq!(page.text(), again.text());
    }
    let summary = summary_page(&facts, &[run.evidence()]).markdown();
    assert_eq!(summary, summary_page(&facts, &[run.evidence()]).markdown());
    // One evidence for all or one for each: the summary is the same.
    let halves = [
        Run {
            records: run.records[..3].to_vec(),
            ..copy(&run)
        },
        Run {
            records: run.records[3..].to_vec(),
            profiles: Vec::new(),
            memories: Vec::new(),
            ..copy(&run)
        },
    ];
    let halves: Vec<_> = halves.iter().map(Run::evidence).collect();
    assert_eq!(summary, summary_page(&facts, &halves).markdown());
}

fn copy(run: &Run) -> Run {
    Run {
        campaign: run.campaign.clone(),
        build: run.build.clone(),
        records: run.records.clone(),
        profiles: run.profiles.clone(),
        memories: run.memories.clone(),
    }
}

/// Lines of a section of the text form, without its heading and empty lines.
fn section<'a>(page: &'a str, heading: &str) -> Vec<&'a str> {
    let start = page.find(&format!("\n{heading}\n")).unwrap();
    let body = &page[start + heading.len() + 2..];
    let end = body.find("\n\n5. ").unwrap_or(body.len());
    body[..end]
        .lines()
        .filter(|line| !line.is_empty())
        .collect()
}

pub(crate) fn all_kinds() -> (Vec<CandidateFacts>, Run) {
    let (kem, mut run) = key_encapsulation();
    run.built("hash-7", "hash-a", "PASS");
    for (bytes, seconds) in [(32, 1e-6), (1024, 10e-6)] {
        run.timed("hash-7", "hash-a", "hash", bytes, seconds);
    }
    run.built("sign-3", "sig-1", "PASS");
    run.timed("sign-3", "sig-1", "sign", 0, 0.1);
    run.profiled("sign-3", "sig-1", "sign", &[]);
    run.built("kex-2", "kex-1", "PASS");
    run.timed("kex-2", "kex-1", "exchange", 0, 0.003);
    let signature = ExternalSizes::Sig {
        public_key: 32,
        signature: 7000,
        basis: SizeBasis::NominalVariable,
    };
    let exchange = ExternalSizes::Kex {
        public_key_a: 0,
        public_key_b: 1184,
        messages: 1568,
    };
    let facts = vec![
        candidate(
            "hash-7",
            Function::Hash,
            vec![instance("hash-a", Variant::Reference, None)],
        ),
        candidate(
            "sign-3",
            Function::Sig,
            vec![instance("sig-1", Variant::Reference, Some(signature))],
        ),
        candidate(
            "kex-2",
            Function::Kex,
            vec![instance("kex-1", Variant::Reference, Some(exchange))],
        ),
        kem,
    ];
    (facts, run)
}
