//! What known-answer texts are compared with.

use std::path::PathBuf;

use assay_kat::digests::{Digests, Found};
use assay_kat::judge::{Generated, Judgement, Reference};
use assay_manifest::Selected;

use super::{Gated, References};
use crate::error::Error;
use crate::vectors::{files, vectors_in};
use crate::workbench::Repository;

/// Reads the expected digests of the chosen instances, so that mistakes in them are told before anything is built.
///
/// # Errors
/// [`Error::BrokenDigests`] with what is wrong with each candidate's file.
pub fn check_digests(repository: &Repository, selected: &[Selected<'_>]) -> Result<(), Error> {
    let mut broken = Vec::new();
    for chosen in selected.chunk_by(|one, other| std::ptr::eq(one.candidate, other.candidate)) {
        let candidate = chosen[0].candidate;
        let digests = match Digests::load(&repository.digests_path(&candidate.id)) {
            Ok(Some(digests)) => digests,
            Ok(None) => continue,
            Err(error) => {
                broken.push(error);
                continue;
            }
        };
        let labels = candidate.labels();
        for instance in chosen.iter().map(|chosen| chosen.instance) {
            let names = files(candidate.function, instance);
            let looked_up = names
                .iter()
                .map(|(name, _)| digests.lookup(&instance.label, name, &labels));
            broken.extend(looked_up.filter_map(Result::err));
        }
    }
    if broken.is_empty() {
        Ok(())
    } else {
        Err(Error::BrokenDigests(broken))
    }
}

/// Judges a text by what the references have for it, and says so when that is not a line or file of its own.
pub(super) fn judge_file(
    repository: &Repository,
    gated: &Gated<'_>,
    generated: &Generated,
    digests: Option<&Digests>,
    references: &References,
) -> Result<Judgement, Error> {
    let (id, label) = (&gated.candidate.id, &gated.instance.label);
    let file = &generated.name;
    let manifest = repository.shown(&repository.digests_path(id));
    let (reference, remark) = match (references, digests) {
        (References::Vectors(folder), _) => match vectors_in(folder, gated.instance, file) {
            Some(path) => (Reference::Vectors(path), String::new()),
            None => {
                let remark = format!("there is no such file in {} or below", folder.display());
                (Reference::None, remark)
            }
        },
        (References::Digests, None) => (Reference::None, format!("{manifest} does not exist")),
        (References::Digests, Some(digests)) => {
            match digests.lookup(label, file, &gated.candidate.labels())? {
                Found::Own(entry) => (Reference::Digest(entry), String::new()),
                Found::Sibling(entry) => {
                    let remark = format!(
                        "compared with line {} of {manifest}, which is for {} and the same file name",
                        entry.line, entry.label
                    );
                    (Reference::Digest(entry), remark)
                }
                Found::Stranger(entry) => {
                    let remark = format!(
                        "{manifest} has no line for {label}/{file}; line {} has the file name, but under {}, which is no instance of {id}",
                        entry.line, entry.label
                    );
                    (Reference::None, remark)
                }
                Found::Nothing => {
                    let remark = format!("{manifest} has no line for {label}/{file}");
                    (Reference::None, remark)
                }
            }
        }
    };
    let path = match &reference {
        Reference::Vectors(path) => path.clone(),
        _ => PathBuf::from(file),
    };
    let mut judgement = generated
        .judge(&reference)
        .map_err(|source| Error::Vectors { path, source })?;
    if !remark.is_empty() {
        let separator = if judgement.detail.is_empty() {
            ""
        } else {
            "; "
        };
        judgement.detail = format!("{}{separator}{remark}", judgement.detail);
    }
    Ok(judgement)
}
