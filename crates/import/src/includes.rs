//! Which folders the quoted includes of an instance need, found by names alone.

use std::collections::{BTreeMap, BTreeSet};

use crate::c_text;
use crate::tree::{Tree, file_name, is_below, join, parent};

/// Result of following includes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Included {
    /// Include folders in search order.
    pub(crate) folders: Vec<String>,
    /// Files that are included, by the path that includes them first.
    pub(crate) files: BTreeMap<String, String>,
    /// System headers that are included.
    pub(crate) system: BTreeSet<String>,
    /// What is wrong, in words.
    pub(crate) remarks: Vec<String>,
    /// Choices among several folders, in words.
    pub(crate) choices: Vec<String>,
}

/// What this project offers when a package lacks it.
const HELPERS: &[&str] = &["drng.h", "auxfunc.h"];

/// Follows the includes of `sources`. `first` are folders that are searched first; `folder` is the instance's.
pub(crate) fn follow(tree: &Tree, folder: &str, first: &[String], sources: &[&str]) -> Included {
    let mut included = Included {
        folders: vec![folder.to_owned()],
        ..Included::default()
    };
    for given in first {
        if !included.folders.contains(given) {
            included.folders.push(given.clone());
        }
    }
    let mut seen: BTreeSet<String> = sources.iter().map(|path| (*path).to_owned()).collect();
    let mut pending: Vec<String> = seen.iter().rev().cloned().collect();
    while let Some(file) = pending.pop() {
        for include in c_text::includes(&tree.text(&file)) {
            let Some(found) = resolve(tree, folder, &file, &include, &mut included) else {
                continue;
            };
            included
                .files
                .entry(found.clone())
                .or_insert_with(|| file.clone());
            if seen.insert(found.clone()) {
                pending.push(found);
            }
        }
    }
    included
}

fn resolve(
    tree: &Tree,
    folder: &str,
    file: &str,
    include: &c_text::Include,
    included: &mut Included,
) -> Option<String> {
    let path = &include.path;
    let remark = |included: &mut Included, text: String| {
        if !included.remarks.contains(&text) {
            included.remarks.push(text);
        }
    };
    if include.quoted {
        match join(parent(file), path) {
            Some(beside) if tree.contains(&beside) => return Some(beside),
            None => {
                remark(
                    included,
                    format!(
                        "`{file}` includes \"{path}\", which climbs out of the archive: refused"
                    ),
                );
                return None;
            }
            Some(_) => {}
        }
    }
    if path.starts_with('/') {
        remark(
            included,
            format!("`{file}` includes \"{path}\", an absolute path: refused"),
        );
        return None;
    }
    for known in &included.folders {
        if let Some(found) = join(known, path).filter(|found| tree.contains(found)) {
            return Some(found);
        }
    }
    let ending = format!("/{path}");
    let mut places: Vec<&str> = tree
        .files()
        .map(|(path, _)| path)
        .filter(|other| *other == path || other.ends_with(&ending))
        .collect();
    if !include.quoted {
        included.system.insert(path.clone());
        // A system header that a package happens to hold a copy of is the system's.
        places.retain(|other| is_below(other, folder) && !is_standard(path));
    }
    if places.is_empty() {
        if include.quoted && !HELPERS.contains(&path.as_str()) {
            included.system.insert(path.clone());
            let twin = tree.files().map(|(path, _)| path).find(|other| {
                is_below(other, folder) && file_name(other).eq_ignore_ascii_case(file_name(path))
            });
            if let Some(twin) = twin {
                remark(
                    included,
                    format!(
                        "`{file}` includes \"{path}\", but the file is called `{}`: the name differs in case",
                        file_name(twin)
                    ),
                );
            }
        }
        return None;
    }
    // The instance's own, then the one that carries its number, then the one nearest to the including file.
    let digits: Vec<String> = numbers(file_name(folder));
    places.sort_by_key(|other| {
        let near = crate::tree::common_folder([parent(file), parent(other)]);
        (
            !is_below(other, folder),
            !digits
                .iter()
                .any(|digits| numbers(parent(other)).contains(digits)),
            crate::words::processor(parent(other)).is_some(),
            std::cmp::Reverse(near.len()),
            other.len(),
        )
    });
    let found = places[0].to_owned();
    let base = found
        .strip_suffix(path.as_str())
        .unwrap_or_default()
        .trim_end_matches('/')
        .to_owned();
    if places.len() > 1 {
        let others: Vec<&str> = places[1..].iter().copied().take(3).collect();
        included.choices.push(format!(
            "\"{path}\" of `{}` is taken from `{base}`, not {}",
            file_name(file),
            others.join(", ")
        ));
    }
    included.folders.push(base);
    Some(found)
}

/// Headers of C and of POSIX, which no package replaces.
fn is_standard(path: &str) -> bool {
    const STANDARD: &[&str] = &[
        "assert.h",
        "ctype.h",
        "errno.h",
        "fcntl.h",
        "float.h",
        "immintrin.h",
        "inttypes.h",
        "limits.h",
        "math.h",
        "stdarg.h",
        "stdbool.h",
        "stddef.h",
        "stdint.h",
        "stdio.h",
        "stdlib.h",
        "string.h",
        "time.h",
        "unistd.h",
    ];
    STANDARD.contains(&path)
        || path.starts_with("sys/")
        || path.starts_with("openssl/")
        || path == "gmp.h"
}

/// The numbers in a name.
pub(crate) fn numbers(name: &str) -> Vec<String> {
    name.split(|letter: char| !letter.is_ascii_digit())
        .filter(|digits| !digits.is_empty())
        .map(str::to_owned)
        .collect()
}
