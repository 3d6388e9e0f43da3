//! A made-up repository with a finished run: numbers nobody measured, computed by the rules of evidence.
//!
//! Shared by the tests of this crate and the example `scale`.

use std::fs;
use std::path::{Path, PathBuf};

use assay_campaign::{RunFolder, pages};
use assay_evidence::derive::{Facts, results};
use assay_evidence::{
    Build, Campaign, MemoryRecord, Profile, ProfileRecord, Store, TimingRecord, operation_key,
};
use assay_manifest::Candidate;
use serde_json::{Value, json};

type Failure = Box<dyn std::error::Error>;

/// Name of the run.
pub(crate) const RUN: &str = "x86_1-full";
const HASH_LENGTHS: [u64; 8] = [32, 128, 512, 1024, 4096, 8192, 16_384, 65_536];
const KEX_STEPS: [&str; 9] = [
    "exchange", "init_a", "init_b", "pass1", "pass2", "pass3", "pass4", "derive_a", "derive_b",
];

/// How large a made-up run is.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Size {
    /// Candidates of key encapsulation, signature, key exchange and hash functions.
    pub(crate) candidates: [usize; 4],
    /// Instances of all candidates of a kind together.
    pub(crate) instances: [usize; 4],
    /// Stamped calls of a process at most.
    pub(crate) stamped: u64,
}

impl Size {
    /// 119 candidates, 400 instances, 3000 records: as large as the published datasets, with a few more records.
    #[allow(dead_code, reason = "the tests are content with less")]
    pub(crate) const PUBLISHED: Size = Size {
        candidates: [22, 25, 37, 35],
        instances: [25, 25, 50, 300],
        stamped: 1000,
    };

    /// Small enough to be checked a thousand times.
    #[allow(dead_code, reason = "the example wants more")]
    pub(crate) const SMALLEST: Size = Size {
        candidates: [1, 0, 0, 0],
        instances: [1, 0, 0, 0],
        stamped: 20,
    };

    /// Two kinds, one with two instances.
    #[allow(dead_code, reason = "the example wants more")]
    pub(crate) const SMALL: Size = Size {
        candidates: [1, 0, 0, 1],
        instances: [2, 0, 0, 1],
        stamped: 20,
    };
}

/// Writes manifests, evidence and pages; returns the folder of the run.
#[allow(dead_code, reason = "the example measures the writing of pages")]
pub(crate) fn write_repository(root: &Path, size: &Size) -> Result<PathBuf, Failure> {
    let run = write_evidence(root, size)?;
    pages::write_all(&RunFolder::new(&run), &candidates(root)?)?;
    Ok(run)
}

/// Manifests of a repository.
pub(crate) fn candidates(root: &Path) -> Result<Vec<Candidate>, Failure> {
    Ok(assay_manifest::load_all(root)?)
}

/// Writes manifests and evidence, without pages; returns the folder of the run.
pub(crate) fn write_evidence(root: &Path, size: &Size) -> Result<PathBuf, Failure> {
    fs::create_dir_all(root.join("candidates"))?;
    fs::create_dir_all(root.join("reports"))?;
    fs::write(
        root.join("reports/systems.toml"),
        "[[systems]]\nid = \"x86_1\"\narchitecture = \"x86_64\"\nhost-name = \"machine\"\ndescription = \"made up\"\n",
    )?;
    let run = root.join("reports/runs").join(RUN);
    let store = Store::new(run.join("data"));
    let mut writer = Writer {
        store,
        build: Build::default(),
        number: 0,
        stamped: size.stamped,
    };
    for (kind, prefix) in ["kem", "sign", "kex", "hash"].into_iter().enumerate() {
        let (candidates, instances) = (size.candidates[kind], size.instances[kind]);
        for index in 0..candidates {
            let id = format!("{prefix}-{:02}", index + 1);
            // Instances are spread evenly; a candidate without one still has a manifest with an instance.
            let own = instances * (index + 1) / candidates - instances * index / candidates;
            write_manifest(root, &id, prefix, own.max(1))?;
            for instance in 0..own {
                writer.instance(&id, prefix, instance)?;
            }
        }
    }
    writer.store.write_build(&writer.build)?;
    let campaign: Campaign = serde_json::from_value(json!({
        "schema": 3,
        "started_utc": "2026-10-01T08:00:00.000000+00:00",
        "environment_at_start": environment(),
        "arch_config": {},
        "harness_additions": "-fPIC",
        "planning": planning(),
        "ended_utc": "2026-10-02T08:00:00.000000+00:00",
        "environment_at_end": environment(),
        "system_id": "x86_1",
        "quick": false,
        "counter": counter(),
        "tool": tool(),
    }))?;
    writer.store.write_campaign(&campaign)?;
    Ok(run)
}

