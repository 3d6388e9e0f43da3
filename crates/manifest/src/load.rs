//! Reading manifests from a repository.

use std::path::{Path, PathBuf};

use crate::candidate::Candidate;
use crate::diagnostic::Diagnostic;
use crate::error::Error;
use crate::nearest::nearest;
use crate::raw::RawCandidate;
use crate::validate::Checker;

const MANIFEST: &str = "candidate.toml";

/// What a repository has.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The candidates whose manifests are right, ordered by id.
    pub candidates: Vec<Candidate>,
    /// Folders below `candidates` that do not count, ordered by name.
    pub left_out: Vec<LeftOut>,
}

/// A folder below `candidates` that does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Its name.
    pub id: String,
    /// Why, with the path of the manifest; one line.
    pub reason: String,
}

/// Reads every manifest of the repository at `root`, ordered by id.
///
/// A folder below `candidates` without a `candidate.toml` is not a candidate.
///
/// # Errors
///
/// [`Error::Read`] when the folder or a file cannot be read; [`Error::Manifest`] with every mistake of every file.
pub fn load_all(root: &Path) -> Result<Vec<Candidate>, Error> {
    Ok(load_chosen(root, &[] as &[&str])?.candidates)
}

/// Reads every manifest of the repository at `root`. When `names` (each `id` or `id/label`) are given, mistakes in the
/// manifests of others are no error: those candidates are left out.
///
/// # Errors
///
/// [`Error::Read`] when the folder or a file cannot be read; [`Error::Manifest`] with every mistake of every file that
/// counts. Names that nothing has are no error here but in [`select`](crate::select).
pub fn load_chosen<S: AsRef<str>>(root: &Path, names: &[S]) -> Result<Loaded, Error> {
    let root = absolute(root)?;
    let id_of = |name: &S| name.as_ref().split('/').next().map(str::to_owned);
    let chosen: Vec<String> = names.iter().filter_map(id_of).collect();
    let mut loaded = Loaded {
        candidates: Vec::new(),
        left_out: Vec::new(),
    };
    let mut found = Vec::new();
    for folder in folders(&root)? {
        let Folder { id, has_manifest } = folder;
        let file = relative_manifest(&id);
        if !has_manifest {
            let reason = format!("{file} does not exist");
            loaded.left_out.push(LeftOut { id, reason });
            continue;
        }
        let counts = chosen.is_empty() || chosen.contains(&id);
        let reason = match load_file(&root, &id) {
            Ok(Ok(candidate)) => {
                loaded.candidates.push(candidate);
                continue;
            }
            Ok(Err(diagnostics)) if counts => {
                found.extend(diagnostics);
                continue;
            }
            Err(error) if counts => return Err(error),
            Ok(Err(diagnostics)) => diagnostics.first().map_or_else(
                || format!("{file} has mistakes"),
                |first| format!("{}:{}: {}", first.file, first.line, first.message),
            ),
            Err(error) => error.to_string(),
        };
        let reason = reason.lines().next().unwrap_or_default().to_owned();
        loaded.left_out.push(LeftOut { id, reason });
    }
    if found.is_empty() {
        Ok(loaded)
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
    let folders = folders(&root)?.into_iter();
    let known: Vec<String> = folders
        .filter(|folder| folder.has_manifest)
        .map(|folder| folder.id)
        .collect();
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

/// A folder below `candidates`.
struct Folder {
    id: String,
    has_manifest: bool,
}

/// The folders below `candidates` by name, hidden ones excepted.
fn folders(root: &Path) -> Result<Vec<Folder>, Error> {
    let folder = root.join("candidates");
    let read = |source| Error::Read {
        path: folder.clone(),
        source,
    };
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(read)? {
        let entry = entry.map_err(read)?;
        let id = entry.file_name().to_string_lossy().into_owned();
        let has_manifest = entry.path().join(MANIFEST).is_file();
        if has_manifest || (entry.path().is_dir() && !id.starts_with('.')) {
            folders.push(Folder { id, has_manifest });
        }
    }
    folders.sort_by(|one, other| one.id.cmp(&other.id));
    Ok(folders)
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
