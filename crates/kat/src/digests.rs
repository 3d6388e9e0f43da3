//! The expected digests of a candidate: `kat/<id>/kat.sha256`.
//!
//! One line per reference file: 64 hexadecimal digits, a blank, `strict` or `nolen`, optionally a
//! colon and a number of records, a blank, and `<label>/<file name>` up to the end of the line.
//! Blanks around a line and a byte order mark before the first do not count.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use crate::canonical::{Canonical, Canonicaliser, Mode};

/// The expected digests of a candidate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Digests {
    path: PathBuf,
    entries: Vec<Entry>,
}

/// One expected digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// SHA-256 of the canonical form, 64 lower-case digits.
    pub sha256: String,
    /// Which lines count.
    pub mode: Mode,
    /// The digest covers exactly that many records, if given.
    pub records: Option<u64>,
    /// The instance.
    pub label: String,
    /// Name of the reference file.
    pub file: String,
    /// Line of `kat.sha256`, from 1.
    pub line: usize,
}

impl fmt::Display for Entry {
    /// The line itself, as it stands in a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            sha256,
            mode,
            records,
            label,
            file,
            ..
        } = self;
        write!(f, "{sha256} {}", mode.word())?;
        if let Some(records) = records {
            write!(f, ":{records}")?;
        }
        write!(f, " {label}/{file}")
    }
}

/// What a file of digests has for one known-answer text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'d> {
    /// The line of the instance itself.
    Own(&'d Entry),
    /// The line of another instance of the candidate, whose reference has the same file name.
    Sibling(&'d Entry),
    /// The file name alone fits, under a label that is none of the candidate's. It vouches for nothing.
    Stranger(&'d Entry),
    /// No line has the file name.
    Nothing,
}

/// Why the expected digests could not be had.
#[derive(Debug, thiserror::Error)]
pub enum DigestsError {
    /// The file cannot be read.
    #[error("failed to read the expected digests {path}: {}", reason(source))]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A line does not have the form it must have.
    #[error(
        "{path}:{line}: {problem}; a line is `<64 hexadecimal digits> strict|nolen[:records] <label>/<file>`"
    )]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// A file name alone fits several lines that disagree.
    #[error(
        "{path}: {file} stands on lines {first} and {second} with different digests, and neither is for {label}; add a line for {label}/{file}"
    )]
    Ambiguous {
        /// The file of digests.
        path: PathBuf,
        /// The reference file looked up.
        file: String,
        /// The instance looked up.
        label: String,
        /// One line.
        first: usize,
        /// Another line.
        second: usize,
    },
}

impl Digests {
    /// Reads a file; `None` when there is none.
    ///
    /// # Errors
    /// When the file cannot be read, or a line is malformed.
    pub fn load(path: &Path) -> Result<Option<Self>, DigestsError> {
        match fs::read_to_string(path) {
            Ok(text) => Self::parse(&text, path).map(Some),
            Err(source) if source.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(DigestsError::Read {
                path: path.to_owned(),
                source,
            }),
        }
    }

    /// Reads the text of a file; `path` is for messages only.
    ///
    /// # Errors
    /// When a line is malformed, or two lines are for the same label and file.
    pub fn parse(text: &str, path: &Path) -> Result<Self, DigestsError> {
        let mut entries: Vec<Entry> = Vec::new();
        // Editors of other systems put a byte order mark in front.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (index, line) in text.lines().map(str::trim).enumerate() {
            let error = |problem: String| DigestsError::Line {
                path: path.to_owned(),
                line: index + 1,
                problem,
            };
            if line.is_empty() {
                continue;
            }
            let entry = parse_line(line, index + 1).map_err(error)?;
            let same = |other: &&Entry| other.label == entry.label && other.file == entry.file;
            if let Some(other) = entries.iter().find(same) {
                let (label, file) = (&entry.label, &entry.file);
                return Err(error(format!(
                    "{label}/{file} already stands on line {}",
                    other.line
                )));
            }
            entries.push(entry);
        }
        Ok(Self {
            path: path.to_owned(),
            entries,
        })
    }

    /// Every entry, in the order of the file.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What there is for a file of an instance: its own line, else one of that file name whose label is among `labels`,
    /// those of the candidate's instances.
    ///
    /// # Errors
    /// When only other instances have the file name, and their lines disagree.
    pub fn lookup(
        &self,
        label: &str,
        file: &str,
        labels: &[&str],
    ) -> Result<Found<'_>, DigestsError> {
        let same_file = || self.entries.iter().filter(|entry| entry.file == file);
        if let Some(entry) = same_file().find(|entry| entry.label == label) {
            return Ok(Found::Own(entry));
        }
        let mut siblings = same_file().filter(|entry| labels.contains(&entry.label.as_str()));
        let Some(first) = siblings.next() else {
            return Ok(same_file().next().map_or(Found::Nothing, Found::Stranger));
        };
        let expects = |entry: &Entry| (entry.sha256.clone(), entry.mode, entry.records);
        match siblings.find(|other| expects(other) != expects(first)) {
            None => Ok(Found::Sibling(first)),
            Some(second) => Err(DigestsError::Ambiguous {
                path: self.path.clone(),
                file: file.to_owned(),
                label: label.to_owned(),
                first: first.line,
                second: second.line,
            }),
        }
    }
}

