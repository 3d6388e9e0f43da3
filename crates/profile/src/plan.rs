/// Above so many seconds per call, one operation is all that is profiled.
const SINGLE_ABOVE_S: f64 = 60.0;
/// From so many seconds per call on, there is no warm-up.
const NO_WARMUP_FROM_S: f64 = 5.0;
/// What an operation is taken to last when nothing is known.
const UNKNOWN_S: f64 = 1.0;
const MINIMUM: u64 = 3;
const MAXIMUM: u64 = 1000;
/// What is granted beyond three times the expected time.
const TIMEOUT_BASE_S: f64 = 300.0;

/// How often an operation is profiled: about a second's worth, between 3 and 1000 times, once if it lasts more than a
/// minute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Measured operations.
    pub iterations: u64,
    /// Operations before, which are not counted.
    pub warmups: u64,
}

impl Plan {
    /// The plan for an operation whose calibrated call took `call_s` seconds. A time that is unknown, not a number or
    /// negative counts as one second.
    pub fn new(call_s: Option<f64>) -> Self {
        let call_s = known(call_s);
        let iterations = if call_s > SINGLE_ABOVE_S {
            1
        } else {
            ((1.0 / call_s).ceil() as u64).clamp(MINIMUM, MAXIMUM)
        };
        Plan {
            iterations,
            warmups: (call_s < NO_WARMUP_FROM_S).into(),
        }
    }

    /// Seconds after which a profiling process hangs, given the same time per call and that of its set-up.
    pub fn timeout_s(&self, call_s: Option<f64>, setup_s: f64) -> f64 {
        3.0 * (self.iterations + self.warmups) as f64 * known(call_s)
            + 3.0 * setup_s
            + TIMEOUT_BASE_S
    }
}

fn known(call_s: Option<f64>) -> f64 {
    call_s
        .filter(|seconds| seconds.is_finite() && *seconds >= 0.0)
        .unwrap_or(UNKNOWN_S)
}
