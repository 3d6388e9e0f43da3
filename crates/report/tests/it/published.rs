//! The excerpt of the published dataset renders to the published pages.

use std::fs;
use std::path::{Path, PathBuf};

use assay_evidence::{Build, Campaign, ProfileRecord, Store, TimingRecord};
use assay_manifest::{
    ExternalSizes, Function, Links, Profile, SizeBasis, Survey, SurveyVerdict, Variant,
};
use assay_report::{CandidateFacts, Evidence, InstanceFacts, candidate_page};

struct Dataset {
    campaign: Campaign,
    build: Build,
    records: Vec<TimingRecord>,
    profiles: Vec<ProfileRecord>,
}

impl Dataset {
    fn of(candidate: &str) -> Dataset {
        let store = Store::new(folder("../evidence/tests/published"));
        Dataset {
            campaign: store.read_campaign().unwrap().unwrap(),
            build: store.read_build().unwrap().unwrap(),
            records: store.records_of(candidate).unwrap(),
            profiles: store.profiles_of(candidate).unwrap(),
        }
    }

    fn evidence(&self) -> Evidence<'_> {
        Evidence {
            system: "x86_1",
            campaign: &self.campaign,
            build: &self.build,
            records: &self.records,
            profiles: &self.profiles,
            memories: &[],
        }
    }
}

fn folder(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

fn golden(candidate: &str) -> String {
    fs::read_to_string(folder("tests/golden").join(format!("{candidate}.txt"))).unwrap()
}

fn facts(
    id: &str,
    algorithm: &str,
    function: Function,
    survey: Survey,
    instances: &[(&str, ExternalSizes)],
    note: Option<&str>,
) -> CandidateFacts {
    CandidateFacts {
        id: id.to_owned(),
        algorithm: algorithm.to_owned(),
        function,
        links: Links::default(),
        survey: Some(survey),
        archive: None,
        instances: instances
            .iter()
            .map(|(label, sizes)| InstanceFacts {
                label: (*label).to_owned(),
                variant: Variant::Reference,
                profile: Profile::Guide,
                requires: Vec::new(),
                external_sizes: Some(*sizes),
                issues: Vec::new(),
                notes: note.map(str::to_owned).into_iter().collect(),
            })
            .collect(),
    }
}

fn scabbard() -> CandidateFacts {
    let sizes = |public_key, ciphertext| ExternalSizes::Kem {
        public_key,
        ciphertext,
        basis: SizeBasis::Encoded,
    };
    facts(
        "kem-24",
        "MORNING-Scabbard",
        Function::Kem,
        Survey {
            verdict: SurveyVerdict::IccsOnly,
            notes: None,
        },
        &[
            ("scabbard128", sizes(736, 760)),
            ("scabbard256", sizes(1616, 1648)),
            ("scabbard512", sizes(2880, 3072)),
        ],
        None,
    )
}

fn mamba() -> CandidateFacts {
    let sizes = |public_key_b, messages| ExternalSizes::Kex {
        public_key_a: 0,
        public_key_b,
        messages,
    };
    facts(
        "kex-06",
        "MAMBA-NIKE",
        Function::Kex,
        Survey {
            verdict: SurveyVerdict::Bypass,
            notes: Some(
                "SHAKE128/256 + ChaCha20; DRNG only with -DKAT_BUILD, otherwise /dev/urandom"
                    .to_owned(),
            ),
        },
        &[
            ("MAMBA-NIKE-128", sizes(1184, 1568)),
            ("MAMBA-NIKE-192", sizes(1312, 1568)),
            ("MAMBA-NIKE-256", sizes(1312, 1568)),
            ("MAMBA-NIKE-384", sizes(2848, 3360)),
            ("MAMBA-NIKE-512", sizes(2848, 3360)),
        ],
        Some(
            "Only the responder's long-term public key is required; this exchange does not authenticate the initiator as a \
             mutually authenticated protocol would.",
        ),
    )
}

#[test]
fn a_key_encapsulation_page_is_reproduced_byte_for_byte() {
    let dataset = Dataset::of("kem-24");
    let page = candidate_page(&scabbard(), &dataset.evidence());
    assert_eq!(page.text(), golden("kem-24"));
}

/// The manifest of the repository supplies the same facts.
#[test]
fn the_facts_of_a_manifest_are_enough() {
    let candidate = assay_manifest::load(&folder("../.."), "kem-24").unwrap();
    let facts = CandidateFacts::from_manifest(&candidate);
    let dataset = Dataset::of("kem-24");
    let page = candidate_page(&facts, &dataset.evidence());
    assert_eq!(page.text(), golden("kem-24"));
}

/// The excerpt has records of one of the five instances; the lines of the others that need records are left out.
#[test]
fn every_line_of_a_key_exchange_page_that_has_records_is_reproduced() {
    let dataset = Dataset::of("kex-06");
    let page = candidate_page(&mamba(), &dataset.evidence()).text();
    let of_others = |line: &&str| {
        ["192", "256", "384", "512"]
            .iter()
            .any(|level| line.starts_with(&format!("`MAMBA-NIKE-{level}`")))
    };
    let golden = golden("kex-06");
    let common = |text: &str| -> Vec<String> {
        let kept = text.lines().filter(|line| !of_others(line));
        kept.map(str::to_owned).collect()
    };
    assert_eq!(common(&page), common(&golden));
    assert_eq!(common(&golden).len(), golden.lines().count() - 84 - 8);

    // Their verdicts and logs come from the build entries, which the excerpt holds.
    let from_build: Vec<&str> = page
        .lines()
        .filter(of_others)
        .filter(|line| line.ends_with("PASS") || line.contains("KAT log"))
        .collect();
    assert_eq!(from_build.len(), 8);
    for line in from_build {
        assert!(golden.lines().any(|other| other == line), "{line}");
    }
}

#[test]
fn published_data_keeps_its_sentences_in_markdown() {
    let dataset = Dataset::of("kem-24");
    let page = candidate_page(&scabbard(), &dataset.evidence()).markdown();
    assert!(
        page.starts_with("# kem-24 MORNING-Scabbard — performance on x86-64 (system x86_1)\n\n")
    );
    assert!(page.contains(
        "\n| `scabbard128` | enc | 775.8 k | 371 µs | 2.69e+03 | 371 µs | 13215 (5 × 2643) |\n"
    ));
    assert!(page.contains("\nSurvey verdict: **ICCS-only**\n"));
}

/// Sections 4 and 5 of instances of another candidate, of which the excerpt has one record each.
#[test]
fn an_optimised_variant_is_told_from_the_reference() {
    let dataset = Dataset::of("kem-22");
    let facts = facts(
        "kem-22",
        "Mithril",
        Function::Kem,
        Survey {
            verdict: SurveyVerdict::IccsOnly,
            notes: None,
        },
        &[],
        None,
    );
    let page = candidate_page(&facts, &dataset.evidence()).text();
    assert!(page.contains("Implementation versions measured: optimized (AVX2), reference\n"));
    let labels: Vec<&str> = page
        .lines()
        .find(|line| line.starts_with("Parameter sets"))
        .into_iter()
        .collect();
    assert_eq!(
        labels,
        [
            "Parameter sets: Mithril-128, Mithril-128-avx2, Mithril-256, Mithril-256-avx2, Mithril-512, Mithril-512-avx2"
        ]
    );
}
