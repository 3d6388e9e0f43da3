//! Reading manifests from a repository.

use std::path::{Path, PathBuf};

use crate::candidate::Candidate;
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::nearest::nearest;
use crate::raw::RawCandidate;
use crate::validate::Checker;

const MANIFEST: &str = "candidate.toml";

/// Reads every manifest of the repository at `root`, ordered by id.
///
/// A folder below `candidates` without a `candidate.toml` is not a candidate.
///
/// # Errors
///
/// [`Error::Read`] when the folder or a file cannot be read; [`Error::Manifest`] with every mistake of every file.
pub fn load_all(root: &Path) -> Result<Vec<Candidate>, Error> {
    let root = absolute(root)?;
    let mut candidates = Vec::new();
    let mut found = Vec::new();
    for id in ids(&root)? {
        match load_file(&root, &id)? {
            Ok(candidate) => candidates.push(candidate),
            Err(diagnostics) => found.extend(diagnostics),
        }
    }
    if found.is_empty() {
        Ok(candidates)
    } else {
        Err(Error::Manifest(found))
    }
}

/// Reads the manifest of one candidate of the repository at `root`.
///
/// # Errors
///
/// [`Error::UnknownCandidate`], with the nearest id, when there is no such manifest; otherwise as [`load_all`].
pub fn load(root: &Path, id: &str) -> Result<Candidate, Error> {
    let root = absolute(root)?;
    let known = ids(&root)?;
    if !known.iter().any(|known| known == id) {
        let nearest = nearest(id, known.iter().map(String::as_str)).map(Into::into);
        return Err(Error::UnknownCandidate {
            id: id.into(),
            path: PathBuf::from(relative_manifest(id)),
            nearest,
        });
    }
    load_file(&root, id)?.map_err(Error::Manifest)
}

fn absolute(root: &Path) -> Result<PathBuf, Error> {
    std::path::absolute(root).map_err(|source| Error::Read {
        path: root.into(),
        source,
    })
}

fn ids(root: &Path) -> Result<Vec<String>, Error> {
    let folder = root.join("candidates");
    let read = |source| Error::Read {
        path: folder.clone(),
        source,
    };
    let mut ids = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(read)? {
        let entry = entry.map_err(read)?;
        if entry.path().join(MANIFEST).is_file() {
            ids.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    ids.sort();
    Ok(ids)
}

fn relative_manifest(id: &str) -> String {
    format!("candidates/{id}/{MANIFEST}")
}

/// The candidate, or the mistakes in its manifest.
fn load_file(root: &Path, id: &str) -> Result<Result<Candidate, Vec<Diagnostic>>, Error> {
    let file = relative_manifest(id);
    let path = root.join(&file);
    let text = std::fs::read_to_string(&path).map_err(|source| Error::Read {
        path: path.clone(),
        source,
    })?;
    let mut checker = Checker::new(&file, &text);
    let candidate = match toml::from_str::<RawCandidate>(&text) {
        Ok(raw) => Some(checker.candidate(&raw, &root.join("candidates").join(id))),
        Err(error) => {
            checker.report_toml(&error);
            None
        }
    };
    match candidate {
        Some(candidate) if checker.found.is_empty() => Ok(Ok(candidate)),
        _ => Ok(Err(checker.into_sorted())),
    }
}
