//! Which file of a dataset is what.

use std::fs;
use std::io;
use std::path::Path;

use crate::digests::DIGESTS_FILE_NAME;
use crate::error::Error;
use crate::store::{Store, UNFINISHED};

/// Kind of a file in the folder of a dataset or run, told by its path alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// `campaign.json`.
    Campaign,
    /// `build.json`.
    Build,
    /// `records/<candidate>/<label>__<operation>.json`.
    Record,
    /// `profile/<candidate>/<label>__<operation>.json`.
    Profile,
    /// `memory/<candidate>/<label>__<operation>.json`.
    Memory,
    /// `kat/<candidate>/<label>.log`.
    KatLog,
    /// `katcheck/*.log`: tests of single records in published data, named by no other file.
    KatCheck,
    /// `digests.json`.
    Digests,
    /// What a campaign needs to go on: `calibrate/`, `raw/`, `logs/`, its lock. Never published.
    Working,
    /// Anything else; it belongs in no dataset.
    Stray,
}

impl FileKind {
    /// The kind of a path relative to the folder, with `/` between its parts.
    #[must_use]
    pub fn of(name: &str) -> FileKind {
        let parts: Vec<&str> = name.split('/').collect();
        match parts.as_slice() {
            ["campaign.json"] => FileKind::Campaign,
            ["build.json"] => FileKind::Build,
            [DIGESTS_FILE_NAME] => FileKind::Digests,
            [".campaign.lock"] | ["calibrate" | "raw" | "logs", _, ..] => FileKind::Working,
            // Left by a write that was cut off before it was complete.
            [.., last] if last.starts_with(UNFINISHED) => FileKind::Working,
            ["records", _, file] if file.ends_with(".json") => FileKind::Record,
            ["profile", _, file] if file.ends_with(".json") => FileKind::Profile,
            ["memory", _, file] if file.ends_with(".json") => FileKind::Memory,
            ["kat", _, file] if file.ends_with(".log") => FileKind::KatLog,
            ["katcheck", file] if file.ends_with(".log") => FileKind::KatCheck,
            _ => FileKind::Stray,
        }
    }

    /// Whether files of this kind are evidence, which is published and has its digest stored.
    #[must_use]
    pub fn is_evidence(self) -> bool {
        !matches!(
            self,
            FileKind::Digests | FileKind::Working | FileKind::Stray
        )
    }
}

/// Every file below a folder: its path relative to the folder, sorted. Empty when there is no such folder.
///
/// # Errors
/// When a folder cannot be read.
pub fn files_below(folder: &Path) -> Result<Vec<String>, Error> {
    let mut names = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(prefix) = folders.pop() {
        let path = folder.join(&prefix);
        let entries = match fs::read_dir(&path) {
            Ok(entries) => entries,
            Err(source) if source.kind() == io::ErrorKind::NotFound && prefix.is_empty() => break,
            Err(source) => return Err(Error::read(&path, source)),
        };
        for entry in entries {
            let entry = entry.map_err(|source| Error::read(&path, source))?;
            let name = entry.file_name();
            let name = if prefix.is_empty() {
                name.to_string_lossy().into_owned()
            } else {
                format!("{prefix}/{}", name.to_string_lossy())
            };
            // A link counts as a file: what it leads to is not part of the dataset.
            let kind = entry
                .file_type()
                .map_err(|source| Error::read(&path, source))?;
            if kind.is_dir() {
                folders.push(name);
            } else {
                names.push(name);
            }
        }
    }
    names.sort();
    Ok(names)
}

impl Store {
    /// Every file of the folder with its kind, sorted by path.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn files(&self) -> Result<Vec<(String, FileKind)>, Error> {
        let names = files_below(self.folder())?;
        let with_kind = |name: String| {
            let kind = FileKind::of(&name);
            (name, kind)
        };
        Ok(names.into_iter().map(with_kind).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_tells_the_kind() {
        for (name, kind) in [
            ("campaign.json", FileKind::Campaign),
            ("build.json", FileKind::Build),
            ("digests.json", FileKind::Digests),
            ("records/kem-24/a__enc.json", FileKind::Record),
            ("profile/kem-24/a__enc.json", FileKind::Profile),
            ("memory/kem-24/a__enc.json", FileKind::Memory),
            ("kat/kem-24/a.log", FileKind::KatLog),
            ("katcheck/a.log", FileKind::KatCheck),
            ("raw/kem-24/a__enc__0.json", FileKind::Working),
            ("calibrate/kem-24/a__enc.json", FileKind::Working),
            (".campaign.lock", FileKind::Working),
            ("records/kem-24/.writing-x", FileKind::Working),
            ("records/a__enc.json", FileKind::Stray),
            ("records/kem-24/a__enc.txt", FileKind::Stray),
            ("more/build.json", FileKind::Stray),
            ("logs", FileKind::Stray),
            ("README.md", FileKind::Stray),
        ] {
            assert_eq!(FileKind::of(name), kind, "{name}");
        }
    }
}
