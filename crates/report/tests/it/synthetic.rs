//! Made-up data of schema 3: numbers nobody measured, computed by the rules of evidence.

use assay_evidence::Sample;
use assay_evidence::derive::{Facts, results};
use assay_evidence::plan::{Plan, Planning};
use assay_evidence::provenance::{Counter, Layer, Provenance, Refusal, Tool};
use assay_evidence::{
    Build, BuildEntry, BuildProvenance, CallShape, Campaign, Disturbance, Environment, Head,
    MemoryRecord, Process, Profile, ProfileProvenance, ProfileRecord, SectionSizes, TimingRecord,
    Total, Trial,
};
use assay_manifest::{
    ExternalSizes, Function, Issue, IssueAction, Links, SizeBasis, Survey, SurveyVerdict, Variant,
};
use assay_profile::Function as Wrapped;
use assay_report::{CandidateFacts, Evidence, InstanceFacts};
use serde_json::{Map, Value};

pub(crate) struct Run {
    pub(crate) campaign: Campaign,
    pub(crate) build: Build,
    pub(crate) records: Vec<TimingRecord>,
    pub(crate) profiles: Vec<ProfileRecord>,
    pub(crate) memories: Vec<MemoryRecord>,
}

impl Run {
    /// A quick campaign on an unfit virtual machine without a cycle counter.
    pub(crate) fn new() -> Run {
        Run {
            campaign: Campaign {
                schema: Some(3),
                started_utc: "2026-10-01T08:00:00.000000+00:00".to_owned(),
                environment_at_start: environment(),
                arch_config: Map::new(),
                harness_additions: "-fPIC".to_owned(),
                planning: Planning::QUICK,
                ended_utc: Some("2026-10-01T08:02:00.000000+00:00".to_owned()),
                environment_at_end: None,
                system_id: "local".to_owned(),
                quick: Some(true),
                counter: Some(provenance().counter),
                tool: Some(tool()),
                other: Map::new(),
            },
            build: Build::default(),
            records: Vec::new(),
            profiles: Vec::new(),
            memories: Vec::new(),
        }
    }

    pub(crate) fn evidence(&self) -> Evidence<'_> {
        Evidence {
            system: "local",
            campaign: &self.campaign,
            build: &self.build,
            records: &self.records,
            profiles: &self.profiles,
            memories: &self.memories,
        }
    }

    pub(crate) fn built(&mut self, candidate: &str, label: &str, kat: &str) -> &mut BuildEntry {
        self.build.put(BuildEntry {
            candidate: candidate.to_owned(),
            label: label.to_owned(),
            instance: Some(label.to_owned()),
            variant: "reference".to_owned(),
            flags: "guide".to_owned(),
            kat: kat.to_owned(),
            guide_result: None,
            library: Some(format!("lib{label}.so")),
            library_sha256: Some("ab".repeat(32)),
            elf_load_bytes: Some(26213),
            kat_log: Some(format!("kat/{candidate}/{label}.log")),
            kat_log_sha256: Some("0123456789abcdef".repeat(4)),
            provenance: Some(BuildProvenance {
                origin: Some("independent".to_owned()),
                build_key: Some("cd".repeat(32)),
                compiler: Some("gcc 14.2.0".to_owned()),
                build_flags: Some("-std=c99 -O2".to_owned()),
                detail: "100 of 100 vectors are the official ones".to_owned(),
                findings: Vec::new(),
                vectors_compared: 100,
                kat_reference_sha256: Some("34".repeat(32)),
                not_run: None,
                sections: Some(SectionSizes {
                    text: 20_000,
                    rodata: 5_000,
                    data: 213,
                    bss: 1_000,
                }),
            }),
            other: Map::new(),
        });
        self.build.instances.last_mut().unwrap()
    }

    /// A record with five trials around `seconds` per call.
    pub(crate) fn timed(
        &mut self,
        candidate: &str,
        label: &str,
        operation: &str,
        input_bytes: u64,
        seconds: f64,
    ) {
        let processes: Vec<Process> = (0..5u32)
            .map(|trial| process(seconds * (1.0 + f64::from(trial) / 100.0), candidate))
            .collect();
        let kat = self
            .build
            .entry(candidate, label)
            .map_or("PASS", |entry| &entry.kat)
            .to_owned();
        let facts = Facts {
            input_bytes,
            tick_unit: Some("tsc_ticks"),
            extended: true,
        };
        self.records.push(TimingRecord {
            results: results(&processes, facts),
            head: Head {
                schema: 3,
                status: "complete".to_owned(),
                candidate: candidate.to_owned(),
                label: label.to_owned(),
                instance: Some(label.to_owned()),
                variant: "reference".to_owned(),
                flags: "guide".to_owned(),
                operation: operation.to_owned(),
                input_bytes,
                plan: Plan {
                    iterations_per_trial: 100,
                    warmups: 3,
                    trials: 5,
                    separate_processes: true,
                    estimated_s: 0.25,
                    timeout_per_process_s: 300.0,
                },
                kat_not_passed: kat != "PASS",
                kat,
                disturbed_retries: 1,
                library: format!("lib{label}.so"),
                library_sha256: "ab".repeat(32),
                kat_log: None,
                kat_log_sha256: None,
                started_utc: "2026-10-01T08:00:30.000000+00:00".to_owned(),
                ended_utc: "2026-10-01T08:00:31.000000+00:00".to_owned(),
                load_average_start: vec![0.1, 0.2, 0.3],
                load_average_end: vec![0.1, 0.2, 0.3],
                environment: environment(),
                provenance: Some(provenance()),
                processes,
            },
            other: Map::new(),
        });
    }

    /// A profile in which 60 % go to pseudoXOF and 1 % to the DRNG.
    pub(crate) fn profiled(
        &mut self,
        candidate: &str,
        label: &str,
        operation: &str,
        lower_bound: &[&str],
    ) {
        let total = Some(Total {
            operations: 10,
            ticks: 1_000_000,
        });
        let shape = |function, in_bits, calls, ticks| CallShape {
            function,
            in_bits,
            out_bits: 256,
            calls,
            ticks,
        };
        self.profiles.push(ProfileRecord {
            schema: 3,
            candidate: candidate.to_owned(),
            label: label.to_owned(),
            operation: operation.to_owned(),
            input_bytes: 0,
            status: "complete".to_owned(),
            provenance: Some(ProfileProvenance {
                origin: "independent".to_owned(),
                tool: tool(),
                library_sha256: "ab".repeat(32),
                instrumented_sha256: "ef".repeat(32),
                wrapped: vec!["pseudoXOF".to_owned(), "get_random_number".to_owned()],
                lower_bound: lower_bound
                    .iter()
                    .map(|&reason| reason.to_owned())
                    .collect(),
                own_primitives: Vec::new(),
            }),
            command: Vec::new(),
            stderr: String::new(),
            meta: Map::new(),
            profile: Profile::new(
                total,
                [
                    shape(Wrapped::PseudoXof, 144, 920, 600_000),
                    shape(Wrapped::Drng, 0, 30, 10_000),
                ],
            ),
            other: Map::new(),
        });
    }
}

