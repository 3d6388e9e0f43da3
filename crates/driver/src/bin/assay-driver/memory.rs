//! The memory job: how much stack and heap an operation takes for itself.
//!
//! Measured calls run on a stack that nothing else runs on, painted anew for each, so that neither the driver's frames nor
//! those of other calls are in the figure. The heap is what the library asks of the allocator.

use assay_driver::protocol::{Answer, HeapCall, Memory, StepMemory};
use assay_iccs::library::{Heap, Library};
use assay_kat::Failure;
use assay_memory::{Stack, entry};

use crate::answers::Answers;
use crate::bench::{self, Bench, FailedCall, Nobody, Observer, Use};

/// Stack pointers are multiples of it at every call (System V ABI of x86-64, Arm AAPCS64).
const STACK_ALIGNMENT: u64 = 16;

/// What to measure.
pub(crate) struct Plan<'a> {
    pub(crate) operation: &'a str,
    pub(crate) input_bytes: u64,
    pub(crate) calls: u64,
    /// Whether the functions of the library note where the stack was.
    pub(crate) entries_noted: bool,
}

/// Measures an operation.
pub(crate) fn run(library: &Library, answers: &Answers, plan: &Plan<'_>, stack: Stack) -> Answer {
    if plan.calls == 0 {
        return Answer::Error("a memory job needs at least one call".into());
    }
    let heap = library.heap();
    if let Some(heap) = heap {
        // Before set-up: what that allocates may be resized or given back by a measured call.
        heap.set_enabled(true);
    }
    let measure = Measure { stack, heap, plan };
    let result = bench::with_operation(library, plan.operation, plan.input_bytes, measure);
    let steps = match result {
        Ok(Ok(Ok(steps))) => steps,
        Ok(Ok(Err(failure)) | Err(failure)) => return Answer::Failed(failure),
        Err(message) => return Answer::Error(message),
    };
    let has_stack = steps.iter().any(|step| !step.stack_bytes.is_empty());
    answers.send(&Answer::Memory(Memory {
        no_stack: (!has_stack)
            .then(|| "calls cannot be put on a stack of their own on this system".into()),
        counts_heap: heap.is_some(),
        instance: library.instance_name().to_owned(),
        steps,
    }));
    Answer::Done
}

struct Measure<'a> {
    stack: Stack,
    heap: Option<&'a Heap>,
    plan: &'a Plan<'a>,
}

impl Use for Measure<'_> {
    type Result = Result<Vec<StepMemory>, Failure>;

    fn with(self, mut bench: impl Bench) -> Self::Result {
        let names = match bench.steps() {
            steps if steps.is_empty() => vec![self.plan.operation.to_owned()],
            steps => steps,
        };
        let is_exchange = names.len() > 1;
        let step = |operation| StepMemory {
            operation,
            stack_bytes: Vec::new(),
            heap: Vec::new(),
        };
        let mut gauge = Gauge {
            stack: self.stack,
            heap: self.heap,
            entries_noted: self.plan.entries_noted,
            steps: names.into_iter().map(step).collect(),
        };
        // The first call may set up what later ones find; it is not kept.
        for index in 0..=self.plan.calls {
            let result = if is_exchange {
                bench.call(&mut gauge)
            } else {
                gauge.step(0, || bench.call(&mut Nobody))
            };
            let failed = |call: FailedCall| call.into_failure(&format!("in measured call {index}"));
            result.map_err(failed)?;
            if index == 0 {
                gauge.forget();
            }
        }
        bench.check()?;
        gauge.steps.retain(|step| !step.operation.is_empty());
        Ok(gauge.steps)
    }
}

/// Runs steps on the stack for measured calls, and notes what they use.
struct Gauge<'a> {
    stack: Stack,
    heap: Option<&'a Heap>,
    entries_noted: bool,
    steps: Vec<StepMemory>,
}

impl Gauge<'_> {
    fn forget(&mut self) {
        for step in &mut self.steps {
            step.stack_bytes.clear();
            step.heap.clear();
        }
    }
}

impl Observer for Gauge<'_> {
    fn step<T>(&mut self, index: usize, call: impl FnOnce() -> T) -> T {
        let mark = self.heap.map(|heap| (heap, heap.mark()));
        let (value, lowest) = match self.stack.call_painted(call) {
            Ok(called) => (called.value, called.lowest),
            Err(call) => (call(), None),
        };
        let heap = mark.map(|(heap, mark)| heap.since(&mark));
        let Some(step) = self.steps.get_mut(index) else {
            return value;
        };
        if let (true, Some(entry), Some(lowest)) = (self.entries_noted, entry::latest(), lowest) {
            let depth = entry.saturating_sub(lowest) as u64;
            step.stack_bytes
                .push(depth.next_multiple_of(STACK_ALIGNMENT));
        }
        step.heap.extend(heap.map(|heap| HeapCall {
            peak_bytes: heap.peak_bytes,
            allocations: heap.allocations,
            releases: heap.releases,
            kept_bytes: heap.kept_bytes,
            not_followed: heap.not_followed,
        }));
        value
    }
}
