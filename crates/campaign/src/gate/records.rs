//! Making the records of known-answer files, spread over the cores, and judging the files.

use std::sync::atomic::{AtomicBool, Ordering};

use assay_driver::Ending;
use assay_driver::protocol::{Answer, Description, Job, Placement, Work};
use assay_kat::hash::HashFile;
use assay_kat::judge::{Generated, combine};
use assay_kat::log::LoggedFile;
use assay_kat::{Failure, RECORDS, Record, Verdict};
use assay_manifest::{Candidate, Function};

use super::references::judge_file;
use super::{Gated, References, Texts, fail};
use crate::error::Error;
use crate::parallel;
use crate::vectors::save;
use crate::workbench::Workbench;

/// Asks a library what it is.
pub(super) fn describe(
    workbench: &Workbench,
    gated: &Gated<'_>,
) -> Result<Result<Description, Failure>, Error> {
    let mut description = None;
    let (ending, _) = run(workbench, gated, Work::Describe, &mut |answer| {
        if let Answer::Description(answer) = answer {
            description = Some(answer);
        }
    })?;
    Ok(match (ending.failure(), description) {
        (None, Some(description)) => Ok(description),
        (Some(failure), _) => Err(failure),
        (None, None) => Err(Failure::new(
            Verdict::LoadFail,
            "the library did not say what it is",
        )),
    })
}

/// A file to be made: of which instance, and which records of it one process makes.
pub(super) struct Piece {
    gated: usize,
    pub(super) file: Option<HashFile>,
    pub(super) first: u64,
    count: u64,
    /// Record 0 once more, to be compared: what differs from process to process shows only so.
    pub(super) again: bool,
}

/// What a process made of its piece.
#[derive(Default)]
pub(super) struct Made {
    pub(super) records: Vec<Record>,
    findings: Vec<String>,
    printed: Vec<u8>,
    pub(super) failure: Option<Failure>,
}

