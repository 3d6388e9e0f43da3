//! Facts of the candidates whose published evidence is at hand.

use std::path::Path;

use assay_evidence::{Campaign, CandidateEvidence, Store};
use assay_manifest::{ExternalSizes, Function, Links, SizeBasis, Survey, SurveyVerdict};
use assay_report::{CandidateFacts, InstanceFacts};

pub(crate) fn published(candidate: &str) -> (CandidateEvidence, Campaign) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../evidence/tests/published");
    let store = Store::new(folder);
    let build = store.read_build().unwrap().unwrap();
    let evidence = store.evidence_of(candidate, &build).unwrap();
    (evidence, store.read_campaign().unwrap().unwrap())
}

fn facts(id: &str, algorithm: &str, function: Function, verdict: SurveyVerdict) -> CandidateFacts {
    CandidateFacts {
        id: id.to_owned(),
        algorithm: algorithm.to_owned(),
        function,
        links: Links {
            submission: Some("https://example.org/submission".to_owned()),
            security: None,
        },
        survey: Some(Survey {
            verdict,
            notes: None,
        }),
        size_notes: Vec::new(),
        instances: Vec::new(),
    }
}

fn instance(label: &str, external_sizes: ExternalSizes) -> InstanceFacts {
    InstanceFacts {
        label: label.to_owned(),
        external_sizes: Some(external_sizes),
        issues: Vec::new(),
        notes: Vec::new(),
    }
}

fn kem(public_key: u64, ciphertext: u64) -> ExternalSizes {
    ExternalSizes::Kem {
        public_key,
        ciphertext,
        basis: SizeBasis::Encoded,
    }
}

pub(crate) fn scabbard() -> CandidateFacts {
    let mut facts = facts(
        "kem-24",
        "MORNING-Scabbard",
        Function::Kem,
        SurveyVerdict::IccsOnly,
    );
    facts.instances = vec![
        instance("scabbard128", kem(736, 760)),
        instance("scabbard256", kem(1616, 1648)),
        instance("scabbard512", kem(2880, 3072)),
    ];
    facts
}

pub(crate) fn mithril() -> CandidateFacts {
    let mut facts = facts("kem-22", "Mithril", Function::Kem, SurveyVerdict::IccsOnly);
    for (bits, public_key, ciphertext) in [(128, 944, 928), (256, 1648, 1680), (512, 3056, 3504)] {
        for variant in ["", "-avx2"] {
            let label = format!("Mithril-{bits}{variant}");
            facts
                .instances
                .push(instance(&label, kem(public_key, ciphertext)));
        }
    }
    facts
}

pub(crate) fn mamba() -> CandidateFacts {
    let mut facts = facts("kex-06", "MAMBA-NIKE", Function::Kex, SurveyVerdict::Bypass);
    facts.survey.as_mut().unwrap().notes = Some(
        "SHAKE128/256 + ChaCha20; DRNG only with -DKAT_BUILD, otherwise /dev/urandom".to_owned(),
    );
    facts.size_notes = vec![
        "Only the responder's long-term public key is required; this exchange does not authenticate the initiator as a \
         mutually authenticated protocol would."
            .to_owned(),
    ];
    facts.instances = [
        (128, 1184, 1568),
        (192, 1312, 1568),
        (256, 1312, 1568),
        (384, 2848, 3360),
        (512, 2848, 3360),
    ]
    .into_iter()
    .map(|(bits, public_key_b, messages)| {
        let sizes = ExternalSizes::Kex {
            public_key_a: 0,
            public_key_b,
            messages,
        };
        instance(&format!("MAMBA-NIKE-{bits}"), sizes)
    })
    .collect();
    facts
}
