//! What goes to the driver process and what comes back.
//!
//! The job comes as one JSON object, an [`Envelope`], on standard input. Answers are JSON objects, one a line, on the
//! descriptor named there, each a [`Line`] with the token of the job; other lines are not ours.

use std::path::PathBuf;

use assay_kat::hash::HashFile;
use assay_kat::{Failure, Record};
use serde::{Deserialize, Serialize};

/// Stack given to a candidate unless the job says otherwise, in bytes.
pub const DEFAULT_STACK_BYTES: u64 = 64 << 20;

/// Address space given to a candidate unless the job says otherwise, in bytes; stack not counted.
pub const DEFAULT_MEMORY_BYTES: u64 = 8 << 30;

/// One job for one driver process: one library, one kind of work.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The library to load.
    pub library: PathBuf,
    /// What to do with it.
    pub work: Work,
    /// The CPU to stay on; any when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<usize>,
    /// Stack for the candidate, in bytes.
    pub stack_bytes: u64,
    /// Address space for the candidate, in bytes; stack not counted.
    pub memory_bytes: u64,
    /// Leave out what confines the candidate beyond limits: for finding out what that costs, with code that is trusted.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unconfined: bool,
}

impl Job {
    /// A job on any CPU with the default stack and memory.
    #[must_use]
    pub fn new(library: impl Into<PathBuf>, work: Work) -> Self {
        Self {
            library: library.into(),
            work,
            cpu: None,
            stack_bytes: DEFAULT_STACK_BYTES,
            memory_bytes: DEFAULT_MEMORY_BYTES,
            unconfined: false,
        }
    }
}

/// What the driver process reads: a job, and what it needs to know about its parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Envelope {
    /// The token that every answer has to carry.
    pub token: String,
    /// The descriptor to answer on.
    pub answer_descriptor: i32,
    /// Process id of the parent, to notice that it is gone.
    pub parent: u32,
    /// Processor time after which the process is killed even if nobody watches it, in seconds.
    pub cpu_seconds: u64,
    /// The job.
    pub job: Job,
}

/// What to do with a library.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Work {
    /// Say what it is. Answered by [`Answer::Description`].
    Describe,
    /// Make known-answer records `first` to `first + count - 1`, each in two runs. Answered by
    /// [`Answer::Record`] for each, and [`Answer::Finding`] where there is one.
    Kat {
        /// First record.
        first: u64,
        /// How many.
        count: u64,
        /// Which file, for hash functions only; the other kinds have one file.
        file: Option<HashFile>,
        /// Where the buffers of the run with inaccessible pages lie.
        #[serde(default)]
        placement: Placement,
    },
    /// Time an operation. Answered by [`Answer::Setup`], one [`Answer::Trial`] per trial, and
    /// [`Answer::End`].
    Time(TimePlan),
    /// Count and time the calls of helper functions in an instrumented library. Answered by
    /// [`Answer::Profile`].
    Profile {
        /// Operation, by its name: `keygen`, `enc`, …
        operation: String,
        /// Message length in bytes for `hash`, else 0.
        input_bytes: u64,
        /// Measured operations.
        iterations: u64,
        /// Operations before counting starts.
        warmups: u64,
    },
    /// Measure the memory of an operation: its stack and, in an instrumented library, its heap. Answered by
    /// [`Answer::Memory`].
    Memory {
        /// Operation, by its name: `keygen`, `enc`, …, `exchange`. The steps of an exchange come in its place.
        operation: String,
        /// Message length in bytes for `hash`, else 0.
        input_bytes: u64,
        /// Measured calls, after one that is not.
        calls: u64,
    },
}

/// Where a buffer lies that has inaccessible pages on either side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// Flush against the pages behind it: every byte read or written past the end faults, but the
    /// start is aligned only if the size is a multiple of the alignment.
    #[default]
    Flush,
    /// Aligned to 16 bytes, as memory from `malloc` is; up to 15 bytes behind the end are guard bytes
    /// instead, in which a write is noticed and a read is not. For libraries that use instructions
    /// for aligned data on the buffers they are given, which the interface does not promise them.
    Aligned,
}