fn process(seconds_per_call: f64, candidate: &str) -> Process {
    let meta = [
        ("id", candidate),
        ("build_flags", "-std=c99 -O2"),
        ("baseline_rss_bytes", "1724416"),
        ("peak_rss_bytes", "1851392"),
        ("rss_error_bound_bytes", "380928"),
        ("pk_bytes", "736"),
        ("sk_bytes", "1056"),
        ("ct_bytes", "760"),
        ("ss_bytes", "16"),
        ("digest_bytes", "32"),
        ("timing_scope", "loop"),
    ];
    let hz = 2.0e9;
    Process {
        status: "complete".to_owned(),
        exit_code: Some(0),
        meta: meta
            .iter()
            .map(|(name, value)| ((*name).to_owned(), Value::from(*value)))
            .collect(),
        trials: vec![Trial {
            measurements: 100,
            seconds: seconds_per_call * 100.0,
            cycles: None,
            ticks: Some((seconds_per_call * 100.0 * hz) as u64),
        }],
        sample: Some(Sample {
            unit: "tsc_ticks".to_owned(),
            floor: 24,
            counts: (0..21)
                .map(|call| (seconds_per_call * hz) as u64 + 24 + call * 10)
                .collect(),
        }),
        disturbance: Some(Disturbance {
            run_delay_s: Some(0.0002),
            time_enabled_ns: None,
            time_running_ns: None,
        }),
        stderr: Some(String::new()),
        command: vec!["assay-driver".to_owned()],
        wall_s: 0.2,
        disturbed_retries: 0,
        other: Map::new(),
    }
}

fn environment() -> Environment {
    Environment {
        hostname: Some("machine".to_owned()),
        architecture: "x86_64".to_owned(),
        cpu_model: Some("Virtual Processor".to_owned()),
        cpu_number: 1,
        logical_cpus_online: Some("0-1".to_owned()),
        virtualized: true,
        memory_total_kib: Some(8_000_000),
        os: Some("Debian GNU/Linux 13 (trixie)".to_owned()),
        kernel: Some("6.12.0".to_owned()),
        compiler: Some("gcc (Debian 14.2.0-19) 14.2.0".to_owned()),
        smt_control: Some("notsupported".to_owned()),
        ..Environment::default()
    }
}

pub(crate) fn tool() -> Tool {
    Tool {
        name: "assay".to_owned(),
        version: "0.1.0".to_owned(),
    }
}

