//! Whether a process was disturbed while it measured: judged by evidence, not by how its result looks.

use assay_evidence::Process;

/// Share of a batch in which the thread was ready to run and did not, above which it counts as disturbed.
const MOST_RUN_DELAY: f64 = 0.005;
/// Share of the reference clock that an undisturbed trial reaches.
const LEAST_CLOCK: f64 = 0.95;
/// Trials shorter than this say nothing about the clock.
const SHORTEST_CLOCK_TRIAL_S: f64 = 0.01;

/// Judged by evidence: time ready but not running, a counter that was not always counting, a clock below the reference.
pub(crate) fn is_disturbed(process: &Process, reference_clock_hz: Option<f64>) -> bool {
    if process.status != "complete" {
        return false;
    }
    let seconds: f64 = process.trials.iter().map(|trial| trial.seconds).sum();
    let delayed = process
        .disturbance
        .and_then(|disturbance| disturbance.run_delay_s)
        .is_some_and(|delay| delay > MOST_RUN_DELAY * seconds);
    let multiplexed = process
        .disturbance
        .is_some_and(|disturbance| disturbance.time_running_ns < disturbance.time_enabled_ns);
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
