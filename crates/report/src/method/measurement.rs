//! Core, counter, builds, tests, plans, means, key exchanges.

use assay_evidence::TimingRecord;

use super::tally::{listed, tally};
use crate::clock::turbo;
use crate::context::Evidence;
use crate::counter::{mean, source_name, unit_name};
use crate::failure::without_errno;
use crate::page::Line;

pub(super) fn bullets(evidence: &Evidence<'_>, complete: &[&TimingRecord]) -> Vec<Line> {
    vec![
        core(evidence, complete),
        builds(evidence),
        tests(evidence),
        plans(evidence, complete),
        means(complete),
        exchanges(complete),
    ]
}

fn core(evidence: &Evidence<'_>, complete: &[&TimingRecord]) -> Line {
    let mut words = String::from("Core, clock and counter. ");
    let cpus = tally(
        complete
            .iter()
            .map(|record| format!("CPU {}", record.head.environment.cpu_number)),
    );
    words.push_str(&match cpus.as_slice() {
        [] => "No record is complete, so no core was used. ".to_owned(),
        [(cpu, count)] => format!("All {count} complete records were timed on one core, {cpu}. "),
        many => format!("Complete records by core: {}. ", listed(many)),
    });
    let counters = tally(complete.iter().map(|record| match &record.head.provenance {
        Some(provenance) => format!(
            "{}, in {}",
            source_name(&provenance.counter.source),
            unit_name(&provenance.counter.unit)
        ),
        None => match mean(record) {
            Some(mean) => format!(
                "a counter in {} whose source is not recorded",
                unit_name(mean.unit)
            ),
            None => "no counter".to_owned(),
        },
    }));
    if !counters.is_empty() {
        words.push_str(&format!("Counter: {}. ", listed(&counters)));
    }
    let chosen = evidence.campaign.counter.as_ref();
    for refusal in chosen.map_or(&[][..], |counter| &counter.refused) {
        words.push_str(&format!(
            "Refused: {}, because of: {}. ",
            source_name(&refusal.source),
            without_errno(&refusal.reason)
        ));
    }
    words.push_str("Times come from the raw monotonic clock. ");
    words.push_str(&host_state(complete));
    words.into()
}

/// In which state of the machine complete records were measured.
fn host_state(complete: &[&TimingRecord]) -> String {
    let deviations = |record: &&TimingRecord| -> Vec<String> {
        let environment = &record.head.environment;
        let mut kinds = Vec::new();
        if turbo(environment) == "on" {
            kinds.push("turbo enabled".to_owned());
        }
        if let Some(governor) = environment
            .cpufreq_governor
            .as_deref()
            .filter(|governor| *governor != "performance")
        {
            kinds.push(format!("governor {governor}"));
        }
        const NO_SMT: [&str; 4] = ["off", "forceoff", "notsupported", "notimplemented"];
        if let Some(smt) = environment
            .smt_control
            .as_deref()
            .filter(|smt| !NO_SMT.contains(smt))
        {
            kinds.push(format!("SMT {smt}"));
        }
        if environment.virtualized {
            kinds.push("virtual machine".to_owned());
        }
        if mean(record).is_none_or(|mean| mean.unit != "core_cycles") {
            kinds.push("no hardware cycle count".to_owned());
        }
        let unfit = record
            .head
            .provenance
            .as_ref()
            .is_some_and(|provenance| !provenance.host_fixed);
        if unfit && kinds.is_empty() {
            kinds.push("host not fixed for another reason".to_owned());
        }
        kinds
    };
    let kinds = tally(complete.iter().flat_map(deviations));
    let all = complete.len();
    if all == 0 {
        return "Nothing is known of the host during a measurement.".to_owned();
    }
    let retried: u64 = complete
        .iter()
        .map(|record| record.head.disturbed_retries)
        .sum();
    let repeated = format!(
        " Processes that were disturbed (the thread waited for a CPU, or its counter or clock did not run as it should) were \
         thrown away and run again, at most twice each; that happened {retried} times."
    );
    let state = if kinds.is_empty() {
        format!(
            "State of the host: all {all} records were measured with a governor of constant frequency or none, without turbo or \
             SMT, on a machine that is not virtual and counts core cycles."
        )
    } else {
        format!(
            "State of the host, deviations in {all} complete records: {}.",
            listed(&kinds)
        )
    };
    state + &repeated
}

