//! Hash functions and signatures, for which no published page is at hand: rows by the published rules.

use assay_evidence::derive::{Facts, results};
use assay_evidence::{Campaign, CandidateEvidence, TimingRecord};
use assay_manifest::{ExternalSizes, Function, SizeBasis};
use assay_report::{CandidateFacts, Row, candidate_page, plain_text, summary_page};

use crate::facts;
use crate::fixture;

/// A published record under another name, with its statistics made anew.
fn renamed(record: &TimingRecord, operation: &str, input_bytes: u64) -> TimingRecord {
    let mut record = record.clone();
    record.head.operation = operation.to_owned();
    record.head.input_bytes = input_bytes;
    record.results = results(
        &record.head.processes,
        Facts {
            input_bytes,
            tick_unit: None,
            extended: false,
        },
    );
    record
}

/// kem-24 with its operations turned into others.
fn disguised(
    function: Function,
    operations: &[(&str, u64)],
) -> (CandidateFacts, CandidateEvidence, Campaign) {
    let (mut evidence, campaign) = facts::published("kem-24");
    let record = evidence.records[0].clone();
    evidence.records = operations
        .iter()
        .map(|(operation, bytes)| renamed(&record, operation, *bytes))
        .collect();
    evidence.builds.truncate(1);
    evidence.profiles.clear();
    let facts = CandidateFacts {
        function,
        ..facts::scabbard()
    };
    (facts, evidence, campaign)
}

#[test]
fn a_hash_page_has_lengths_and_no_sections_about_keys() {
    let operations = [("hash", 1024), ("hash", 128), ("hash", 32)];
    let (facts, mut evidence, campaign) = disguised(Function::Hash, &operations);
    // dec of scabbard128: 779.7 k cycles, 373 µs.
    let text = plain_text(&candidate_page(&facts, &evidence, &campaign));
    assert!(
        text.contains("Category: cryptographic hash algorithm; function: hash\n"),
        "{text}"
    );
    assert!(
        text.contains(
            "\n\ninstance\tmessage\tmean cycles\tcycles/byte\tmean time\tMB/s\tn\n\
             `scabbard128`\t32 B\t779.7 k\t24364.5\t373 µs\t0.1\t13150 (5 × 2630)\n\
             `scabbard128`\t128 B\t779.7 k\t6091.1\t373 µs\t0.3\t13150 (5 × 2630)\n\
             `scabbard128`\t1024 B\t779.7 k\t761.4\t373 µs\t2.7\t13150 (5 × 2630)\n\n5. "
        ),
        "{text}"
    );
    assert!(text.contains("`scabbard128`\thash_32\t26213\t"), "{text}");
    assert!(!text.contains("\n6. ") && !text.contains("Symmetric primitives"));
    // Evidence is indexed in plain alphabetical order.
    let order: Vec<usize> = ["timing hash_1024", "timing hash_128", "timing hash_32"]
        .map(|item| text.find(item).unwrap())
        .into();
    assert!(order.is_sorted());

    evidence.records[0].head.input_bytes = 65_536;
    let summary = summary_page(
        &[Row {
            facts: &facts,
            evidence: &evidence,
        }],
        &campaign,
    );
    let summary = plain_text(&summary);
    assert!(
        summary.contains("instance\t32 B cycles\t64 KiB cycles\tnotes\n"),
        "{summary}"
    );
}

#[test]
fn without_cycles_a_hash_has_no_cycles_per_byte() {
    let (facts, mut evidence, campaign) = disguised(Function::Hash, &[("hash", 32)]);
    for trial in evidence.records[0]
        .head
        .processes
        .iter_mut()
        .flat_map(|process| &mut process.trials)
    {
        trial.cycles = Some(0);
    }
    evidence.records[0] = renamed(&evidence.records[0], "hash", 32);
    let text = plain_text(&candidate_page(&facts, &evidence, &campaign));
    assert!(
        text.contains("`scabbard128`\t32 B\t–\t–\t373 µs\t0.1\t"),
        "{text}"
    );
}

#[test]
fn signatures_say_what_their_size_means_and_how_often_signing_failed() {
    let operations = [("verify", 0), ("keygen", 0), ("sign", 0)];
    let (mut facts, mut evidence, campaign) = disguised(Function::Sig, &operations);
    for process in &mut evidence.records[2].head.processes {
        process
            .meta
            .insert("sign_failures_retried".to_owned(), "3".into());
    }
    let mut with_basis = |basis| {
        facts.instances[0].external_sizes = Some(ExternalSizes::Sig {
            public_key: 900,
            signature: 1200,
            basis,
        });
        let row = Row {
            facts: &facts,
            evidence: &evidence,
        };
        (
            plain_text(&candidate_page(&facts, &evidence, &campaign)),
            plain_text(&summary_page(&[row], &campaign)),
        )
    };
    let (encoded, _) = with_basis(SizeBasis::Encoded);
    assert!(
        encoded.contains("instance\tpublic key\tsecret key\tsignature\n`scabbard128`\t900\t1056\t1200\n\nSymmetric"),
        "{encoded}"
    );
    assert!(
        encoded.contains(
            "13150 (5 × 2630); 15 failed signing attempts retried\n`scabbard128`\tverify\t"
        ),
        "{encoded}"
    );
    let (maximum, summary) = with_basis(SizeBasis::MaximumVariable);
    assert!(maximum.contains("\t1056\t1200 (maximum)\n"), "{maximum}");
    assert!(summary.contains("\t900\t≤ 1200\t"), "{summary}");
    let (nominal, summary) = with_basis(SizeBasis::NominalVariable);
    assert!(
        nominal.contains(
            "\t1056\t1200 ≈ nominal\n\n≈ nominal: the interface declares the capacity of a buffer;"
        ),
        "{nominal}"
    );
    assert!(summary.contains("\t900\t≈ 1200\t"), "{summary}");
}

#[test]
fn a_failed_published_record_is_one_word() {
    let (mut evidence, campaign) = facts::published("kem-24");
    evidence.records[0].head.status = "failed_or_partial".to_owned();
    let text = plain_text(&candidate_page(&facts::scabbard(), &evidence, &campaign));
    assert!(
        text.contains("`scabbard128`\tdec\tfailed\t\t\t\t\n"),
        "{text}"
    );
}

#[test]
fn few_calls_and_broken_known_answers_show_in_the_summary() {
    let (mut evidence, campaign) = fixture::version_3("kem-24", "core_cycles");
    evidence
        .builds
        .iter_mut()
        .find(|entry| entry.label == "scabbard128")
        .unwrap()
        .kat = "MISMATCH".to_owned();
    let record = &mut evidence.records[1];
    assert_eq!(record.head.operation, "enc");
    for process in &mut record.head.processes {
        process.trials[0].measurements = 7;
    }
    fixture::derive(record);
    let facts = facts::scabbard();
    let row = Row {
        facts: &facts,
        evidence: &evidence,
    };
    let text = plain_text(&summary_page(&[row], &campaign));
    assert!(
        text.contains("`scabbard128` ⚠ KAT MISMATCH\t741.6 k (70%)\t292.93 M (69%, n=35)\t"),
        "{text}"
    );
}