/// Makes and judges the files of every instance that has a description.
pub(super) fn judge(
    workbench: &Workbench,
    gated: &mut [Gated<'_>],
    texts: &Texts,
) -> Result<(), Error> {
    let pieces: Vec<Piece> = gated
        .iter()
        .enumerate()
        .filter(|(_, instance)| instance.description.is_some())
        .flat_map(|(index, instance)| pieces(index, instance.candidate.function))
        .collect();
    let view: &[Gated<'_>] = gated;
    // An instance that has failed once gets its verdict from that; ten hung records would cost ten deadlines.
    let failed: Vec<AtomicBool> = view.iter().map(|_| AtomicBool::new(false)).collect();
    let made = parallel::map(&pieces, parallel::cores(), |piece| {
        if failed[piece.gated].load(Ordering::Relaxed) {
            return Ok(Made::default());
        }
        let made = make(workbench, &view[piece.gated], piece)?;
        if made.failure.is_some() {
            failed[piece.gated].store(true, Ordering::Relaxed);
        }
        Ok(made)
    });
    let mut made: Vec<(Piece, Made)> = pieces
        .into_iter()
        .zip(made)
        .map(|(piece, made)| made.map(|made| (piece, made)))
        .collect::<Result<_, Error>>()?;

    for (index, instance) in gated.iter_mut().enumerate() {
        if instance.description.is_none() {
            continue;
        }
        let own: Vec<(Piece, Made)> = made
            .extract_if(.., |(piece, _)| piece.gated == index)
            .collect();
        judge_instance(workbench, instance, own, texts)?;
    }
    Ok(())
}

/// Records are independent, so each is a piece; the many short records of a hash function go in bundles.
pub(super) fn pieces(gated: usize, function: Function) -> Vec<Piece> {
    let bundle = |file: Option<HashFile>, records: u64, size: u64| {
        (0..records.div_ceil(size)).map(move |number| Piece {
            gated,
            file,
            first: number * size,
            count: size.min(records - number * size),
            again: false,
        })
    };
    let again = |file| Piece {
        gated,
        file,
        first: 0,
        count: 1,
        again: true,
    };
    match function {
        Function::Hash => bundle(Some(HashFile::Short), HashFile::Short.records(), 512)
            .chain(bundle(Some(HashFile::Long), HashFile::Long.records(), 1))
            .chain([again(Some(HashFile::Short))])
            .collect(),
        Function::Kem | Function::Kex | Function::Sig => {
            bundle(None, RECORDS, 1).chain([again(None)]).collect()
        }
    }
}

/// Makes a piece with buffers flush against inaccessible memory, which shows every byte past their ends. A library that
/// crashes so because it relies on their alignment gets a second chance with aligned ones, and a remark.
pub(super) fn make(workbench: &Workbench, gated: &Gated<'_>, piece: &Piece) -> Result<Made, Error> {
    let flush = make_placed(workbench, gated, piece, Placement::Flush)?;
    match &flush.failure {
        Some(failure) if failure.verdict == Verdict::Crash => {
            let mut aligned = make_placed(workbench, gated, piece, Placement::Aligned)?;
            if aligned.failure.is_some() {
                return Ok(flush);
            }
            let finding = format!(
                "needs buffers aligned to 16 bytes, which the interface does not promise: {}",
                failure.detail
            );
            aligned.findings.push(finding);
            Ok(aligned)
        }
        _ => Ok(flush),
    }
}

fn make_placed(
    workbench: &Workbench,
    gated: &Gated<'_>,
    piece: &Piece,
    placement: Placement,
) -> Result<Made, Error> {
    let mut made = Made::default();
    let work = Work::Kat {
        first: piece.first,
        count: piece.count,
        file: piece.file,
        placement,
    };
    let (ending, printed) = run(workbench, gated, work, &mut |answer| match answer {
        Answer::Record(record) => made.records.push(record),
        Answer::Finding(finding) => made.findings.push(finding),
        _ => {}
    })?;
    made.printed = printed;
    made.failure = ending.failure();
    if made.failure.is_none() && made.records.len() as u64 != piece.count {
        made.failure = Some(Failure::new(
            Verdict::Partial,
            format!("{} of {} records came", made.records.len(), piece.count),
        ));
    }
    Ok(made)
}

fn judge_instance(
    workbench: &Workbench,
    gated: &mut Gated<'_>,
    made: Vec<(Piece, Made)>,
    texts: &Texts,
) -> Result<(), Error> {
    let mut files: Vec<(Option<HashFile>, Vec<Record>)> = Vec::new();
    let mut failure = None;
    for (piece, made) in made {
        for finding in made.findings {
            if !gated.findings.contains(&finding) {
                gated.findings.push(finding);
            }
        }
        if gated.printed.is_empty() {
            gated.printed = String::from_utf8_lossy(&made.printed).into_owned();
        }
        failure = failure.or(made.failure);
        if piece.again {
            let first = files
                .iter()
                .find(|(file, _)| *file == piece.file)
                .and_then(|(_, records)| records.first());
            if failure.is_none() && made.records.first() != first {
                let detail = "two processes with the same seed make different records; \
                              something else than the generator of the interface decides";
                failure = Some(Failure::new(Verdict::NonDeterministic, detail));
            }
            continue;
        }
        match files.last_mut() {
            Some((file, records)) if *file == piece.file => records.extend(made.records),
            _ => files.push((piece.file, made.records)),
        }
    }
    if let Some(failure) = failure {
        fail(gated, failure);
        return Ok(());
    }
    let digests = match &texts.references {
        References::Digests => workbench.repository.digests(&gated.candidate.id)?,
        References::Vectors(_) => None,
    };
    let mut judgements = Vec::new();
    for (file, records) in files {
        let generated = Generated {
            name: file_name(gated, file),
            records,
            whole: file.map_or(RECORDS, HashFile::records),
        };
        let repository = &workbench.repository;
        let judgement = judge_file(
            repository,
            gated,
            &generated,
            digests.as_ref(),
            &texts.references,
        )?;
        if let Some(folder) = &texts.save {
            save(folder, gated.candidate, gated.instance, &generated)?;
        }
        gated.files.extend(logged(&generated));
        judgements.push(judgement);
    }
    let judgement = combine(&judgements);
    gated.verdict = judgement.verdict;
    gated.detail = judgement.detail;
    gated.compared = judgement.compared;
    Ok(())
}

fn logged(generated: &Generated) -> Option<LoggedFile> {
    // Digesting in memory does not fail.
    generated.logged().ok()
}

/// A hash function has several files, of which the manifest names the one of short messages.
fn file_name(gated: &Gated<'_>, file: Option<HashFile>) -> String {
    let name = &gated.instance.kat_file;
    match file {
        Some(file) => name.replacen(HashFile::Short.stem(), file.stem(), 1),
        None => name.clone(),
    }
}

/// Runs one job of the gate. A job that could not be done for a reason of ours is an error.
fn run(
    workbench: &Workbench,
    gated: &Gated<'_>,
    work: Work,
    on_answer: &mut dyn FnMut(Answer),
) -> Result<(Ending, Vec<u8>), Error> {
    let Some(library) = &gated.library else {
        return Ok((Ending::Error("there is no library".to_owned()), Vec::new()));
    };
    let mut job = Job::new(&library.path, work);
    if let Some(bytes) = gated.instance.stack_bytes {
        job.stack_bytes = bytes;
    }
    let (outcome, printed) = workbench.run(&job, workbench.deadline, on_answer)?;
    match outcome.ending {
        Ending::Error(message) => Err(job_error(
            "test",
            gated.candidate,
            &gated.instance.label,
            message,
        )),
        ending => Ok((ending, printed)),
    }
}

pub(crate) fn job_error(what: &str, candidate: &Candidate, label: &str, message: String) -> Error {
    Error::Job {
        what: what.to_owned(),
        candidate: candidate.id.clone(),
        label: label.to_owned(),
        message,
    }
}
