//! The profile job: which helper functions an operation calls, how often, and how long they take.

use assay_cycles::monotonic_raw_ns;
use assay_driver::protocol::{Answer, CallShape, CountingOverhead, Profile};
use assay_iccs::library::{Counters, Library};
use assay_kat::Failure;
use assay_wrap::Function;
use assay_wrap::ticks::now;

use crate::answers::Answers;
use crate::bench::{self, Bench, FailedCall, Nobody, Use};

/// How long the tick rate is measured, in nanoseconds.
const RATE_NS: u64 = 100_000_000;

/// What to profile.
pub(crate) struct Plan<'a> {
    pub(crate) operation: &'a str,
    pub(crate) input_bytes: u64,
    pub(crate) iterations: u64,
    pub(crate) warmups: u64,
}

/// Profiles an operation.
pub(crate) fn run(library: &Library, answers: &Answers, plan: &Plan<'_>) -> Answer {
    let Some(counters) = library.counters() else {
        let message = "the library counts no calls: it was not linked with the wrappers";
        return Answer::Error(message.into());
    };
    let Some(source) = counters.tick_source() else {
        return Answer::Error("the library counts in ticks that are unknown here".into());
    };
    let tick_hz = tick_rate();
    let overhead = counting_overhead(counters);
    let result = bench::with_operation(
        library,
        plan.operation,
        plan.input_bytes,
        Measure { counters, plan },
    );
    let Seen {
        ticks,
        calls_in_one,
    } = match result {
        Ok(Ok(Ok(seen))) => seen,
        Ok(Ok(Err(failure)) | Err(failure)) => return Answer::Failed(failure),
        Err(message) => return Answer::Error(message),
    };
    let counts = match counters.counts() {
        Ok(counts) => counts,
        Err(error) => return Answer::Error(error.to_string()),
    };
    let shape = |count: assay_iccs::library::CallCount| CallShape {
        function: count.function.name().to_owned(),
        in_bits: count.in_bits,
        out_bits: count.out_bits,
        calls: count.calls,
        ticks: count.ticks,
    };
    answers.send(&Answer::Profile(Profile {
        operations: plan.iterations,
        ticks,
        tick_source: source.name().to_owned(),
        tick_hz,
        overflow_calls: counters.overflow_calls(),
        overhead,
        calls_in_one: Function::ALL
            .into_iter()
            .zip(calls_in_one)
            .filter(|(_, (_, most))| *most > 0)
            .map(|(function, (fewest, most))| (function.name().to_owned(), fewest, most))
            .collect(),
        calls: counts.into_iter().map(shape).collect(),
        instance: library.instance_name().to_owned(),
    }));
    Answer::Done
}

/// Batches from which an overhead is taken; odd, so that the median is one of them.
const OVERHEAD_BATCHES: usize = 101;
/// Empty calls in each.
const OVERHEAD_CALLS: u32 = 100;

/// Counts calls of nothing.
fn counting_overhead(counters: Counters<'_>) -> CountingOverhead {
    let (mut counted, mut whole, mut reading) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..OVERHEAD_BATCHES {
        counters.reset();
        counters.set_enabled(true);
        let start = now();
        for _ in 0..OVERHEAD_CALLS {
            counters.empty_call();
        }
        let all = now().saturating_sub(start);
        counters.set_enabled(false);
        let start = now();
        let nothing = now().saturating_sub(start);
        let inside: u64 = counters
            .counts()
            .into_iter()
            .flatten()
            .map(|count| count.ticks)
            .sum();
        let per_call = |ticks: u64| ticks as f64 / f64::from(OVERHEAD_CALLS);
        counted.push(per_call(inside));
        whole.push(per_call(all.saturating_sub(nothing)));
        reading.push(nothing as f64);
    }
    counters.reset();
    let median = |mut values: Vec<f64>| {
        values.sort_unstable_by(f64::total_cmp);
        values[values.len() / 2]
    };
    CountingOverhead {
        counted_ticks: median(counted),
        whole_ticks: median(whole),
        reading_ticks: median(reading),
    }
}

/// What was seen of the measured operations beside the calls' shapes.
struct Seen {
    /// In all operations.
    ticks: u64,
    /// Fewest and most calls in one operation, by function.
    calls_in_one: [(u64, u64); Function::ALL.len()],
}

struct Measure<'a> {
    counters: Counters<'a>,
    plan: &'a Plan<'a>,
}

impl Use for Measure<'_> {
    type Result = Result<Seen, Failure>;

    fn with(self, mut bench: impl Bench) -> Self::Result {
        for warmup in 0..self.plan.warmups {
            let failed = |call: FailedCall| call.into_failure(&format!("in warm-up call {warmup}"));
            bench.call(&mut Nobody).map_err(failed)?;
        }
        self.counters.reset();
        let mut ticks = 0_u64;
        let mut calls_in_one = [(u64::MAX, 0); Function::ALL.len()];
        let mut before = self.counters.calls();
        for index in 0..self.plan.iterations {
            self.counters.set_enabled(true);
            let start = now();
            let result = bench.call(&mut Nobody);
            ticks = ticks.saturating_add(now().saturating_sub(start));
            self.counters.set_enabled(false);
            result.map_err(|call| call.into_failure(&format!("in profiled call {index}")))?;
            let calls = self.counters.calls();
            for (extremes, (after, before)) in calls_in_one.iter_mut().zip(calls.iter().zip(before))
            {
                let made = after - before;
                *extremes = (extremes.0.min(made), extremes.1.max(made));
            }
            before = calls;
        }
        bench.check()?;
        Ok(Seen {
            ticks,
            calls_in_one,
        })
    }
}

/// Ticks per second against the raw monotonic clock.
fn tick_rate() -> f64 {
    let (start_ns, start) = (monotonic_raw_ns(), now());
    loop {
        let elapsed_ns = monotonic_raw_ns().saturating_sub(start_ns);
        if elapsed_ns >= RATE_NS {
            return now().saturating_sub(start) as f64 * 1e9 / elapsed_ns as f64;
        }
    }
}
