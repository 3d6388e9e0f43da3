//! The submitter's code against the independent implementation: same inputs, and are the outputs the same?

use assay_kat::compare::first_difference_of_records;
use assay_manifest::Selected;

use super::{Gated, build_all, records, unjudged, wanted_flags};
use crate::error::Error;
use crate::parallel;
use crate::workbench::Workbench;

/// Makes the records of an imported instance with the independent implementation too, and notes how they compare.
pub(super) fn compare(workbench: &Workbench, gated: &mut Gated<'_>) -> Result<(), Error> {
    let both = gated.instance.submitted.is_some() && gated.instance.independent.is_some();
    if !both || gated.description.is_none() {
        return Ok(());
    }
    let mut instance = gated.instance.clone();
    instance.submitted = None;
    let mut other = [unjudged(Selected {
        candidate: gated.candidate,
        instance: &instance,
    })];
    build_all(workbench, &mut other, wanted_flags, &|_| {})?;
    let [other] = other;
    let finding = if other.library.is_some() {
        differences(workbench, gated, &other)?
    } else {
        format!(
            "the independent implementation does not build: {}",
            other.detail
        )
    };
    gated.findings.push(finding);
    Ok(())
}

fn differences(
    workbench: &Workbench,
    gated: &Gated<'_>,
    other: &Gated<'_>,
) -> Result<String, Error> {
    let pieces: Vec<records::Piece> = records::pieces(0, gated.candidate.function)
        .into_iter()
        .filter(|piece| !piece.again)
        .collect();
    let compared = parallel::map(&pieces, parallel::cores(), |piece| {
        let own = records::make(workbench, gated, piece)?;
        let theirs = records::make(workbench, other, piece)?;
        if let Some(failure) = own.failure.or(theirs.failure) {
            return Ok::<_, Error>((
                0,
                Some(format!(
                    "not compared from record {}: {}",
                    piece.first, failure.detail
                )),
            ));
        }
        let found = own
            .records
            .iter()
            .zip(&theirs.records)
            .enumerate()
            .find_map(|(index, (own, theirs))| {
                let (field, byte) = first_difference_of_records(own, theirs)?;
                let file = piece
                    .file
                    .map(|file| format!("{}, ", file.stem()))
                    .unwrap_or_default();
                let byte = byte
                    .map(|byte| format!(", byte {byte}"))
                    .unwrap_or_default();
                Some(format!(
                    "{file}record {}, field {field}{byte}",
                    piece.first + index as u64
                ))
            });
        Ok((own.records.len(), found))
    });
    let mut records = 0;
    for result in compared {
        let (count, found) = result?;
        if let Some(found) = found {
            return Ok(format!(
                "differs from the independent implementation: {found}"
            ));
        }
        records += count;
    }
    Ok(format!(
        "same outputs as the independent implementation, field by field, in {records} records"
    ))
}
