//! Inputs that are kept as files.

use std::fs;
use std::path::Path;

/// Every file of a folder in the order of names: name and bytes.
///
/// # Panics
/// When there is none: a test without inputs would prove nothing.
pub fn inputs_of(folder: impl AsRef<Path>) -> Vec<(String, Vec<u8>)> {
    let folder = folder.as_ref();
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut inputs: Vec<(String, Vec<u8>)> = entries
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            Some((name, fs::read(entry.path()).ok()?))
        })
        .collect();
    inputs.sort();
    assert!(!inputs.is_empty(), "{} is empty", folder.display());
    inputs
}
