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
    let calls = trials.iter().fold(0, |calls: u64, trial| {
        calls.saturating_add(trial.measurements)
    });
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

#[cfg(test)]
mod tests {
    use assay_evidence::raw::RawTrial;
    use serde_json::json;

    use super::timed_seconds;

    fn raw(rate_hz: Option<f64>) -> RawTrial {
        let plan = assay_evidence::plan::Planning::QUICK.plan(0.02, 0.0, None);
        serde_json::from_value(json!({
            "schema": 3, "index": 0, "started_utc": "", "ended_utc": "", "isolation": [], "instance": null,
            "load_average_start": [], "load_average_end": [],
            "identity": {"candidate": "kem-01", "label": "toy", "operation_key": "keygen", "library_sha256": "",
                "origin": "independent", "plan": plan, "cpu": 0},
            "counter": {"source": "tsc", "unit": "tsc_ticks", "rate_hz": rate_hz, "rate_origin": null, "refused": []},
            "process": {
                "status": "complete", "command": [], "wall_s": 3.0, "disturbed_retries": 0,
                "trials": [{"measurements": 100, "seconds": 2.0, "cycles": null}],
                "sample": {"unit": "tsc_ticks", "floor": 10, "counts": "20010 30010"},
            },
        }))
        .unwrap()
    }

    #[test]
    fn stamped_calls_count_by_the_rate_of_their_counter() {
        assert_eq!(timed_seconds(&raw(Some(10_000.0))), 2.0 + 5.0);
    }

    #[test]
    fn without_a_rate_they_count_by_their_share_of_the_batch() {
        assert!((timed_seconds(&raw(None)) - 2.0 * 1.02).abs() < 1e-12);
    }

    #[test]
    fn an_empty_process_took_nothing() {
        let mut raw = raw(None);
        raw.process.trials.clear();
        raw.process.sample = None;
        assert_eq!(timed_seconds(&raw), 0.0);
    }
}
