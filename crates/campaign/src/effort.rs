//! What measuring took.

use assay_evidence::Sample;
use assay_evidence::raw::RawTrial;

/// Seconds of measuring: how long it took, and how much of that was timed work.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Effort {
    /// Wall time of the measuring phase, everything between its first process and its last record included.
    pub wall_s: f64,
    /// Time inside batches and stamped calls.
    pub timed_s: f64,
    /// Processes run.
    pub processes: u64,
}

/// Time inside batches and stamped calls.
///
/// Stamped calls are counted by their counter; where its rate is not known (core cycles), by their share of the batch.
pub(crate) fn timed_seconds(raw: &RawTrial) -> f64 {
    let trials = &raw.process.trials;
    let batch: f64 = trials.iter().map(|trial| trial.seconds).sum();
    let calls: u64 = trials.iter().map(|trial| trial.measurements).sum();
    let samples = || {
        raw.process.sample.iter().chain(
            raw.steps
                .iter()
                .filter_map(|step| step.process.sample.as_ref()),
        )
    };
    if let Some(rate_hz) = raw.counter.rate_hz.filter(|rate_hz| *rate_hz > 0.0) {
        let counts: f64 = samples().flat_map(Sample::net_counts).sum();
        return batch + counts / rate_hz;
    }
    if calls == 0 {
        return 0.0;
    }
    let stamped = |sample: Option<&Sample>| sample.map_or(0, |sample| sample.counts.len());
    let exchanges = stamped(
        raw.steps
            .first()
            .and_then(|step| step.process.sample.as_ref()),
    );
    let singles = stamped(raw.process.sample.as_ref());
    batch * (1.0 + (singles + exchanges) as f64 / calls as f64)
}
