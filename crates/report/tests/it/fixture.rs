//! Evidence of version 3, made from published records: the same trials as a machine without a cycle counter would
//! have stored them.

use assay_evidence::derive::{Facts, results};
use assay_evidence::plan::Planning;
use assay_evidence::provenance::{Counter, Layer, Provenance, Refusal, Tool};
use assay_evidence::{
    BuildProvenance, Campaign, CandidateEvidence, Disturbance, ProfileProvenance, SCHEMA, Sample,
    TimingRecord,
};

use crate::facts;

const TSC_HZ: f64 = 2_112_000_000.0;

fn tool() -> Tool {
    Tool {
        name: "assay".to_owned(),
        version: "0.1.0".to_owned(),
    }
}

fn provenance(unit: &str) -> Provenance {
    let cycles = unit == "core_cycles";
    Provenance {
        origin: "independent".to_owned(),
        tool: tool(),
        quick: false,
        host_fixed: true,
        host_problems: Vec::new(),
        build_key: "5f".repeat(32),
        counter: Counter {
            source: if cycles { "perf_rdpmc" } else { "tsc" }.to_owned(),
            unit: unit.to_owned(),
            rate_hz: (!cycles).then_some(TSC_HZ),
            rate_origin: (!cycles).then(|| "CPUID leaf 15h".to_owned()),
            refused: if cycles {
                Vec::new()
            } else {
                vec![Refusal {
                    source: "perf_rdpmc".to_owned(),
                    reason: "the machine has no hardware counters".to_owned(),
                }]
            },
        },
        isolation: vec![
            Layer {
                name: "seccomp".to_owned(),
                state: "active".to_owned(),
            },
            Layer {
                name: "landlock".to_owned(),
                state: "not available: the kernel has none".to_owned(),
            },
        ],
    }
}

/// Turns a published record into one of version 3.
pub(crate) fn upgrade(record: &mut TimingRecord, unit: &str) {
    let cycles = unit == "core_cycles";
    record.head.schema = SCHEMA;
    record.head.provenance = Some(provenance(unit));
    for process in &mut record.head.processes {
        process
            .meta
            .insert("rss_error_bound".to_owned(), "4096".into());
        for trial in &mut process.trials {
            if !cycles {
                trial.cycles = None;
                trial.ticks = Some((trial.seconds * TSC_HZ) as u64);
            }
        }
        let trial = process.trials[0];
        let per_call = (trial.seconds * TSC_HZ / trial.measurements as f64) as u64;
        process.sample = Some(Sample {
            unit: unit.to_owned(),
            floor: 30,
            counts: (0..200)
                .map(|call| per_call + 30 + call * call / 10)
                .collect(),
        });
        process.disturbance = Some(Disturbance {
            run_delay_s: Some(0.000_25),
            time_enabled_ns: cycles.then_some(1_000_000_000),
            time_running_ns: cycles.then_some(1_000_000_000),
        });
    }
    derive(record);
}

/// Statistics follow the processes.
pub(crate) fn derive(record: &mut TimingRecord) {
    let unit = record
        .head
        .provenance
        .as_ref()
        .unwrap()
        .counter
        .unit
        .clone();
    record.results = results(
        &record.head.processes,
        Facts {
            input_bytes: record.head.input_bytes,
            tick_unit: (unit != "core_cycles").then_some(unit.as_str()),
            extended: true,
        },
    );
}

pub(crate) fn version_3(candidate: &str, unit: &str) -> (CandidateEvidence, Campaign) {
    let (mut evidence, mut campaign) = facts::published(candidate);
    campaign.schema = Some(SCHEMA);
    campaign.quick = Some(false);
    campaign.tool = Some(tool());
    campaign.planning = Planning::STANDARD;
    campaign.system_id = "local".to_owned();
    for record in &mut evidence.records {
        record.head.environment.cmake = None;
        record.head.environment.python = None;
        upgrade(record, unit);
    }
    for entry in &mut evidence.builds {
        entry.provenance = Some(build_provenance());
    }
    for profile in &mut evidence.profiles {
        profile.schema = SCHEMA;
        profile.provenance = Some(ProfileProvenance {
            origin: "independent".to_owned(),
            tool: tool(),
            library_sha256: "aa".repeat(32),
            instrumented_sha256: "bb".repeat(32),
            wrapped: vec!["pseudoXOF".to_owned(), "drng".to_owned()],
            lower_bound: Vec::new(),
        });
    }
    (evidence, campaign)
}

fn build_provenance() -> BuildProvenance {
    serde_json::from_value(serde_json::json!({
        "origin": "independent",
        "build_key": "5f".repeat(32),
        "compiler": "gcc 14.2.0",
        "build_flags": "-O2",
        "detail": "all records agree",
        "findings": [],
        "vectors_compared": 10,
        "not_run": null,
        "sections": {"text": 18_000, "rodata": 4200, "data": 16, "bss": 64}
    }))
    .unwrap()
}
