//! From patterns in a manifest to files inside one folder.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use glob::{MatchOptions, Pattern};

use crate::implementation::Origin;

/// Folder of an independent implementation that holds its test programs; never part of the library.
const TESTS: &str = "tests";

const MATCHING: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: true,
};

/// Why a path cannot stand in a manifest; `None` means it can.
pub(crate) fn path_problem(path: &str) -> Option<&'static str> {
    let parsed = Path::new(path);
    if path.is_empty() {
        Some("is empty")
    } else if path.contains(['\0', '\n', '\r']) {
        Some("holds a control character")
    } else if parsed.is_absolute() {
        Some("is absolute")
    } else if parsed.components().any(|part| part == Component::ParentDir) {
        Some("leaves the folder through `..`")
    } else {
        None
    }
}

/// The files of one implementation's folder.
pub(crate) struct Files {
    root: PathBuf,
    /// Relative paths, sorted.
    files: Vec<PathBuf>,
}

impl Files {
    /// Lists the files below `root`. Symbolic links to folders are not followed.
    pub(crate) fn list(root: &Path, origin: Origin) -> std::io::Result<Self> {
        let mut files = Vec::new();
        let mut pending = vec![PathBuf::new()];
        while let Some(folder) = pending.pop() {
            for entry in fs_err::read_dir(root.join(&folder))? {
                let entry = entry?;
                let relative = folder.join(entry.file_name());
                if origin == Origin::Independent && relative == Path::new(TESTS) {
                    continue;
                }
                if entry.file_type()?.is_dir() {
                    pending.push(relative);
                } else if entry.path().is_file() {
                    files.push(relative);
                }
            }
        }
        files.sort();
        Ok(Self {
            root: root.to_owned(),
            files,
        })
    }

    /// Relative paths that a file name or glob stands for, sorted.
    pub(crate) fn matching(&self, pattern: &str) -> Result<BTreeSet<&Path>, String> {
        let literal: PathBuf = Path::new(pattern)
            .components()
            .filter(|part| !matches!(part, Component::CurDir))
            .collect();
        if let Some(file) = self.files.iter().find(|file| **file == literal) {
            return Ok(BTreeSet::from([file.as_path()]));
        }
        if !pattern.contains(['*', '?', '[']) {
            return Err(format!("missing file `{pattern}`"));
        }
        let glob = Pattern::new(pattern.strip_prefix("./").unwrap_or(pattern))
            .map_err(|error| format!("invalid glob `{pattern}`: {}", error.msg))?;
        let found: BTreeSet<&Path> = self
            .files
            .iter()
            .map(PathBuf::as_path)
            .filter(|file| {
                file.to_str()
                    .is_some_and(|text| glob.matches_with(text, MATCHING))
            })
            .collect();
        if found.is_empty() {
            Err(format!("glob `{pattern}` matches no file"))
        } else {
            Ok(found)
        }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Relative paths of all files that are valid UTF-8.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.iter().filter_map(|file| file.to_str())
    }

    /// Whether a file or folder, symbolic links resolved, lies inside the implementation's folder.
    pub(crate) fn confines(&self, path: &Path) -> bool {
        match (self.root.canonicalize(), path.canonicalize()) {
            (Ok(root), Ok(path)) => path.starts_with(root),
            _ => false,
        }
    }
}
