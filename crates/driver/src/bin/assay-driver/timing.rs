//! The timing job: a batch and a sample per trial.

use assay_cycles::{Sampler, monotonic_raw_ns};
use assay_driver::protocol::{Answer, Description, End, SamplePlan, Setup, Step, TimePlan, Trial};
use assay_iccs::library::Library;
use assay_kat::Failure;

use crate::answers::Answers;
use crate::bench::{self, Bench, Nobody, Observer, Use};
use crate::instruments::Instruments;
use crate::loaded;

/// Share of empty steps that is left out at either end, as interrupts lengthen some.
const TRIMMED: f64 = 0.1;

/// Why a timing job ended early.
enum Stopped {
    Candidate(Failure),
    Driver(String),
}

impl From<Failure> for Stopped {
    fn from(failure: Failure) -> Self {
        Self::Candidate(failure)
    }
}

impl From<String> for Stopped {
    fn from(message: String) -> Self {
        Self::Driver(message)
    }
}

/// Times an operation.
pub(crate) fn run(
    library: &Library,
    answers: &Answers,
    plan: &TimePlan,
    instruments: Instruments,
) -> Answer {
    if plan.iterations == 0 || plan.trials == 0 {
        return Answer::Error("a timing job needs at least one iteration and one trial".into());
    }
    let description = loaded::describe(library);
    let timing = Timing {
        answers,
        plan,
        instruments,
        description,
    };
    match bench::with_operation(library, &plan.operation, plan.input_bytes, timing) {
        Ok(Ok(Ok(()))) => Answer::Done,
        Ok(Ok(Err(Stopped::Candidate(failure))) | Err(failure)) => Answer::Failed(failure),
        Ok(Ok(Err(Stopped::Driver(message)))) | Err(message) => Answer::Error(message),
    }
}

struct Timing<'a> {
    answers: &'a Answers,
    plan: &'a TimePlan,
    instruments: Instruments,
    description: Description,
}

impl Use for Timing<'_> {
    type Result = Result<(), Stopped>;

    fn with(self, mut bench: impl Bench) -> Self::Result {
        let Self {
            answers,
            plan,
            mut instruments,
            description,
        } = self;
        let steps = bench.steps();
        let calls = usize::try_from(plan.sample.at_most.min(plan.iterations)).unwrap_or(0);
        let mut sample = Vec::with_capacity(calls);
        let mut stamped: Vec<StampedStep> = steps.iter().map(|_| StampedStep::new(calls)).collect();

        let baseline = instruments.memory.read()?;
        for warmup in 0..plan.warmups {
            let failed =
                |call: bench::FailedCall| call.into_failure(&format!("in warm-up call {warmup}"));
            bench.call(&mut Nobody).map_err(failed)?;
        }
        let mut peak_rss_bytes = 0;
        for number in 0..plan.trials {
            let mut trial = batch(&mut bench, plan.iterations, &mut instruments)?;
            sample.clear();
            trial.fallback_reads = sample_calls(
                &mut bench,
                plan,
                trial.seconds,
                &mut instruments,
                &mut sample,
            )?;
            trial.sample.clone_from(&sample);
            if !steps.is_empty() {
                stamped.iter_mut().for_each(StampedStep::clear);
                let seconds = trial.seconds;
                sample_steps(&mut bench, plan, seconds, &mut instruments, &mut stamped)?;
                let named = steps
                    .iter()
                    .zip(&stamped)
                    .filter(|(name, _)| !name.is_empty());
                trial.steps = named.map(|(name, step)| step.describe(name)).collect();
            }
            // Before anything is given back or formatted.
            peak_rss_bytes = instruments.memory.read()?.high_water_bytes;
            bench.check()?;
            if number == 0 {
                answers.send(&Answer::Setup(Setup {
                    description: description.clone(),
                    counter: instruments.description.clone(),
                    baseline_rss_bytes: baseline.resident_bytes,
                    timing_scope: "loop".to_owned(),
                    observed: bench.observed(),
                    passes_run: bench.passes_run(),
                }));
            }
            answers.send(&Answer::Trial(trial));
        }
        answers.send(&Answer::End(End {
            peak_rss_bytes,
            rss_error_bound_bytes: instruments.rss_error_bound_bytes,
            counters: bench.counters(),
        }));
        Ok(())
    }
}

/// Calls back to back between two readings of the clock, the counter running.
fn batch(
    bench: &mut impl Bench,
    iterations: u64,
    instruments: &mut Instruments,
) -> Result<Trial, Stopped> {
    let delay_before = instruments.run_delay_ns();
    let (result, window) = instruments
        .counter
        .measure(|| {
            for index in 0..iterations {
                if let Err(call) = bench.call(&mut Nobody) {
                    return Err((index, call));
                }
            }
            Ok(())
        })
        .map_err(|error| error.to_string())?;
    let delay = instruments
        .run_delay_ns()
        .zip(delay_before)
        .map(|(after, before)| after - before);
    result.map_err(|(index, call)| call.into_failure(&format!("in call {index} of a batch")))?;
    Ok(Trial {
        measurements: iterations,
        seconds: window.seconds(),
        count: window.count.value,
        run_delay_s: delay.map(|nanoseconds| nanoseconds as f64 / 1e9),
        time_enabled_ns: window.coverage.map(|coverage| coverage.time_enabled_ns),
        time_running_ns: window.coverage.map(|coverage| coverage.time_running_ns),
        sample: Vec::new(),
        fallback_reads: 0,
        steps: Vec::new(),
    })
}

/// When to stop stamping.
struct Limit {
    plan: SamplePlan,
    iterations: u64,
    until_ns: u64,
}

