//! What can go wrong when manifests are read.

use std::path::PathBuf;

use crate::diagnostic::Diagnostic;

/// Why manifests or systems could not be read or selected.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file or folder could not be read.
    #[error("failed to read {path}: {source}", path = path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// Files have mistakes; the message lists every one found.
    #[error("{}", list(.0))]
    Manifest(Vec<Diagnostic>),
    /// There is no such candidate.
    #[error("no candidate `{id}`: {path} does not exist{}", hint(nearest.as_deref()), path = path.display())]
    UnknownCandidate {
        /// What was asked for.
        id: String,
        /// Where its manifest would be.
        path: PathBuf,
        /// The known id most like it.
        nearest: Option<String>,
    },
    /// A selection names no known candidate.
    #[error("no candidate `{id}`{}; known are: {known}", hint(nearest.as_deref()))]
    UnknownSelection {
        /// What was asked for.
        id: String,
        /// The known id most like it.
        nearest: Option<String>,
        /// All known ids.
        known: String,
    },
    /// A selection names no instance of its candidate.
    #[error("candidate `{id}` has no instance `{label}`{}; known are: {known}", hint(nearest.as_deref()))]
    UnknownLabel {
        /// The candidate.
        id: String,
        /// What was asked for.
        label: String,
        /// `id/label` most like it.
        nearest: Option<String>,
        /// All labels of the candidate.
        known: String,
    },
}

fn hint(nearest: Option<&str>) -> String {
    nearest
        .map(|name| format!(" (did you mean `{name}`?)"))
        .unwrap_or_default()
}

fn list(diagnostics: &[Diagnostic]) -> String {
    diagnostics
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n\n")
}