/// How to time an operation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimePlan {
    /// Operation, by its name: `keygen`, `enc`, …, `exchange`. The steps of an exchange come with it.
    pub operation: String,
    /// Message length in bytes for `hash`, else 0.
    pub input_bytes: u64,
    /// Calls of the batch pass of a trial.
    pub iterations: u64,
    /// Calls before the first trial.
    pub warmups: u64,
    /// Trials in this process.
    pub trials: u64,
    /// The pass that stamps single calls.
    pub sample: SamplePlan,
    /// Counter source by its name; the best there is when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter: Option<String>,
}

/// How many calls are stamped one by one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SamplePlan {
    /// Never more calls than this, nor more than the batch has.
    pub at_most: u64,
    /// At least so many calls, unless the batch has fewer.
    pub at_least: u64,
    /// In between: stop after this share of the time that the batch took.
    pub share_of_batch: f64,
}

impl Default for SamplePlan {
    fn default() -> Self {
        Self {
            at_most: 1000,
            at_least: 20,
            share_of_batch: 0.5,
        }
    }
}

/// An answer with the token that makes it ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// The token of the job.
    pub token: String,
    /// The answer.
    pub answer: Answer,
}

/// What a driver process says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Which limits are in force: names and states (`active`, …). The first answer.
    Sandbox(Vec<(String, String)>),
    /// What the library is.
    Description(Description),
    /// One record of a known-answer file.
    Record(Record),
    /// Something worth knowing that is no verdict.
    Finding(String),
    /// Counter, sizes and baseline of a timing job.
    Setup(Setup),
    /// One trial of a timing job.
    Trial(Trial),
    /// What is known at the end of a timing job.
    End(End),
    /// The calls of helper functions.
    Profile(Profile),
    /// The memory of an operation.
    Memory(Memory),
    /// The candidate failed. The last answer.
    Failed(Failure),
    /// The candidate was interrupted by a signal, which follows at once. The last answer.
    Fault(Failure),
    /// The job could not be done for a reason that is not the candidate's. The last answer.
    Error(String),
    /// All is done. The last answer.
    Done,
}

/// What a library is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    /// `kem`, `kex`, `sig` or `hash`.
    pub kind: String,
    /// Instance name as the library reports it.
    pub instance: String,
    /// Compiler flags embedded in the library.
    pub build_flags: String,
    /// Declared sizes by name (`pk_bytes`, …) in a fixed order, in bytes.
    pub sizes: Vec<(String, u64)>,
    /// For a key exchange, the number of passes it claims.
    pub passes: Option<u64>,
    /// For a key exchange, the passes whose functions exist.
    pub available_passes: Vec<u8>,
    /// Whether it draws randomness from the generator of the interface.
    pub has_generator: bool,
    /// Whether it counts calls of helper functions.
    pub instrumented: bool,
}

/// Which counter is used.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CounterDescription {
    /// Name of the source: `perf_rdpmc`, `perf_read`, `tsc`, `cntvct` or `monotonic`.
    pub source: String,
    /// Unit of all counts: `core_cycles`, `tsc_ticks`, `cntvct_ticks` or `ns`.
    pub unit: String,
    /// Counts per second, where it is a constant; not measured when the job names the source.
    pub rate_hz: Option<f64>,
    /// How the rate is known.
    pub rate_basis: Option<String>,
    /// Median count of an empty pair of stamps, measured in this process.
    pub floor: u64,
    /// Smallest count of an empty pair.
    pub floor_minimum: u64,
    /// Better sources that could not be used, each with its reason.
    pub refused: Vec<String>,
}

/// What is known before the first trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// What the library is.
    pub description: Description,
    /// The counter.
    pub counter: CounterDescription,
    /// Resident set after setup and before warm-ups, in bytes.
    pub baseline_rss_bytes: u64,
    /// `loop`: a batch is calls back to back.
    pub timing_scope: String,
    /// Lengths seen in setup, in bytes: `msg1_bytes` …, `total_msg_bytes`, `ss_actual_bytes`.
    pub observed: Vec<(String, u64)>,
    /// For a key exchange, how many passes ran.
    pub passes_run: Option<u64>,
}