impl Limit {
    fn new(plan: &TimePlan, batch_seconds: f64) -> Self {
        let allowed_ns = (batch_seconds * plan.sample.share_of_batch * 1e9).max(0.0) as u64;
        let until_ns = monotonic_raw_ns().saturating_add(allowed_ns);
        Self {
            plan: plan.sample,
            iterations: plan.iterations,
            until_ns,
        }
    }

    fn goes_on(&self, done: u64) -> bool {
        done < self.plan.at_most.min(self.iterations)
            && (done < self.plan.at_least || monotonic_raw_ns() < self.until_ns)
    }
}

/// Stamps single calls; gives the number of stamps that needed a system call after all.
fn sample_calls(
    bench: &mut impl Bench,
    plan: &TimePlan,
    batch_seconds: f64,
    instruments: &mut Instruments,
    sample: &mut Vec<u64>,
) -> Result<u64, Stopped> {
    let sampler = instruments
        .counter
        .sampler()
        .map_err(|error| error.to_string())?;
    let limit = Limit::new(plan, batch_seconds);
    while limit.goes_on(sample.len() as u64) {
        let (result, count) = sampler.measure(|| bench.call(&mut Nobody));
        let index = sample.len();
        result.map_err(|call| call.into_failure(&format!("in stamped call {index}")))?;
        sample.push(count.value);
    }
    Ok(sampler
        .finish()
        .map_err(|error| error.to_string())?
        .fallback_reads)
}

/// Stamps the steps of whole exchanges, all steps in the same exchanges.
fn sample_steps(
    bench: &mut impl Bench,
    plan: &TimePlan,
    batch_seconds: f64,
    instruments: &mut Instruments,
    steps: &mut [StampedStep],
) -> Result<(), Stopped> {
    let floor = instruments.floor;
    let sampler = instruments
        .counter
        .sampler()
        .map_err(|error| error.to_string())?;
    let calls = usize::try_from(plan.sample.at_most.min(plan.iterations)).unwrap_or(0);
    let mut empty = StampedStep::new(calls.saturating_mul(steps.len()));
    let limit = Limit::new(plan, batch_seconds);
    let mut done = 0;
    while limit.goes_on(done) {
        let mut stamps = StepStamps {
            sampler: &sampler,
            steps,
            empty: &mut empty,
        };
        bench
            .call(&mut stamps)
            .map_err(|call| call.into_failure(&format!("in stamped exchange {done}")))?;
        done += 1;
    }
    sampler.finish().map_err(|error| error.to_string())?;
    let empty_ns = empty.typical_ns();
    for step in steps {
        let total_ns: u64 = step.nanoseconds.iter().sum();
        let readings_ns = empty_ns * step.nanoseconds.len() as f64;
        step.total_ns = (total_ns as f64 - readings_ns).max(0.0);
        step.total_count = step
            .counts
            .iter()
            .map(|count| count.saturating_sub(floor.median))
            .sum();
    }
    Ok(())
}

/// All stamps of one step.
struct StampedStep {
    nanoseconds: Vec<u64>,
    counts: Vec<u64>,
    total_ns: f64,
    total_count: u64,
}

impl StampedStep {
    fn new(capacity: usize) -> Self {
        let (nanoseconds, counts) = (Vec::with_capacity(capacity), Vec::with_capacity(capacity));
        Self {
            nanoseconds,
            counts,
            total_ns: 0.0,
            total_count: 0,
        }
    }

    fn push(&mut self, nanoseconds: u64, count: u64) {
        self.nanoseconds.push(nanoseconds);
        self.counts.push(count);
    }

    fn clear(&mut self) {
        self.nanoseconds.clear();
        self.counts.clear();
    }

    /// Trimmed mean. The clock may advance by 10 ns at a time, so that a median would be off by several.
    fn typical_ns(&self) -> f64 {
        let mut sorted = self.nanoseconds.clone();
        sorted.sort_unstable();
        let out = (sorted.len() as f64 * TRIMMED) as usize;
        let middle = sorted.get(out..sorted.len() - out).unwrap_or(&[]);
        middle.iter().sum::<u64>() as f64 / middle.len().max(1) as f64
    }

    fn describe(&self, name: &str) -> Step {
        Step {
            operation: name.to_owned(),
            measurements: self.counts.len() as u64,
            seconds: self.total_ns / 1e9,
            count: self.total_count,
            sample: self.counts.clone(),
        }
    }
}

struct StepStamps<'a, 'counter> {
    sampler: &'a Sampler<'counter>,
    steps: &'a mut [StampedStep],
    /// One after each step, with caches and predictors as an exchange leaves them: what the readings cost there.
    empty: &'a mut StampedStep,
}

impl StepStamps<'_, '_> {
    /// Calls it between readings of clock and counter; gives nanoseconds and count.
    #[inline(always)]
    fn stamp<T>(&self, call: impl FnOnce() -> T) -> (T, u64, u64) {
        let before = monotonic_raw_ns();
        let (result, count) = self.sampler.measure(call);
        let after = monotonic_raw_ns();
        (result, after.saturating_sub(before), count.value)
    }
}

impl Observer for StepStamps<'_, '_> {
    #[inline]
    fn step<T>(&mut self, index: usize, call: impl FnOnce() -> T) -> T {
        let (result, nanoseconds, count) = self.stamp(call);
        if let Some(step) = self.steps.get_mut(index) {
            step.push(nanoseconds, count);
        }
        let ((), nanoseconds, count) = self.stamp(|| ());
        self.empty.push(nanoseconds, count);
        result
    }
}
