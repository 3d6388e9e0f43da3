//! Full known-answer texts: where they are, and the digest manifest made from them.

use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use assay_kat::digests::{Digests, line_of};
use assay_kat::hash::HashFile;
use assay_kat::judge::Generated;
use assay_kat::{Form, RECORDS, write_records};
use assay_manifest::{Candidate, Function, Instance};

use crate::error::Error;
use crate::workbench::Repository;

/// Where a known-answer text of an instance is in a folder: in the manifest's `kat-folder`, in a folder of the
/// label, in the folder itself, else anywhere below it, in a folder of the label before others.
#[must_use]
pub fn vectors_in(folder: &Path, instance: &Instance, file: &str) -> Option<PathBuf> {
    let label = instance.label.as_str();
    let named = instance
        .kat_folder
        .iter()
        .map(|inside| folder.join(inside).join(file));
    named
        .chain([folder.join(label).join(file), folder.join(file)])
        .find(|path| path.is_file())
        .or_else(|| {
            let mut found = Vec::new();
            search(folder, file, &mut found);
            found.sort_by_key(|path| {
                let inside = path.strip_prefix(folder).unwrap_or(path);
                let of_label = inside.components().any(|part| part.as_os_str() == label);
                (!of_label, inside.components().count(), path.clone())
            });
            found.into_iter().next()
        })
}

fn search(folder: &Path, file: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        // Links are not followed.
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => search(&entry.path(), file, found),
            Ok(kind) if kind.is_file() && entry.file_name() == file => found.push(entry.path()),
            _ => {}
        }
    }
}

/// What became of a digest manifest.
#[derive(Clone, Debug)]
pub struct Written {
    /// The manifest.
    pub path: PathBuf,
    /// Lines made from texts.
    pub lines: Vec<String>,
    /// `LABEL/FILE` that no text was found for; lines that were there for them are kept.
    pub missing: Vec<String>,
}

/// Writes `kat/<id>/kat.sha256` from the texts of `instances` in `folder`, by default those of the imported submission. Lines
/// of other instances stay.
///
/// # Errors
/// When a text cannot be read or the manifest cannot be written.
pub fn write_manifest(
    repository: &Repository,
    candidate: &Candidate,
    instances: &[&Instance],
    folder: Option<&Path>,
) -> Result<Written, Error> {
    let own = candidate.submission_folder();
    let folder = folder.unwrap_or(&own);
    let path = repository.digests_path(&candidate.id);
    let (mut lines, mut missing) = (Vec::new(), Vec::new());
    for instance in instances {
        for (file, required) in files(candidate.function, instance) {
            let line = match vectors_in(folder, instance, &file) {
                Some(text) => {
                    let whole = (candidate.function != Function::Hash).then_some(RECORDS);
                    line_of(&text, &instance.label, &file, whole)
                        .map_err(|source| Error::Vectors { path: text, source })?
                }
                None => None,
            };
            match line {
                Some(line) => lines.push(line),
                None if required => missing.push(format!("{}/{file}", instance.label)),
                None => {}
            }
        }
    }
    let mut all = lines.clone();
    if let Some(old) = Digests::load(&path)? {
        let made = |label: &str, file: &str| {
            let name = format!(" {label}/{file}");
            lines.iter().any(|line| line.ends_with(&name))
        };
        all.extend(
            old.entries()
                .iter()
                .filter(|entry| !made(&entry.label, &entry.file))
                .map(ToString::to_string),
        );
    }
    all.sort_by_key(|line| line.splitn(3, ' ').nth(2).map(str::to_owned));
    if !lines.is_empty() {
        write(&path, &(all.join("\n") + "\n")).map_err(|source| Error::Vectors {
            path: path.clone(),
            source,
        })?;
    }
    Ok(Written {
        path,
        lines,
        missing,
    })
}

/// Writes a generated text to `<folder>/<id>/<label>/<file>`.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn save(
    folder: &Path,
    candidate: &Candidate,
    instance: &Instance,
    generated: &Generated,
) -> Result<(), Error> {
    let path = saved_path(folder, candidate, instance, &generated.name);
    let write = || -> std::io::Result<()> {
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        let mut file = BufWriter::new(std::fs::File::create(&path)?);
        write_records(&generated.records, Form::Filled, &mut file)?;
        file.flush()
    };
    write().map_err(|source| Error::Write {
        path: path.clone(),
        source,
    })
}

/// Where a generated text is saved: `<folder>/<id>/<label>/<file>`.
#[must_use]
pub fn saved_path(
    folder: &Path,
    candidate: &Candidate,
    instance: &Instance,
    file: &str,
) -> PathBuf {
    folder.join(&candidate.id).join(&instance.label).join(file)
}

/// Names of the known-answer files of an instance, and whether each must be there.
pub(crate) fn files(function: Function, instance: &Instance) -> Vec<(String, bool)> {
    let first = &instance.kat_file;
    if function != Function::Hash {
        return vec![(first.clone(), true)];
    }
    [
        HashFile::Short,
        HashFile::Long,
        HashFile::Huge,
        HashFile::Loop,
    ]
    .into_iter()
    .map(|file| {
        let name = first.replacen(HashFile::Short.stem(), file.stem(), 1);
        (name, matches!(file, HashFile::Short | HashFile::Long))
    })
    .collect()
}

/// Whole or not at all.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let parent = path.parent().unwrap_or(path);
    std::fs::create_dir_all(parent)?;
    let draft = path.with_extension(format!("{}.tmp", std::process::id()));
    std::fs::write(&draft, text)?;
    std::fs::rename(&draft, path).inspect_err(|_| {
        let _ = std::fs::remove_file(&draft);
    })
}
