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
        .and_then(|disturbance| Some((disturbance.time_running_ns?, disturbance.time_enabled_ns?)))
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

#[cfg(test)]
mod tests {
    use assay_evidence::Process;
    use serde_json::{Value, json};

    use super::is_disturbed;

    fn process(change: &dyn Fn(&mut Value)) -> Process {
        let mut value = json!({
            "status": "complete", "command": [], "wall_s": 3.0, "disturbed_retries": 0,
            "trials": [{"measurements": 100, "seconds": 2.0, "cycles": 6_000_000_000_u64}],
            "disturbance": {"run_delay_s": 0.001, "time_enabled_ns": 9, "time_running_ns": 9},
        });
        change(&mut value);
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn a_quiet_process_is_kept() {
        assert!(!is_disturbed(&process(&|_| ()), Some(3.0e9)));
    }

    #[test]
    fn waiting_for_the_cpu_disturbs() {
        let waited = process(&|value| value["disturbance"]["run_delay_s"] = json!(0.02));
        assert!(is_disturbed(&waited, None));
    }

    #[test]
    fn a_counter_that_was_not_always_counting_disturbs() {
        let multiplexed = process(&|value| value["disturbance"]["time_running_ns"] = json!(8));
        assert!(is_disturbed(&multiplexed, None));
    }

    #[test]
    fn a_clock_under_95_percent_of_the_reference_disturbs() {
        let slow = process(&|value| value["trials"][0]["cycles"] = json!(5_600_000_000_u64));
        assert!(is_disturbed(&slow, Some(3.0e9)));
        // Without a reference nobody can tell.
        assert!(!is_disturbed(&slow, None));
        // Too short to say anything about the clock.
        let short = process(&|value| {
            value["trials"][0]["cycles"] = json!(5_600_000_u64);
            value["trials"][0]["seconds"] = json!(0.009);
            value["disturbance"]["run_delay_s"] = json!(0.0);
        });
        assert!(!is_disturbed(&short, Some(3.0e9)));
    }

    #[test]
    fn evidence_that_is_missing_accuses_nobody() {
        let bare = process(&|value| value["disturbance"] = Value::Null);
        assert!(!is_disturbed(&bare, None));
        let unknown = process(&|value| value["disturbance"]["run_delay_s"] = Value::Null);
        assert!(!is_disturbed(&unknown, None));
        let half = process(&|value| value["disturbance"]["time_running_ns"] = Value::Null);
        assert!(!is_disturbed(&half, None));
    }

    #[test]
    fn what_failed_is_not_tried_again() {
        let failed = process(&|value| {
            value["status"] = json!("failed");
            value["disturbance"]["run_delay_s"] = json!(1.0);
        });
        assert!(!is_disturbed(&failed, None));
    }
}
