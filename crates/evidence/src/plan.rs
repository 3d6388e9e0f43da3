//! How often an operation is called: the planning rules of the published method.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Planning constants of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Planning {
    /// Trials per operation.
    pub trials: u64,
    /// Seconds a trial should last.
    pub trial_target_s: f64,
    /// Calls over all trials that an affordable operation gets at least.
    pub min_total: u64,
    /// Calls per trial at most.
    pub max_iters_per_trial: u64,
    /// Seconds an operation may take over all trials.
    pub op_budget_s: f64,
    /// Set-up time from which all trials share one process.
    pub separate_process_setup_s: f64,
}

impl Planning {
    /// The constants of the published x86-64 dataset.
    pub const STANDARD: Planning = Planning {
        trials: 5,
        trial_target_s: 1.0,
        min_total: 100,
        max_iters_per_trial: 20_000,
        op_budget_s: 900.0,
        separate_process_setup_s: 60.0,
    };

    /// The same with trials of 0.05 s, for a quick look.
    pub const QUICK: Planning = Planning {
        trial_target_s: 0.05,
        ..Planning::STANDARD
    };

    /// Plan of an operation.
    ///
    /// `call_s` and `setup_s` come from its calibration. For a single step of a key exchange, `exchange_s` is the
    /// calibrated time of the whole exchange, which has to run for every call of the step.
    #[must_use]
    pub fn plan(&self, call_s: f64, setup_s: f64, exchange_s: Option<f64>) -> Plan {
        let call = call_s.max(exchange_s.unwrap_or(0.0)).max(1e-8);
        let trials = self.trials as f64;
        let per_trial = self.min_total.div_ceil(self.trials.max(1));

        let wanted = ((self.trial_target_s / call).ceil() as u64).max(per_trial);
        let mut iterations = wanted.min(self.max_iters_per_trial);
        if trials * iterations as f64 * call > self.op_budget_s {
            iterations = ((self.op_budget_s / (trials * call)).floor() as u64).max(1);
        }
        let planned_trials = if trials * call <= self.op_budget_s {
            self.trials
        } else {
            ((self.op_budget_s / call).floor() as u64).max(1)
        };
        let warmups = match call {
            call if call < 0.05 => 3,
            call if call < 5.0 => 1,
            _ => 0,
        };
        let separate_processes = setup_s < self.separate_process_setup_s;
        let processes = if separate_processes {
            planned_trials
        } else {
            1
        };
        let trials_in_process = if separate_processes {
            1
        } else {
            planned_trials
        };
        Plan {
            iterations_per_trial: iterations,
            warmups,
            trials: planned_trials,
            separate_processes,
            estimated_s: (planned_trials * iterations) as f64 * call
                + processes as f64 * (warmups as f64 * call + setup_s),
            timeout_per_process_s: 3.0 * (iterations * trials_in_process + warmups) as f64 * call
                + 3.0 * setup_s
                + 300.0,
        }
    }
}

impl fmt::Display for Planning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} trials of {} s, at least {} and at most {} x {} calls, {} s per operation",
            self.trials,
            self.trial_target_s,
            self.min_total,
            self.trials,
            self.max_iters_per_trial,
            self.op_budget_s
        )?;
        write!(
            f,
            ", separate processes below {} s of set-up",
            self.separate_process_setup_s
        )
    }
}

/// What one operation will run.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// Calls per trial.
    pub iterations_per_trial: u64,
    /// Untimed calls before the first trial of a process.
    pub warmups: u64,
    /// Trials.
    pub trials: u64,
    /// Whether every trial has a process of its own.
    pub separate_processes: bool,
    /// Seconds it should take in all.
    pub estimated_s: f64,
    /// Seconds after which a process counts as hung.
    pub timeout_per_process_s: f64,
}

impl Plan {
    /// Whether the calibration call already is the whole measurement.
    #[must_use]
    pub fn is_one_call(&self) -> bool {
        self.trials == 1 && self.iterations_per_trial == 1 && self.warmups == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cheap_operations_stop_at_the_cap_and_dear_ones_at_the_budget() {
        let plan = |call| Planning::STANDARD.plan(call, 0.01, None);
        assert_eq!(plan(1e-6).iterations_per_trial, 20_000);
        assert_eq!(plan(0.02).iterations_per_trial, 50);
        assert_eq!(plan(1.0).iterations_per_trial, 20);
        assert_eq!(plan(30.0).iterations_per_trial, 6);
        assert_eq!(
            (plan(180.0).iterations_per_trial, plan(180.0).trials),
            (1, 5)
        );
        assert_eq!(
            (plan(400.0).iterations_per_trial, plan(400.0).trials),
            (1, 2)
        );
        assert_eq!(plan(2000.0).trials, 1);
        assert!(plan(2000.0).is_one_call());
    }

    #[test]
    fn a_step_is_planned_by_its_exchange() {
        let step = Planning::STANDARD.plan(2e-6, 0.0, Some(0.0028));
        assert_eq!(step.iterations_per_trial, 358);
        assert_eq!(step.warmups, 3);
    }

    #[test]
    fn a_long_set_up_is_shared() {
        let plan = Planning::STANDARD.plan(1.0, 61.0, None);
        assert!(!plan.separate_processes);
        assert_eq!(plan.estimated_s, 5.0 * 20.0 + 1.0 + 61.0);
        assert_eq!(plan.timeout_per_process_s, 3.0 * 101.0 + 3.0 * 61.0 + 300.0);
    }
}