struct Writer {
    store: Store,
    build: Build,
    number: u64,
    stamped: u64,
}

impl Writer {
    fn instance(&mut self, id: &str, kind: &str, index: usize) -> Result<(), Failure> {
        let label = format!("set-{index}");
        let log = format!("id = {id}\nRESULT {id} {label} PASS \n");
        let (kat_log, kat_log_sha256) = self.store.write_kat_log(id, &label, &log)?;
        let library_sha256 = assay_evidence::sha256_hex(format!("{id}/{label}").as_bytes());
        self.build.put(serde_json::from_value(json!({
            "candidate": id, "label": label, "instance": label, "variant": "reference", "flags": "guide", "kat": "PASS",
            "library": format!("target/assay/{id}/lib{label}.so"), "library_sha256": library_sha256,
            "elf_load_bytes": 26213, "kat_log": kat_log, "kat_log_sha256": kat_log_sha256,
            "provenance": {
                "origin": "independent", "build_key": "cd".repeat(32), "compiler": "gcc 14.2.0",
                "build_flags": "-std=c99 -O2", "detail": "", "findings": [], "vectors_compared": 10,
                "kat_reference_sha256": "34".repeat(32), "not_run": null,
                "sections": {"text": 20000, "rodata": 5000, "data": 213, "bss": 1000},
            },
        }))?);
        let operations: Vec<(&str, u64)> = match kind {
            "kem" => vec![("keygen", 0), ("enc", 0), ("dec", 0)],
            "sign" => vec![("keygen", 0), ("sign", 0), ("verify", 0)],
            "kex" => KEX_STEPS.map(|step| (step, 0)).to_vec(),
            _ => HASH_LENGTHS.map(|bytes| ("hash", bytes)).to_vec(),
        };
        for (operation, bytes) in operations {
            self.number += 1;
            self.store
                .write_record(&self.record(id, &label, operation, bytes)?)?;
            if matches!(
                operation,
                "keygen" | "enc" | "dec" | "sign" | "verify" | "exchange"
            ) {
                self.store
                    .write_memory(&memory(id, &label, operation, &library_sha256)?)?;
                self.store
                    .write_profile(&profile(id, &label, operation, &library_sha256)?)?;
            }
        }
        Ok(())
    }

