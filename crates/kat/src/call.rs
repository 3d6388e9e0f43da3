//! What is checked around every call of a candidate's function, and the double run of a record.

use assay_iccs::model::Drng;

use crate::buffer::{Buffer, Memory};
use crate::record::{Record, Value};
use crate::{Failure, Verdict};

/// Declared sizes above this are not believed.
pub const LARGEST_BUFFER: u64 = 1 << 31;

/// What candidates of every kind have in common.
pub trait Candidate {
    /// Seeds the global generator from which the candidate draws its randomness.
    fn seed(&mut self, seed: &[u8]) -> i32;

    /// Fills memory that a callee may read by mistake, such as the unused stack.
    fn fill_unused_memory(&mut self, _fill: u8) {}

    /// Whether anything was drawn from the generator since it was last seeded; `None` when that cannot be told.
    /// Advances the generator.
    fn drew_since_seeded(&mut self) -> Option<bool> {
        None
    }
}

/// Under which conditions a record is made.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    /// Where buffers come from.
    pub memory: &'a dyn Memory,
    /// What outputs and unused memory hold before a call.
    pub fill: u8,
    /// Whether lengths that may rightly be zero hold the capacity before a call; zero otherwise.
    pub lengths_start_at_capacity: bool,
}

/// The two runs of every record.
///
/// Both must give the same answers. The second has another memory fill, and its buffers may lie
/// elsewhere: those of one run flush against a page that faults, those of the other aligned.
#[derive(Clone, Copy)]
pub struct Runs<'a> {
    /// Memory filled with 0x00, lengths zero.
    pub first: Run<'a>,
    /// Memory filled with 0xA5, lengths of states and messages at their capacity.
    pub second: Run<'a>,
}

impl<'a> Runs<'a> {
    /// The two runs over these two kinds of memory.
    #[must_use]
    pub fn new(first: &'a dyn Memory, second: &'a dyn Memory) -> Self {
        Self {
            first: Run {
                memory: first,
                fill: 0x00,
                lengths_start_at_capacity: false,
            },
            second: Run {
                memory: second,
                fill: 0xa5,
                lengths_start_at_capacity: true,
            },
        }
    }
}

impl Run<'_> {
    /// An output whose length must be written and cannot be zero.
    pub(crate) fn output(&self, name: &'static str, size: u64) -> Result<Buffer, Failure> {
        Ok(Buffer::output(
            self.memory,
            name,
            believable(name, size)?,
            self.fill,
            0,
        ))
    }

    /// An output whose length may rightly be zero: a state or a message.
    pub(crate) fn optional(&self, name: &'static str, size: u64) -> Result<Buffer, Failure> {
        let length = if self.lengths_start_at_capacity {
            size
        } else {
            0
        };
        Ok(Buffer::output(
            self.memory,
            name,
            believable(name, size)?,
            self.fill,
            length,
        ))
    }

    pub(crate) fn input(&self, name: &'static str, contents: &[u8]) -> Buffer {
        Buffer::input(self.memory, name, contents)
    }

    /// The same bytes as an input of their own: exactly as long as they were written.
    pub(crate) fn hand_over(&self, output: &Buffer) -> Buffer {
        self.input(output.name(), output.written())
    }
}

fn believable(name: &str, size: u64) -> Result<usize, Failure> {
    usize::try_from(size)
        .ok()
        .filter(|_| size <= LARGEST_BUFFER)
        .ok_or_else(|| {
            Failure::new(
                Verdict::Oom,
                format!("it declares {size} bytes for {name}; at most {LARGEST_BUFFER} are given"),
            )
        })
}

/// What a call returned and which buffers it saw.
pub(crate) struct Call<'a> {
    pub(crate) function: &'a str,
    pub(crate) returned: i32,
    pub(crate) inputs: &'a [&'a Buffer],
    pub(crate) outputs: &'a [&'a Buffer],
    /// Outputs whose length may rightly be zero.
    pub(crate) optional: &'a [&'a Buffer],
}

impl Call<'_> {
    /// Checks memory first, as a damaged buffer explains everything else.
    pub(crate) fn check(&self, success: impl Fn(i32) -> bool) -> Result<(), Failure> {
        self.check_memory()?;
        if !success(self.returned) {
            let detail = format!("{} returned {}", self.function, self.returned);
            return Err(Failure::new(Verdict::CryptoFail, detail));
        }
        self.check_lengths()
    }

    pub(crate) fn check_memory(&self) -> Result<(), Failure> {
        let function = self.function;
        let all = self.outputs.iter().chain(self.optional).chain(self.inputs);
        for buffer in all {
            if let Some(damage) = buffer.guard_damage() {
                return Err(Failure::new(
                    Verdict::Overflow,
                    format!("{function} wrote {damage}"),
                ));
            }
        }
        for input in self.inputs {
            if let Some(offset) = input.input_damage() {
                return Err(Failure::new(
                    Verdict::InputWrite,
                    format!(
                        "{function} changed its input {} at byte {offset}",
                        input.name()
                    ),
                ));
            }
        }
        Ok(())
    }

    fn check_lengths(&self) -> Result<(), Failure> {
        let function = self.function;
        for output in self.outputs.iter().chain(self.optional) {
            let (name, capacity) = (output.name(), output.capacity());
            if output.length > capacity as u64 {
                return Err(Failure::new(
                    Verdict::Overflow,
                    format!(
                        "{function} gives {name} a length of {} bytes, but {capacity} are declared",
                        output.length
                    ),
                ));
            }
        }
        for output in self.outputs {
            if output.length == 0 && output.capacity() > 0 {
                return Err(Failure::new(
                    Verdict::Unwritten,
                    format!(
                        "{function} returned success but left the length of {} at 0",
                        output.name()
                    ),
                ));
            }
        }
        Ok(())
    }
}

