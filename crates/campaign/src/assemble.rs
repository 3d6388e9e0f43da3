//! Records from the raw results of a unit.

use assay_evidence::derive::{Facts, results};
use assay_evidence::plan::Plan;
use assay_evidence::provenance::{Provenance, Tool};
use assay_evidence::raw::RawTrial;
use assay_evidence::{Head, Process, SCHEMA, TimingRecord};

use crate::clock;
use crate::error::Error;
use crate::measure::{Circumstances, is_current, stored};
use crate::schedule::Unit;

/// Makes the records of a unit from its raw results, and removes these.
pub(crate) fn assemble(circumstances: &Circumstances<'_>, unit: &Unit<'_>) -> Result<(), Error> {
    let store = circumstances.store;
    let mut raws = Vec::new();
    for index in 0..unit.processes() {
        raws.extend(stored(circumstances, unit, index)?);
    }
    let Some(first) = raws.first() else {
        return Ok(());
    };
    let mut records = vec![record(
        circumstances,
        unit,
        &raws,
        unit.call.operation.to_string(),
        unit.plan,
        raws.iter().map(|raw| raw.process.clone()).collect(),
    )];
    for step in &first.steps {
        let processes = raws
            .iter()
            .flat_map(|raw| &raw.steps)
            .filter(|other| other.operation == step.operation)
            .map(|step| step.process.clone())
            .collect();
        records.push(record(
            circumstances,
            unit,
            &raws,
            step.operation.clone(),
            unit.step_plan(),
            processes,
        ));
    }
    for record in records {
        let head = &record.head;
        let there = store.read_record(&head.candidate, &head.label, &head.operation_key())?;
        // A campaign that was stopped among the records of a key exchange left some of them, with the circumstances of then.
        let is_there = there.is_some_and(|there| {
            there.head.processes == head.processes
                && is_current(&there, circumstances.host, unit, head.plan)
        });
        if !is_there {
            store.write_record(&record)?;
        }
    }
    let (candidate, label) = (&unit.ready.candidate.id, &unit.ready.instance.label);
    store.remove_raw(candidate, label, &unit.call.key(), unit.processes())?;
    Ok(())
}

/// Makes the record of a unit that failed in calibration.
pub(crate) fn assemble_failed(
    circumstances: &Circumstances<'_>,
    unit: &Unit<'_>,
) -> Result<(), Error> {
    let raws: Vec<RawTrial> = unit.calibration.trial.iter().cloned().collect();
    let processes = raws.iter().map(|raw| raw.process.clone()).collect();
    let operation = unit.call.operation.to_string();
    let record = record(circumstances, unit, &raws, operation, unit.plan, processes);
    Ok(circumstances.store.write_record(&record)?)
}

fn record(
    circumstances: &Circumstances<'_>,
    unit: &Unit<'_>,
    raws: &[RawTrial],
    operation: String,
    plan: Plan,
    processes: Vec<Process>,
) -> TimingRecord {
    let Unit { ready, call, .. } = unit;
    let entry = &ready.entry;
    let first = raws.first();
    let last = raws.last();
    let times = || {
        let starts = raws.iter().map(|raw| raw.started_utc.as_str());
        starts.chain(raws.iter().map(|raw| raw.ended_utc.as_str()))
    };
    let counter = first.map(|raw| raw.counter.clone());
    let unit_name = counter.as_ref().map(|counter| counter.unit.clone());
    let facts = Facts {
        input_bytes: call.input_bytes,
        tick_unit: unit_name.as_deref().filter(|unit| *unit != "core_cycles"),
        extended: true,
    };
    let results = results(&processes, facts);
    let trials = results
        .as_ref()
        .map_or(0, |results| results.trials.len() as u64);
    let complete =
        trials == plan.trials && processes.iter().all(|process| process.status == "complete");
    TimingRecord {
        head: Head {
            schema: SCHEMA,
            status: if complete {
                "complete"
            } else {
                "failed_or_partial"
            }
            .to_owned(),
            candidate: ready.candidate.id.clone(),
            label: ready.instance.label.clone(),
            instance: first
                .and_then(|raw| raw.instance.clone())
                .or_else(|| entry.instance.clone()),
            variant: ready.instance.variant.to_string(),
            flags: ready.library.flags_class.to_string(),
            operation,
            input_bytes: call.input_bytes,
            plan,
            kat: entry.kat.clone(),
            kat_not_passed: entry.kat != "PASS",
            disturbed_retries: processes
                .iter()
                .map(|process| process.disturbed_retries)
                .sum(),
            library: circumstances
                .workbench
                .repository
                .shown(&ready.library.path),
            library_sha256: ready.library.sha256.clone(),
            kat_log: entry.kat_log.clone(),
            kat_log_sha256: entry.kat_log_sha256.clone(),
            // The earliest and the latest, also where the clock was set back in between.
            started_utc: times().min().map_or_else(clock::now, str::to_owned),
            ended_utc: times().max().map_or_else(clock::now, str::to_owned),
            load_average_start: first.map_or_else(Vec::new, |raw| raw.load_average_start.clone()),
            load_average_end: last.map_or_else(Vec::new, |raw| raw.load_average_end.clone()),
            environment: circumstances.state.environment.clone(),
            provenance: counter.map(|counter| Provenance {
                origin: ready.library.origin.to_string(),
                tool: tool(),
                quick: circumstances.quick,
                host_fixed: circumstances.state.problems.is_empty(),
                host_problems: circumstances.state.problems.clone(),
                build_key: ready.library.key.clone(),
                counter,
                isolation: first.map_or_else(Vec::new, |raw| raw.isolation.clone()),
            }),
            processes,
        },
        results,
        other: serde_json::Map::new(),
    }
}

/// This program.
pub(crate) fn tool() -> Tool {
    Tool {
        name: "assay".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}