    fn record(
        &self,
        id: &str,
        label: &str,
        operation: &str,
        bytes: u64,
    ) -> Result<TimingRecord, Failure> {
        // Two microseconds to a tenth of a second, spread evenly on a logarithmic scale.
        let position = (self.number * 7919 % 1000) as f64 / 1000.0;
        let seconds = 2e-6 * 50_000f64.powf(position);
        let calls = ((0.2 / seconds) as u64).clamp(20, 20_000);
        let stamped = ((0.5 / seconds) as u64).clamp(20, self.stamped);
        let processes: Vec<Value> = (0..5u64)
            .map(|trial| {
                let per_call = seconds * (1.0 + 0.001 * ((self.number + trial) % 5) as f64);
                process(id, label, per_call, calls, stamped, trial)
            })
            .collect();
        let entry = self.build.entry(id, label).ok_or("no entry")?;
        let mut record: TimingRecord = serde_json::from_value(json!({
            "schema": 3, "status": "complete", "candidate": id, "label": label, "instance": label,
            "variant": "reference", "flags": "guide", "operation": operation, "input_bytes": bytes,
            "plan": {
                "iterations_per_trial": calls, "warmups": 3, "trials": 5, "separate_processes": true,
                "estimated_s": 5.0, "timeout_per_process_s": 303.0,
            },
            "kat": "PASS", "kat_not_passed": false, "disturbed_retries": 0,
            "library": entry.library, "library_sha256": entry.library_sha256,
            "kat_log": entry.kat_log, "kat_log_sha256": entry.kat_log_sha256,
            "started_utc": "2026-10-01T08:00:30.000000+00:00", "ended_utc": "2026-10-01T08:00:31.000000+00:00",
            "load_average_start": [0.1, 0.2, 0.3], "load_average_end": [0.1, 0.2, 0.3],
            "environment": environment(),
            "provenance": {
                "origin": "independent", "tool": tool(), "quick": false, "host_fixed": true, "host_problems": [],
                "build_key": "cd".repeat(32), "counter": counter(), "isolation": [{"name": "landlock", "state": "active"}],
            },
            "processes": processes,
        }))?;
        record.results = results(&record.head.processes, Facts::of(&record.head));
        Ok(record)
    }
}

fn process(id: &str, label: &str, per_call: f64, calls: u64, stamped: u64, trial: u64) -> Value {
    let hz = 2.1e9;
    let cycles = (per_call * hz) as u64;
    let counts: Vec<String> = (0..stamped)
        .map(|call| (cycles + 24 + (call * 7 + trial) % 31).to_string())
        .collect();
    // Nanoseconds, as the driver prints them.
    let total = (per_call * calls as f64 * 1e9).round() / 1e9;
    json!({
        "status": "complete", "exit_code": 0,
        "meta": {
            "id": id, "instance": label, "build_flags": "-std=c99 -O2", "baseline_rss_bytes": "1724416",
            "pk_bytes": "736", "sk_bytes": "1056", "ct_bytes": "760", "ss_bytes": "16", "digest_bytes": "32",
            "kex_passes": "4", "kex_passes_run": "4", "timing_scope": "loop", "peak_rss_bytes": "1851392",
        },
        "trials": [{"measurements": calls, "seconds": total, "cycles": cycles * calls}],
        "sample": {"unit": "core_cycles", "floor": 24, "counts": counts.join(" ")},
        "disturbance": {"run_delay_s": 0.0002, "time_enabled_ns": 1000, "time_running_ns": 1000},
        "stderr": "", "command": ["target/xtask/assay-driver"], "wall_s": 0.2, "disturbed_retries": 0,
    })
}

fn profile(
    id: &str,
    label: &str,
    operation: &str,
    library_sha256: &str,
) -> Result<ProfileRecord, Failure> {
    let calls: Vec<Value> = (1..40u64)
        .map(|shape| json!({"fn": "pseudoXOF", "in_bits": shape * 64, "out_bits": 256, "calls": 20, "ticks": 15_000 + shape}))
        .chain([json!({"fn": "drng", "in_bits": 0, "out_bits": 384, "calls": 30, "ticks": 10_000})])
        .collect();
    let mut profile: ProfileRecord = serde_json::from_value(json!({
        "schema": 3, "candidate": id, "label": label, "operation": operation, "input_bytes": 0, "status": "complete",
        "provenance": {
            "origin": "independent", "tool": tool(), "library_sha256": library_sha256,
            "instrumented_sha256": "ef".repeat(32), "wrapped": ["pseudoXOF", "get_random_number"], "lower_bound": [],
        },
        "command": ["target/xtask/assay-driver"], "stderr": "",
        "meta": {"id": id, "tick_source": "rdtsc", "tick_hz": "2112000000"},
        "total": {"operations": 10, "ticks": 1_000_000}, "calls": calls,
    }))?;
    profile.profile = Profile::new(profile.profile.total, profile.profile.calls);
    Ok(profile)
}

