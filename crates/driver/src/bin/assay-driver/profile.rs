//! The profile job: which helper functions an operation calls, how often, and how long they take.

use assay_cycles::monotonic_raw_ns;
use assay_driver::protocol::{Answer, CallShape, Profile};
use assay_iccs::library::{Counters, Library};
use assay_kat::Failure;
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
    let result = bench::with_operation(
        library,
        plan.operation,
        plan.input_bytes,
        Measure { counters, plan },
    );
    let ticks = match result {
        Ok(Ok(Ok(ticks))) => ticks,
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
        calls: counts.into_iter().map(shape).collect(),
        instance: library.instance_name().to_owned(),
    }));
    Answer::Done
}

struct Measure<'a> {
    counters: Counters<'a>,
    plan: &'a Plan<'a>,
}

impl Use for Measure<'_> {
    type Result = Result<u64, Failure>;

    /// Gives the ticks spent in all measured operations.
    fn with(self, mut bench: impl Bench) -> Self::Result {
        for warmup in 0..self.plan.warmups {
            let failed = |call: FailedCall| call.into_failure(&format!("in warm-up call {warmup}"));
            bench.call(&mut Nobody).map_err(failed)?;
        }
        self.counters.reset();
        let mut ticks = 0_u64;
        for index in 0..self.plan.iterations {
            self.counters.set_enabled(true);
            let start = now();
            let result = bench.call(&mut Nobody);
            ticks = ticks.saturating_add(now().saturating_sub(start));
            self.counters.set_enabled(false);
            result.map_err(|call| call.into_failure(&format!("in profiled call {index}")))?;
        }
        bench.check()?;
        Ok(ticks)
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