/// The seed of record `index`, drawn from a generator seeded with `seed` sixteen times.
#[must_use]
pub fn record_seed(index: u64) -> [u8; 64] {
    let mut drng = Drng::new("seed".repeat(16).as_bytes());
    let mut seed = [0; 64];
    for _ in 0..=index {
        drng.fill(&mut seed);
    }
    seed
}

/// Seeds the generator the candidate draws from.
pub(crate) fn seed<C: Candidate + ?Sized>(candidate: &mut C, seed: &[u8]) -> Result<(), Failure> {
    match candidate.seed(seed) {
        0 => Ok(()),
        value => {
            let detail = format!("init_random_number returned {value}");
            Err(Failure::new(Verdict::CryptoFail, detail))
        }
    }
}

/// Makes a record in both runs and explains a difference.
pub(crate) fn twice<C: Candidate + ?Sized>(
    candidate: &mut C,
    runs: Runs<'_>,
    make: impl Fn(&mut C, Run<'_>) -> Result<Record, Failure>,
) -> Result<Record, Failure> {
    let mut one = |run: Run<'_>| {
        candidate.fill_unused_memory(run.fill);
        make(candidate, run)
    };
    let first = one(runs.first)?;
    match one(runs.second) {
        Ok(second) if second == first => Ok(first),
        Ok(second) => {
            let repeatable = one(runs.first).ok().as_ref() == Some(&first);
            // Buffers elsewhere, and the same memory around them.
            let moved = Run {
                memory: runs.second.memory,
                ..runs.first
            };
            let movable = repeatable && one(moved).ok().as_ref() == Some(&first);
            let cause = match (repeatable, movable) {
                (false, _) => Some(cause_of_chance(candidate)),
                (true, false) => Some("where its buffers lie in memory decides"),
                (true, true) => None,
            };
            Err(explain(&first, &second, cause))
        }
        Err(failure) if depends_on_values(failure.verdict) => {
            let (verdict, why) = match one(runs.first) {
                Ok(again) if again == first => {
                    let why = "what memory held before decides".to_owned();
                    (Verdict::Uninit, why)
                }
                _ => {
                    let cause = cause_of_chance(candidate);
                    let why = format!("the same seed gives different answers: {cause}");
                    (Verdict::NonDeterministic, why)
                }
            };
            let detail = format!(
                "a first run succeeded, a second failed ({}): {why}",
                failure.detail
            );
            Err(Failure::new(verdict, detail))
        }
        Err(failure) => Err(failure),
    }
}

fn depends_on_values(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::CryptoFail | Verdict::Unwritten)
}

/// Why one seed gives different answers, after a run.
fn cause_of_chance<C: Candidate + ?Sized>(candidate: &mut C) -> &'static str {
    if candidate.drew_since_seeded() == Some(false) {
        "nothing was drawn from drng_algorithm, so the output does not depend on the DRNG; perhaps a define is missing \
         from the build"
    } else {
        "not all randomness comes from drng_algorithm, or state is kept between calls"
    }
}

/// Explains a difference; `cause` is why the same run gives different answers, if it does.
fn explain(first: &Record, second: &Record, cause: Option<&str>) -> Failure {
    let differing = first
        .fields
        .iter()
        .zip(&second.fields)
        .find(|(one, other)| one != other);
    let Some((one, other)) = differing else {
        let detail = "two runs with the same seed took a different number of steps";
        return Failure::new(Verdict::NonDeterministic, detail);
    };
    let name = &one.name;
    if let Some(cause) = cause {
        let detail = format!("{name} differs between runs with the same seed: {cause}");
        return Failure::new(Verdict::NonDeterministic, detail);
    }
    match (&one.value, &other.value) {
        (Value::Length(0), Value::Length(_)) => Failure::new(
            Verdict::Unwritten,
            format!("{name} depends on the value it has before the call: it is left unwritten"),
        ),
        (Value::Bytes(one), Value::Bytes(other)) if one.len() == other.len() => {
            let pairs = || one.iter().zip(other).filter(|(a, b)| a != b);
            let differing = pairs().count();
            if pairs().all(|pair| pair == (&0x00, &0xa5)) {
                Failure::new(
                    Verdict::Unwritten,
                    format!(
                        "{differing} of the {} bytes of {name} are what memory held before the call",
                        one.len()
                    ),
                )
            } else {
                Failure::new(
                    Verdict::Uninit,
                    format!(
                        "{differing} of the {} bytes of {name} change with what memory held before \
                         the call",
                        one.len()
                    ),
                )
            }
        }
        _ => Failure::new(
            Verdict::Uninit,
            format!("{name} changes with what memory held before the call"),
        ),
    }
}

/// Which of these outputs came out the same although the seed was another; empty is good.
pub(crate) fn same_in_both(one: &Record, other: &Record) -> Vec<String> {
    let fixed = |name: &str| name == "Seed" || name == "M" || name.contains("_St");
    let outputs = one.fields.iter().filter(|field| match &field.value {
        Value::Bytes(bytes) => !bytes.is_empty() && !fixed(&field.name),
        _ => false,
    });
    outputs
        .filter(|field| other.get(&field.name) == Some(&field.value))
        .map(|field| field.name.clone())
        .collect()
}

/// The sentence for outputs that do not depend on the seed; nothing when there are none.
pub(crate) fn seed_finding(one: &Record, other: &Record) -> Option<String> {
    let same = same_in_both(one, other);
    (!same.is_empty()).then(|| {
        format!(
            "with another seed {} came out the same: no dependence on the DRNG",
            same.join(", ")
        )
    })
}

/// A seed that no record has.
pub(crate) fn other_seed() -> [u8; 64] {
    record_seed(0).map(|byte| !byte)
}
