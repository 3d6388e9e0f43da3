//! Known-answer records of a loaded library.

use assay_driver::protocol::{Answer, Placement};
use assay_iccs::library::{Instance, Library};
use assay_kat::buffer::Heap;
use assay_kat::hash::HashFile;
use assay_kat::{Failure, Record, Runs, hash, kem, kex, sig};
use assay_memory::Stack;

use crate::answers::Answers;
use crate::candidate::Foreign;
use crate::fault;
use crate::fence::Fenced;
use crate::floating_point::Control;

/// Unused stack that is filled before a run: as much as a program usually has.
const FILL_BYTES: usize = 8 << 20;
/// The same for hash functions, which have thousands of records.
const FILL_BYTES_FOR_HASH: usize = 64 << 10;

/// Makes the records, each once between inaccessible pages, where every byte past the end of a
/// buffer faults, and once on the heap, where buffers are aligned.
pub(crate) fn run(
    library: &Library,
    stack: &Stack,
    answers: &Answers,
    records: std::ops::Range<u64>,
    file: Option<HashFile>,
    placement: Placement,
) -> Answer {
    let fenced = Fenced { placement };
    let runs = Runs::new(&fenced, &Heap);
    let generator = library.generator();
    let fill_depth = FILL_BYTES;
    let rounding = Control::now();
    let result = match (library.instance(), file) {
        (Instance::Hash(_), None) => {
            return Answer::Error("a hash function has four files; the job names none".into());
        }
        (Instance::Kem(_) | Instance::Kex(_) | Instance::Sig(_), Some(_)) => {
            return Answer::Error("the job names a file of hash functions".into());
        }
        (Instance::Kem(functions), None) => {
            let mut candidate = Foreign {
                functions,
                generator,
                stack,
                fill_depth,
                last_seed: Vec::new(),
            };
            let mut record = |index| kem::record(&mut candidate, index, runs);
            let first = each(answers, records, &mut record);
            first.and_then(|first| with(first, |first| kem::seed_finding(&mut candidate, first)))
        }
        (Instance::Kex(functions), None) => {
            let mut candidate = Foreign {
                functions,
                generator,
                stack,
                fill_depth,
                last_seed: Vec::new(),
            };
            let mut record = |index| kex::record(&mut candidate, index, runs);
            let first = each(answers, records, &mut record);
            first.and_then(|first| with(first, |first| kex::seed_finding(&mut candidate, first)))
        }
        (Instance::Sig(functions), None) => {
            let mut candidate = Foreign {
                functions,
                generator,
                stack,
                fill_depth,
                last_seed: Vec::new(),
            };
            let mut record = |index| sig::record(&mut candidate, index, runs);
            let first = each(answers, records, &mut record);
            first.and_then(|first| with(first, |first| sig::seed_finding(&mut candidate, first)))
        }
        (Instance::Hash(functions), Some(file)) => {
            let fill_depth = FILL_BYTES_FOR_HASH;
            let mut candidate = Foreign {
                functions,
                generator,
                stack,
                fill_depth,
                last_seed: Vec::new(),
            };
            let first = usize::try_from(records.start).unwrap_or(usize::MAX);
            let mut messages = file.messages().skip(first);
            let record = |_| {
                messages
                    .next()
                    .map(|message| hash::record(&mut candidate, &message, runs))
            };
            let end = records.end.min(file.records());
            (records.start..end)
                .map_while(record)
                .try_for_each(|record| {
                    answers.send(&Answer::Record(record?));
                    Ok(())
                })
                .map(|()| None)
        }
    };
    match result.and_then(|finding| rounding.check().map(|()| finding)) {
        Ok(finding) => {
            if let Some(finding) = deep_stack(stack) {
                answers.send(&Answer::Finding(finding));
            }
            if library.generator().is_none() && file.is_none() {
                let finding = "it does not use drng_algorithm, so that nothing could be seeded";
                answers.send(&Answer::Finding(finding.to_owned()));
            }
            if let Some(finding) = finding {
                answers.send(&Answer::Finding(finding));
            }
            Answer::Done
        }
        Err(failure) => Answer::Failed(fault::or_out_of_memory(failure)),
    }
}

/// Says so when more stack was used than a program usually has. The stack was filled down to that
/// depth, so what lies lower was touched by the library.
fn deep_stack(stack: &Stack) -> Option<String> {
    const OWN_FRAMES_BYTES: usize = 64 << 10;
    let touched = stack.touched_bytes()?;
    (touched > FILL_BYTES + OWN_FRAMES_BYTES).then(|| {
        format!(
            "it used {:.1} MiB of stack, and programs usually have {} MiB",
            touched as f64 / f64::from(1 << 20),
            FILL_BYTES >> 20
        )
    })
}

/// Sends each record as it is made; gives record 0 if it is among them.
fn each(
    answers: &Answers,
    records: std::ops::Range<u64>,
    record: &mut dyn FnMut(u64) -> Result<Record, Failure>,
) -> Result<Option<Record>, Failure> {
    let mut first = None;
    for index in records {
        let record = record(index)?;
        answers.send(&Answer::Record(record.clone()));
        if index == 0 {
            first = Some(record);
        }
    }
    Ok(first)
}

fn with(
    first: Option<Record>,
    finding: impl FnOnce(&Record) -> Result<Option<String>, Failure>,
) -> Result<Option<String>, Failure> {
    first.map_or(Ok(None), |first| finding(&first))
}
