//! How long operations take in a unit that is the same on every machine: one compression of our portable C SM3.

use std::fs;

use assay_iccs::Operation;
use assay_manifest::{Candidate, Selected};

use super::{Bench, quantile, seconds_per_call};
use crate::error::Error;
use crate::event::Event;
use crate::schedule::{Call, Ready};

/// Message lengths of the hash function that is SM3, and what lies between them in compressions of 64 bytes.
const SHORT: u64 = 512;
const LONG: u64 = 65_536;
const COMPRESSIONS: f64 = ((LONG - SHORT) / 64) as f64;

/// Time of one operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Speed {
    /// `kem-24/scabbard128`.
    pub instance: String,
    /// `keygen`.
    pub operation: String,
    /// Seconds of a call: lower quartile over the rounds of the mean of a batch.
    pub seconds: f64,
    /// The same in compressions of SM3: lower quartile of the ratios within each round.
    pub compressions: f64,
}

/// An operation with what the rounds said of it.
struct Line<'a> {
    ready: &'a Ready<'a>,
    call: Call,
    iterations: u64,
    seconds: Vec<f64>,
    ratios: Vec<f64>,
}

/// Measures every operation of the chosen instances against one SM3 compression, round by round. Gives the seconds of a
/// compression (lower quartile over the rounds) and a line per operation.
///
/// The unit comes from batches of a hash function that is nothing but the SM3 helper: the difference between a message of
/// 65,536 and one of 512 bytes, so that calls and padding drop out.
///
/// # Errors
/// For everything that is not a candidate's fault, and when an operation fails.
pub fn speeds<'a>(
    bench: &Bench<'_>,
    selected: &[Selected<'a>],
    rounds: usize,
    observer: &(dyn Fn(Event<'_, 'a>) + Sync),
) -> Result<(f64, Vec<Speed>), Error> {
    let sm3 = sm3(bench)?;
    let unit = sm3.iter().flat_map(|candidate| {
        candidate.instances.iter().map(move |instance| Selected {
            candidate,
            instance,
        })
    });
    let unit = bench.ready(&unit.collect::<Vec<_>>(), &|_| {})?;
    let ready = bench.ready(selected, observer)?;
    let Some(unit) = unit.first() else {
        return Err(Error::NoUnit);
    };
    let hash = |input_bytes| Call {
        operation: Operation::Hash,
        input_bytes,
    };
    let mut units = Vec::new();
    for call in [hash(SHORT), hash(LONG)] {
        units.push((unit, call, bench.iterations(unit, call)?));
    }
    let mut lines: Vec<Line<'_>> = Vec::new();
    for ready in &ready {
        for call in ready.operations() {
            let iterations = bench.iterations(ready, call)?;
            lines.push(Line {
                ready,
                call,
                iterations,
                seconds: Vec::new(),
                ratios: Vec::new(),
            });
        }
    }
    let total = rounds * lines.len();
    let mut compressions = Vec::new();
    for round in 0..rounds {
        for (index, line) in lines.iter_mut().enumerate() {
            let name = format!("{} {}", line.ready.name(), line.call.key());
            observer(Event::Calibrating {
                name: &name,
                done: round * total / rounds + index,
                total,
            });
            // The unit is taken beside every operation: a machine's clock does not stand still.
            let mut ends = [0.0; 2];
            for (end, (unit, call, iterations)) in ends.iter_mut().zip(&units) {
                *end =
                    seconds_per_call(&bench.process(unit, *call, bench.host.cpu, *iterations)?);
            }
            let compression = (ends[1] - ends[0]) / COMPRESSIONS;
            let process = bench.process(line.ready, line.call, bench.host.cpu, line.iterations)?;
            let each = seconds_per_call(&process);
            compressions.push(compression);
            line.seconds.push(each);
            line.ratios.push(each / compression);
        }
    }
    let speeds = lines
        .into_iter()
        .map(|line| Speed {
            instance: line.ready.name(),
            operation: line.call.key(),
            seconds: quantile(line.seconds, 0.25),
            compressions: quantile(line.ratios, 0.25),
        })
        .collect();
    Ok((quantile(compressions, 0.25), speeds))
}

/// A candidate that is the SM3 helper, written beside the built libraries.
fn sm3(bench: &Bench<'_>) -> Result<Vec<Candidate>, Error> {
    let root = bench.workbench.repository.cache().join("unit");
    let folder = root.join("candidates").join("hash-00");
    let files = [
        ("candidate.toml", include_str!("sm3/candidate.toml")),
        ("independent/sm3.c", include_str!("sm3/sm3.c")),
        ("independent/api.h", include_str!("sm3/api.h")),
    ];
    for (name, text) in files {
        let path = folder.join(name);
        let written = path
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&path, text));
        written.map_err(|source| Error::Write { path, source })?;
    }
    Ok(assay_manifest::load_all(&root)?)
}