fn memory(
    id: &str,
    label: &str,
    operation: &str,
    library_sha256: &str,
) -> Result<MemoryRecord, Failure> {
    Ok(serde_json::from_value(json!({
        "schema": 3, "candidate": id, "label": label, "operation": operation, "input_bytes": 0,
        "provenance": {
            "origin": "independent", "tool": tool(), "library_sha256": library_sha256, "instrumented_sha256": "ef".repeat(32),
            "wrapped": ["malloc", "free"], "not_wrapped": [],
        },
        "commands": [["target/xtask/assay-driver"]],
        "stack": {"calls": [4096, 4112, 4096], "peak_bytes": 4112},
        "heap": {
            "calls": [{"peak_bytes": 100, "allocations": 2, "releases": 2, "kept_bytes": 0, "not_followed": 0}],
            "peak_bytes": 100,
        },
    }))?)
}

fn write_manifest(root: &Path, id: &str, kind: &str, instances: usize) -> Result<(), Failure> {
    let folder = root.join("candidates").join(id);
    fs::create_dir_all(folder.join("independent"))?;
    fs::write(folder.join("independent/code.c"), "/* made up */\n")?;
    fs::write(folder.join("independent/api.h"), "/* made up */\n")?;
    let (function, prefix) = match kind {
        "sign" => ("sig", "KAT_SIG"),
        "kex" => ("kex", "KAT_KEX"),
        "hash" => ("hash", "KAT_2_12"),
        _ => ("kem", "KAT_KEM"),
    };
    let mut manifest = format!(
        "id = \"{id}\"\nalgorithm = \"Made Up\"\nfunction = \"{function}\"\n\n[independent]\nsources = [\"*.c\"]\n\
         api-header = \"api.h\"\n"
    );
    for index in 0..instances {
        manifest.push_str(&format!(
            "\n[[instances]]\nlabel = \"set-{index}\"\nvariant = \"reference\"\nprofile = \"guide\"\n\
             kat-file = \"{prefix}_set-{index}.txt\"\n"
        ));
    }
    fs::write(folder.join("candidate.toml"), manifest)?;
    Ok(())
}

fn environment() -> Value {
    json!({
        "hostname": "machine", "architecture": "x86_64", "cpu_model": "Processor", "cpu_number": 2,
        "logical_cpus_online": "0-3", "virtualized": false, "memory_total_kib": 8_000_000, "os": "Linux",
        "kernel": "6.12.0", "compiler": "gcc 14.2.0", "perf_event_paranoid": "1", "cpufreq_governor": "performance",
        "cpufreq_driver": "intel_pstate", "cpufreq_min_khz": "2100000", "cpufreq_max_khz": "2100000",
        "intel_pstate_no_turbo": "1", "cpufreq_boost": null, "smt_control": "off",
    })
}

fn counter() -> Value {
    json!({"source": "perf_rdpmc", "unit": "core_cycles", "rate_hz": null, "rate_origin": null, "refused": []})
}

fn tool() -> Value {
    json!({"name": "assay", "version": "0.1.0"})
}

fn planning() -> Value {
    serde_json::to_value(assay_evidence::plan::Planning::STANDARD).unwrap_or_default()
}

/// Reads a JSON file, changes it and writes it again in the form of evidence.
#[allow(dead_code, reason = "the example changes nothing")]
pub(crate) fn change(path: &Path, change: impl FnOnce(&mut Value)) -> Result<(), Failure> {
    let mut value: Value = serde_json::from_slice(&fs::read(path)?)?;
    change(&mut value);
    fs::write(path, assay_evidence::json::to_bytes(&value)?)?;
    Ok(())
}

/// Path of a record in a run.
#[allow(dead_code, reason = "the example changes nothing")]
pub(crate) fn record_path(
    run: &Path,
    id: &str,
    label: &str,
    operation: &str,
    bytes: u64,
) -> PathBuf {
    Store::new(run.join("data")).record_path(id, label, &operation_key(operation, bytes))
}