fn builds(evidence: &Evidence<'_>) -> Line {
    let built = evidence
        .build
        .instances
        .iter()
        .filter(|entry| entry.library.is_some());
    let classes = tally(built.clone().map(|entry| entry.flags.clone()));
    let mut line = Line::from(match classes.as_slice() {
        [] => "Builds. No library was built. ".to_owned(),
        classes => format!(
            "Builds. Libraries by class of compiler flags: {}. ",
            listed(classes)
        ),
    });
    let flags = tally(built.clone().filter_map(|entry| {
        let flags = entry.provenance.as_ref()?.build_flags.as_deref()?;
        Some(format!("{}: {}", entry.flags, flags.trim()))
    }));
    for (index, (flags, _)) in flags.iter().enumerate() {
        line = line
            .text(if index == 0 { "As compiled: " } else { "; " })
            .code(flags);
    }
    if !flags.is_empty() {
        line = line.text(". ");
    }
    if !evidence.campaign.harness_additions.is_empty() {
        line = line
            .text("Flags that are added to the guide's: ")
            .code(&evidence.campaign.harness_additions)
            .text(". ");
    }
    let fallen = evidence
        .build
        .instances
        .iter()
        .filter(|entry| entry.guide_result.is_some())
        .count();
    line.text(format!(
        "What does not build or pass with the guide's flags is built and tested again with relaxed ones: {fallen} of {} instances were.",
        evidence.build.instances.len()
    ))
}

fn tests(evidence: &Evidence<'_>) -> Line {
    let (not_run, run): (Vec<_>, Vec<_>) = evidence
        .build
        .instances
        .iter()
        .partition(|entry| crate::context::not_run(entry).is_some());
    let verdicts = tally(run.iter().map(|entry| entry.kat.clone()));
    let anyway = evidence
        .records
        .iter()
        .filter(|record| record.head.kat_not_passed)
        .count();
    let mut words = String::from(
        "Known-answer tests. Before timing, every library answers the inputs of the official vectors in processes of its own, and its answers \
         are compared with the official ones by digest. ",
    );
    words.push_str(&match verdicts.as_slice() {
        [] => "No instance was tested. ".to_owned(),
        verdicts => format!("Verdicts: {}. ", listed(verdicts)),
    });
    if !not_run.is_empty() {
        let reasons = tally(
            not_run
                .iter()
                .filter_map(|entry| crate::context::not_run(entry).map(str::to_owned)),
        );
        words.push_str(&format!("Not run: {}. ", listed(&reasons)));
    }
    words.push_str(&format!(
        "Records of instances that do not pass, timed all the same and marked: {anyway}. While timing, the DRNG has a fixed seed and inputs are \
         the same in every run."
    ));
    words.into()
}

fn plans(evidence: &Evidence<'_>, complete: &[&TimingRecord]) -> Line {
    let planning = &evidence.campaign.planning;
    let few = complete
        .iter()
        .filter(|record| {
            record
                .results
                .as_ref()
                .is_some_and(|results| results.measurements < 100)
        })
        .count();
    let trials = tally(
        complete
            .iter()
            .map(|record| format!("{} trials", record.head.plan.trials)),
    );
    format!(
        "Calibration and plan. One call of each operation is timed first. From it follow {} trials of about {:?} s, each at least {} calls in \
         all and at most {} calls a trial, within {:.0} minutes for an operation; below {:.0} s of set-up every trial has a process of its \
         own. What that came to: {}; {few} of {} complete records have fewer than 100 calls.",
        planning.trials,
        planning.trial_target_s,
        planning.min_total,
        planning.max_iters_per_trial,
        planning.op_budget_s / 60.0,
        planning.separate_process_setup_s,
        if trials.is_empty() { "nothing yet".to_owned() } else { listed(&trials) },
        complete.len()
    )
    .into()
}

fn means(complete: &[&TimingRecord]) -> Line {
    let stamped = complete
        .iter()
        .filter(|record| {
            record
                .results
                .as_ref()
                .is_some_and(|results| results.distribution.is_some())
        })
        .count();
    let intervals = complete
        .iter()
        .filter(|record| {
            record
                .results
                .as_ref()
                .is_some_and(|results| results.interval_seconds.is_some())
        })
        .count();
    format!(
        "Mean and median. The mean is the total time, or count, of all trials divided by all their calls. The median trial is the median of the \
         trials' own means. The 95 % interval is Student's t over the trials ({intervals} of {all} records have one). Percentiles are those of \
         calls stamped one by one, the cost of the stamps subtracted ({stamped} of {all} records have them).",
        all = complete.len()
    )
    .into()
}

fn exchanges(complete: &[&TimingRecord]) -> Line {
    let of = |steps: bool| {
        complete
            .iter()
            .filter(|record| {
                let scope = record
                    .results
                    .as_ref()
                    .map(|results| results.timing_scope.as_str());
                if steps {
                    scope == Some("per_call_step")
                } else {
                    record.head.operation == "exchange"
                }
            })
            .count()
    };
    format!(
        "Key exchange. A whole exchange is timed back to back like any operation ({} records); of a single step, only the step is bracketed while \
         whole exchanges run ({} records), so that the steps need not add up to the exchange.",
        of(false),
        of(true)
    )
    .into()
}