/// One trial: a batch and a sample.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Trial {
    /// Calls of the batch.
    pub measurements: u64,
    /// Raw monotonic time of the batch, in seconds.
    pub seconds: f64,
    /// Count of the batch, in the unit of the counter.
    pub count: u64,
    /// Time in which the thread was ready to run and did not, during the batch, in seconds.
    pub run_delay_s: Option<f64>,
    /// Nanoseconds for which a hardware counter was enabled.
    pub time_enabled_ns: Option<u64>,
    /// Nanoseconds in which it counted.
    pub time_running_ns: Option<u64>,
    /// Counts of single calls in order, floor not subtracted.
    pub sample: Vec<u64>,
    /// Stamps of the sample that needed a system call although the source does not.
    pub fallback_reads: u64,
    /// For a key exchange, its steps, all from the same exchanges, which are further ones.
    pub steps: Vec<Step>,
}

/// One step of a key exchange in the stamped exchanges of a trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// `init_a`, `init_b`, `pass1` …, `derive_a`, `derive_b`.
    pub operation: String,
    /// How often it was stamped.
    pub measurements: u64,
    /// Total time in seconds, cost of the readings subtracted.
    pub seconds: f64,
    /// Total count, floor subtracted.
    pub count: u64,
    /// Single counts in order, floor not subtracted.
    pub sample: Vec<u64>,
}

/// What is known after the last trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct End {
    /// High-water mark of the resident set (`VmHWM`), in bytes.
    pub peak_rss_bytes: u64,
    /// Largest error of one resident-set figure, in bytes; a difference has twice this.
    pub rss_error_bound_bytes: Option<u64>,
    /// Counters of a signature scheme by name (`sign_failures_retried`, …); empty for other kinds.
    pub counters: Vec<(String, u64)>,
}

/// The calls of helper functions in a number of operations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// Measured operations.
    pub operations: u64,
    /// Ticks in them altogether.
    pub ticks: u64,
    /// Name of the tick source.
    pub tick_source: String,
    /// Ticks per second, measured over 100 ms.
    pub tick_hz: f64,
    /// Calls that found no room in the table.
    pub overflow_calls: u64,
    /// What counting costs.
    pub overhead: CountingOverhead,
    /// Fewest and most calls of each function that occurred in one operation, with its name.
    pub calls_in_one: Vec<(String, u64, u64)>,
    /// One entry per function, input length and output length, in order of first occurrence.
    pub calls: Vec<CallShape>,
    /// Instance name as the library reports it.
    pub instance: String,
}

/// What counting costs, in ticks; medians over many calls of nothing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CountingOverhead {
    /// Ticks counted for a call of nothing: they are in every counted call.
    pub counted_ticks: f64,
    /// Ticks that such a call takes altogether: they are in the operation.
    pub whole_ticks: f64,
    /// Ticks between two readings with nothing between them: they are in every operation once.
    pub reading_ticks: f64,
}

/// The memory of an operation, or of the steps of an exchange.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// One entry for the operation, or one for each step.
    pub steps: Vec<StepMemory>,
    /// Why there are no stack depths, when there are none.
    pub no_stack: Option<String>,
    /// Whether the library counts its allocations.
    pub counts_heap: bool,
    /// Instance name as the library reports it.
    pub instance: String,
}

/// The memory of one function of the interface.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepMemory {
    /// `keygen`, …, `init_a`, `pass1` …
    pub operation: String,
    /// For each call, bytes from the stack pointer before the call down to the lowest byte that was changed, rounded up to
    /// 16.
    pub stack_bytes: Vec<u64>,
    /// For each call, what it asked of the allocator; empty when the library does not count it.
    pub heap: Vec<HeapCall>,
}

/// What one call asked of the allocator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeapCall {
    /// Most bytes in use at a time beyond those in use before.
    pub peak_bytes: u64,
    /// Calls that asked for memory.
    pub allocations: u64,
    /// Calls that gave a block back.
    pub releases: u64,
    /// Bytes in use afterwards beyond those in use before.
    pub kept_bytes: i64,
    /// Blocks that could not be followed, and are in no number of bytes.
    pub not_followed: u64,
}

/// Calls of one helper function with the same lengths.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallShape {
    /// `pseudohash`, `pseudoXOF`, `sm3hash` or `drng`.
    #[serde(rename = "fn")]
    pub function: String,
    /// Message length in bits; 0 for `drng`.
    pub in_bits: u64,
    /// Output length in bits.
    pub out_bits: u64,
    /// Calls in all operations.
    pub calls: u64,
    /// Ticks in them.
    pub ticks: u64,
}