/// What the system said, with what to do where that is known.
fn reason(source: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match source.kind() {
        ErrorKind::IsADirectory => {
            "it is a folder; it must be a text file with a line per instance, so move the folder away".to_owned()
        }
        ErrorKind::NotADirectory => {
            format!("{source}; a file stands where a folder must be, so move it away")
        }
        ErrorKind::InvalidData => "it is no UTF-8 text; save it as UTF-8".to_owned(),
        ErrorKind::PermissionDenied => format!("{source}; make it readable"),
        _ => source.to_string(),
    }
}

/// The line of a manifest for a full reference text, which is read in pieces: `<digest> <mode>[:<records>] <label>/<file>`.
///
/// A text with other than `whole` records says how many count; of a longer one the first `whole` do. Files of hash
/// functions count none, so `whole` is `None` for them. `None` when the text holds nothing.
///
/// # Errors
/// When the text cannot be read.
pub fn line_of(
    text: &Path,
    label: &str,
    file: &str,
    whole: Option<u64>,
) -> std::io::Result<Option<String>> {
    let digest = |mode, limit| -> std::io::Result<Canonical> {
        let mut canonicaliser = Canonicaliser::new(mode, limit);
        std::io::copy(&mut fs::File::open(text)?, &mut canonicaliser)?;
        Ok(canonicaliser.finish())
    };
    let mut mode = Mode::Strict;
    let mut found = digest(mode, whole)?;
    if found.lines == 0 || (whole.is_some() && found.records == 0) {
        return Ok(None);
    }
    if found.blank_lengths {
        mode = Mode::NoLen;
        found = digest(mode, whole)?;
    }
    let records = match whole {
        Some(whole) if found.records != whole => Some(found.records),
        Some(whole) if digest(mode, None)?.records != whole => Some(whole),
        _ => None,
    };
    Ok(Some(
        Entry {
            sha256: found.sha256,
            mode,
            records,
            label: label.to_owned(),
            file: file.to_owned(),
            line: 0,
        }
        .to_string(),
    ))
}

fn parse_line(text: &str, line: usize) -> Result<Entry, String> {
    let mut parts = text.splitn(3, ' ');
    let digest = parts.next().unwrap_or_default();
    let hexadecimal = digest
        .bytes()
        .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    if digest.len() != 64 || !hexadecimal {
        return Err(format!(
            "{digest:?} is not a digest of 64 lower-case hexadecimal digits"
        ));
    }
    let mode_and_records = parts.next().ok_or("the mode is missing")?;
    let (mode, records) = match mode_and_records.split_once(':') {
        None => (mode_and_records, None),
        Some((mode, records)) => {
            let count = records.parse().ok().filter(|&count: &u64| count > 0);
            let count = count.ok_or_else(|| format!("{records:?} is not a number of records"))?;
            (mode, Some(count))
        }
    };
    let mode = match mode {
        "strict" => Mode::Strict,
        "nolen" => Mode::NoLen,
        other => return Err(format!("{other:?} is no mode")),
    };
    let name = parts.next().ok_or("label and file name are missing")?;
    let (label, file) = name
        .split_once('/')
        .ok_or_else(|| format!("{name:?} has no label in front of a slash"))?;
    if label.is_empty() || file.is_empty() {
        return Err(format!("{name:?} lacks a label or a file name"));
    }
    Ok(Entry {
        sha256: digest.to_owned(),
        mode,
        records,
        label: label.to_owned(),
        file: file.to_owned(),
        line,
    })
}