pub(crate) fn provenance() -> Provenance {
    Provenance {
        origin: "independent".to_owned(),
        tool: tool(),
        quick: true,
        host_fixed: false,
        host_problems: vec![
            "the machine is virtual".to_owned(),
            "there is no cpufreq driver".to_owned(),
        ],
        build_key: "cd".repeat(32),
        counter: Counter {
            source: "tsc".to_owned(),
            unit: "tsc_ticks".to_owned(),
            rate_hz: Some(2.0e9),
            rate_origin: Some("measured against CLOCK_MONOTONIC_RAW over 100 ms".to_owned()),
            refused: vec![Refusal {
                source: "perf_rdpmc".to_owned(),
                reason: "no hardware counter on this machine".to_owned(),
            }],
        },
        isolation: vec![
            Layer {
                name: "landlock".to_owned(),
                state: "active".to_owned(),
            },
            Layer {
                name: "seccomp".to_owned(),
                state: "not available: the kernel was built without it".to_owned(),
            },
        ],
    }
}

pub(crate) fn instance(
    label: &str,
    variant: Variant,
    external_sizes: Option<ExternalSizes>,
) -> InstanceFacts {
    InstanceFacts {
        label: label.to_owned(),
        variant,
        profile: assay_manifest::Profile::Guide,
        requires: Vec::new(),
        external_sizes,
        issues: Vec::new(),
        notes: Vec::new(),
    }
}

pub(crate) fn candidate(
    id: &str,
    function: Function,
    instances: Vec<InstanceFacts>,
) -> CandidateFacts {
    CandidateFacts {
        id: id.to_owned(),
        algorithm: format!("Example {function}"),
        function,
        links: Links {
            submission: Some(format!("https://example.org/{id}")),
            security: None,
        },
        survey: Some(Survey {
            verdict: SurveyVerdict::Mixed,
            notes: Some("own AES beside pseudoXOF".to_owned()),
        }),
        archive: Some(("example.zip".to_owned(), "12".repeat(32))),
        instances,
    }
}

/// A key encapsulation with every kind of instance: one that passes, one that does not, one that needs another CPU, one
/// that is excluded and one that the run did not select.
pub(crate) fn key_encapsulation() -> (CandidateFacts, Run) {
    let sizes = Some(ExternalSizes::Kem {
        public_key: 736,
        ciphertext: 760,
        basis: SizeBasis::Encoded,
    });
    let mut passing = instance("set-128", Variant::Reference, sizes);
    passing
        .notes
        .push("ciphertexts have | unused bits".to_owned());
    let mut failing = instance("set-256", Variant::Reference, sizes);
    failing.issues.push(Issue {
        action: IssueAction::Measure,
        cause: "the official file has the sizes of another level".to_owned(),
    });
    let mut excluded = instance("set-512", Variant::Reference, sizes);
    excluded.issues.push(Issue {
        action: IssueAction::Exclude,
        cause: "there is no reference source".to_owned(),
    });
    let facts = candidate(
        "kem-90",
        Function::Kem,
        vec![
            passing,
            failing,
            instance("set-128-avx2", Variant::OptimizedAvx2, sizes),
            excluded,
            instance("set-1024", Variant::Reference, None),
        ],
    );

    let mut run = Run::new();
    run.built("kem-90", "set-128", "PASS");
    let failing = run.built("kem-90", "set-256", "MISMATCH");
    failing.guide_result = Some("CRASH".to_owned());
    failing.flags = "harness-default".to_owned();
    let provenance = failing.provenance.as_mut().unwrap();
    provenance.detail = "vector 3 differs: ct, byte 17, 0x4a instead of 0x4b".to_owned();
    provenance.findings = vec!["imports rand".to_owned()];
    let not_run = run.built("kem-90", "set-128-avx2", "NOKAT");
    not_run.variant = "optimized-avx2".to_owned();
    not_run.flags = "guide-performance".to_owned();
    (
        not_run.library,
        not_run.library_sha256,
        not_run.elf_load_bytes,
    ) = (None, None, None);
    (not_run.kat_log, not_run.kat_log_sha256) = (None, None);
    let provenance = not_run.provenance.as_mut().unwrap();
    provenance.not_run = Some("this CPU has no AVX2".to_owned());
    provenance.sections = None;
    provenance.detail = String::new();
    provenance.vectors_compared = 0;

    run.timed("kem-90", "set-128", "dec", 0, 250e-6);
    run.timed("kem-90", "set-128", "enc", 0, 200e-6);
    run.timed("kem-90", "set-128", "keygen", 0, 100e-6);
    run.timed("kem-90", "set-256", "keygen", 0, 400e-6);
    run.profiled("kem-90", "set-128", "dec", &[]);
    run.profiled(
        "kem-90",
        "set-128",
        "enc",
        &["calls of pseudoXOF inside kem.o are not seen"],
    );
    run.profiled("kem-90", "set-128", "keygen", &[]);
    // One operation whose second process died.
    run.timed("kem-90", "set-256", "enc", 0, 500e-6);
    let failed = run.records.last_mut().unwrap();
    failed.head.status = "failed_or_partial".to_owned();
    failed.head.processes.truncate(2);
    let process = &mut failed.head.processes[1];
    process.status = "failed".to_owned();
    process.exit_code = Some(139);
    process.stderr = Some("one line\nsegmentation <fault>".to_owned());
    (facts, run)
}
