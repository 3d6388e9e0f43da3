//! Operations of which no attempt was undisturbed.

use assay_evidence::{Process, TimingRecord};

/// Share of the timed seconds in which the thread was ready to run and did not, above which a process counts as disturbed.
/// This and the other limits are those by which a campaign decides to measure again.
pub(crate) const MOST_RUN_DELAY: f64 = 0.005;
/// Share of the reference clock that an undisturbed trial reaches.
const LEAST_CLOCK: f64 = 0.95;
/// Trials shorter than this say nothing about the clock.
const SHORTEST_CLOCK_TRIAL_S: f64 = 0.01;
/// So often a disturbed process is run again before its last result is kept.
const MOST_RETRIES: u64 = 2;

/// Whether the evidence of a record shows that a trial was disturbed in every attempt, so that a disturbed result is part of
/// its numbers. `records` are those of the same run: single steps of a key exchange are measured inside the processes of
/// `exchange`, whose record tells of them.
#[must_use]
pub fn disturbed_in_every_attempt<'a>(
    record: &TimingRecord,
    records: impl IntoIterator<Item = &'a TimingRecord>,
) -> bool {
    let head = &record.head;
    if !is_step(record) {
        return is_disturbed(record);
    }
    records.into_iter().any(|other| {
        other.head.operation == "exchange"
            && (&other.head.candidate, &other.head.label) == (&head.candidate, &head.label)
            && !is_step(other)
            && is_disturbed(other)
    })
}

fn is_step(record: &TimingRecord) -> bool {
    let results = record.results.as_ref();
    results.is_some_and(|results| results.timing_scope != "loop")
}

fn is_disturbed(record: &TimingRecord) -> bool {
    let environment = &record.head.environment;
    let allowed = environment
        .cpufreq_max_khz
        .as_deref()
        .and_then(|khz| khz.trim().parse::<f64>().ok())
        .map(|khz| khz * 1000.0);
    let reference_clock_hz = allowed.or(environment.core_clock_hz.map(|hz| hz as f64));
    record
        .head
        .processes
        .iter()
        .any(|process| kept_disturbed(process, reference_clock_hz))
}

fn kept_disturbed(process: &Process, reference_clock_hz: Option<f64>) -> bool {
    if process.status != "complete" || process.disturbed_retries < MOST_RETRIES {
        return false;
    }
    let seconds: f64 = process.trials.iter().map(|trial| trial.seconds).sum();
    let evidence = process.disturbance;
    let delayed = evidence
        .and_then(|evidence| evidence.run_delay_s)
        .is_some_and(|delay| delay > MOST_RUN_DELAY * seconds);
    let multiplexed = evidence
        .and_then(|evidence| Some((evidence.time_running_ns?, evidence.time_enabled_ns?)))
        .is_some_and(|(running_ns, enabled_ns)| running_ns < enabled_ns);
    let slow = reference_clock_hz.is_some_and(|reference| {
        process.trials.iter().any(|trial| {
            trial.seconds > SHORTEST_CLOCK_TRIAL_S
                && trial.cycles.is_some_and(|cycles| {
                    cycles > 0 && (cycles as f64 / trial.seconds) < LEAST_CLOCK * reference
                })
        })
    });
    delayed || multiplexed || slow
}
