//! Reading the files of a dataset one by one, each with its digest.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use assay_evidence::{
    Build, FileKind, ProfileRecord, Store, TimingRecord, json, parse, sha256_hex,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::Error;

/// A file that was read.
pub(crate) struct ReadFile<T> {
    /// Path relative to the folder of the evidence.
    pub(crate) name: String,
    pub(crate) sha256: String,
    pub(crate) content: Result<T, assay_evidence::Error>,
    /// First line that is not as this version writes it; looked for only when asked.
    pub(crate) other_form: Option<usize>,
    /// A path of the machine it was made on; looked for only when asked.
    pub(crate) local_path: Option<String>,
}

/// What to look for in every file beside its content.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LookFor {
    pub(crate) other_form: bool,
    pub(crate) local_paths: bool,
}

/// Files of one candidate, sorted.
#[derive(Debug, Clone, Default)]
pub(crate) struct CandidateFiles {
    pub(crate) records: Vec<String>,
    pub(crate) profiles: Vec<String>,
    pub(crate) memories: Vec<String>,
    pub(crate) logs: Vec<String>,
}

/// Evidence files by candidate, candidates with build entries among them even without a file; and all other files.
pub(crate) fn by_candidate(
    files: &[(String, FileKind)],
    build: &Build,
) -> BTreeMap<String, CandidateFiles> {
    let mut candidates: BTreeMap<String, CandidateFiles> = build
        .instances
        .iter()
        .map(|entry| (entry.candidate.clone(), CandidateFiles::default()))
        .collect();
    for (name, kind) in files {
        let Some(id) = name.split('/').nth(1) else {
            continue;
        };
        let mut put = |list: fn(&mut CandidateFiles) -> &mut Vec<String>| {
            list(candidates.entry(id.to_owned()).or_default()).push(name.clone());
        };
        match kind {
            FileKind::Record => put(|files| &mut files.records),
            FileKind::Profile => put(|files| &mut files.profiles),
            FileKind::Memory => put(|files| &mut files.memories),
            FileKind::KatLog => put(|files| &mut files.logs),
            _ => {}
        }
    }
    candidates
}

/// Reads a JSON file of evidence. What is wrong with its content is part of the result.
///
/// # Errors
/// When the file cannot be read at all.
pub(crate) fn read_json<T: Serialize + DeserializeOwned>(
    store: &Store,
    name: &str,
    look_for: LookFor,
) -> Result<ReadFile<T>, Error> {
    let path = store.folder().join(name);
    let bytes = read(&path)?;
    let content: Result<T, _> = parse(&path, &bytes);
    let other_form = match &content {
        Ok(content) if look_for.other_form => {
            let own = json::to_bytes(content).unwrap_or_default();
            first_differing_line(&bytes, &own)
        }
        _ => None,
    };
    Ok(ReadFile {
        name: name.to_owned(),
        sha256: sha256_hex(&bytes),
        content,
        other_form,
        local_path: local_path(&bytes, look_for),
    })
}

/// Reads a text.
///
/// # Errors
/// When the file cannot be read.
pub(crate) fn read_text(
    store: &Store,
    name: &str,
    look_for: LookFor,
) -> Result<ReadFile<String>, Error> {
    let bytes = read(&store.folder().join(name))?;
    Ok(ReadFile {
        name: name.to_owned(),
        sha256: sha256_hex(&bytes),
        content: Ok(String::from_utf8_lossy(&bytes).into_owned()),
        other_form: None,
        local_path: local_path(&bytes, look_for),
    })
}

pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(|source| Error::Files {
        what: "read",
        path: path.to_owned(),
        source,
    })
}

/// Records and profiles of a candidate as the pages of all candidates need them: without the raw data, which are most
/// of a record and on no page but the candidate's own. How each process went stays: it tells of disturbance and failure.
pub(crate) fn without_raw_data(records: &mut [TimingRecord], profiles: &mut [ProfileRecord]) {
    for record in records {
        for process in &mut record.head.processes {
            process.meta = serde_json::Map::new();
            process.sample = None;
            process.command = Vec::new();
            if process.status == "complete" {
                process.stderr = None;
            }
        }
        record.head.load_average_start = Vec::new();
        record.head.load_average_end = Vec::new();
        if let Some(results) = &mut record.results {
            results.trials = Vec::new();
        }
    }
    for profile in profiles {
        profile.profile.calls = Vec::new();
        // Which clock the shares were measured with is on the page about the method.
        let clock = ["tick_source", "tick_hz"];
        profile
            .meta
            .retain(|name, _| clock.contains(&name.as_str()));
    }
}

/// Number of the first line that differs, from 1; `None` for equal bytes.
pub(crate) fn first_differing_line(one: &[u8], other: &[u8]) -> Option<usize> {
    if one == other {
        return None;
    }
    let same = one
        .iter()
        .zip(other)
        .take_while(|(one, other)| one == other);
    Some(same.filter(|(byte, _)| **byte == b'\n').count() + 1)
}

/// Folders of which a published file names none: they are those of one machine.
const LOCAL_FOLDERS: [&str; 4] = ["/home/", "/tmp/", "/root/", "/Users/"];

fn local_path(bytes: &[u8], look_for: LookFor) -> Option<String> {
    if !look_for.local_paths {
        return None;
    }
    let mut at = 0;
    while let Some(offset) = bytes[at..].iter().position(|byte| *byte == b'/') {
        let position = at + offset;
        // `/a/home/` and `./tmp/` are relative to something else; `-I/home/` is not.
        let word = |at: usize| {
            let byte = position.checked_sub(at).map(|place| bytes[place]);
            byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'.')
        };
        let option = position >= 2 && bytes[position - 2] == b'-' && !word(3);
        let inside = word(1) && !option;
        let rest = &bytes[position..];
        if !inside
            && LOCAL_FOLDERS
                .iter()
                .any(|folder| rest.starts_with(folder.as_bytes()))
        {
            let end = rest
                .iter()
                .position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'"' | b'\''))
                .unwrap_or(rest.len())
                .min(120);
            return Some(String::from_utf8_lossy(&rest[..end]).into_owned());
        }
        at = position + 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_one_machine_are_told_from_others() {
        let look_for = LookFor {
            local_paths: true,
            ..LookFor::default()
        };
        let found = |text: &str| local_path(text.as_bytes(), look_for);
        assert_eq!(
            found("\"-I/home/me/src\", 1"),
            Some("/home/me/src".to_owned())
        );
        assert_eq!(found("/tmp/x y"), Some("/tmp/x".to_owned()));
        for harmless in [
            "a/tmp/b",
            "./home/x",
            "/homes/x",
            "/usr/tmp/",
            "/dev/urandom",
        ] {
            assert_eq!(found(harmless), None, "{harmless}");
        }
        assert_eq!(local_path(b"/tmp/x", LookFor::default()), None);
    }

    #[test]
    fn lines_count_from_one() {
        assert_eq!(first_differing_line(b"a\nb\n", b"a\nc\n"), Some(2));
        assert_eq!(first_differing_line(b"a\n", b"a\n"), None);
        assert_eq!(first_differing_line(b"a\n", b"a\nb"), Some(2));
    }
}
