//! Names of members: from the bytes in an archive to a path below a folder.

use std::borrow::Cow;

use crate::error::Refusal;

/// Bytes a part of a path may have on common file systems.
const LONGEST_PART: usize = 255;
/// Bytes a whole path may have, the repository's own path not counted.
const LONGEST_PATH: usize = 3000;

/// The text of a name. Zip files name no encoding unless a flag says UTF-8; without it, packages from Chinese systems
/// hold GBK.
#[must_use]
pub fn decode(raw: &[u8]) -> String {
    if let Ok(text) = std::str::from_utf8(raw) {
        return text.to_owned();
    }
    // GB 18030 contains GBK.
    match encoding_rs::GB18030.decode_without_bom_handling_and_without_replacement(raw) {
        Some(text) => text.into_owned(),
        None => encoding_rs::mem::decode_latin1(raw).into_owned(),
    }
}

/// The path of a member below the folder it is unpacked to, with `/` between its parts, or why it has none.
///
/// Windows separators count as separators; `.` and empty parts are dropped. The path of the archive's own root is empty.
///
/// # Errors
/// When the path is absolute, leaves the folder, or cannot be a file name.
pub fn safe_path(name: &str) -> Result<String, Refusal> {
    let name: Cow<'_, str> = if name.contains('\\') {
        name.replace('\\', "/").into()
    } else {
        name.into()
    };
    let drive = name.as_bytes();
    if name.starts_with('/')
        || (drive.len() >= 2 && drive[0].is_ascii_alphabetic() && drive[1] == b':')
    {
        return Err(Refusal::Absolute);
    }
    let mut path = String::with_capacity(name.len());
    for part in name.split('/') {
        match part {
            "" | "." => continue,
            ".." => return Err(Refusal::Climbs),
            _ => {}
        }
        if part.len() > LONGEST_PART || part.chars().any(char::is_control) {
            return Err(Refusal::Name);
        }
        if !path.is_empty() {
            path.push('/');
        }
        path.push_str(part);
    }
    if path.len() > LONGEST_PATH {
        return Err(Refusal::Name);
    }
    Ok(path)
}

/// A name that is safe to print.
#[must_use]
pub(crate) fn shown(name: &str) -> String {
    name.chars()
        .map(|letter| if letter.is_control() { '?' } else { letter })
        .collect()
}
