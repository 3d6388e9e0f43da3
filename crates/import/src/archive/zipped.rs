//! Zip files.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use zip::result::ZipError;
use zip::{SUPPORTED_COMPRESSION_METHODS, ZipArchive};

use super::{Member, MemberKind, Sink, damaged};
use crate::error::Error;
use crate::name;

pub(super) fn is_zip(file: &File) -> bool {
    ZipArchive::new(BufReader::new(file)).is_ok()
}

pub(super) fn members(path: &Path) -> Result<Vec<Member>, Error> {
    let mut archive = open(path)?;
    let mut members = Vec::with_capacity(archive.len());
    for index in 0..archive.len() {
        let file = archive
            .by_index_raw(index)
            .map_err(|error| damaged(path, error))?;
        let kind = match file.unix_mode().map(|mode| mode & 0o170_000) {
            Some(0o120_000) => MemberKind::Link,
            Some(0o010_000 | 0o020_000 | 0o060_000 | 0o140_000) => MemberKind::Special,
            _ if file.name_raw().ends_with(b"/") || file.name_raw().ends_with(b"\\") => {
                MemberKind::Folder
            }
            _ => MemberKind::File,
        };
        members.push(Member {
            name: name::decode(file.name_raw()),
            kind,
            bytes: file.size(),
            packed: Some(file.compressed_size()),
            encrypted: file.encrypted(),
        });
    }
    Ok(members)
}

pub(super) fn read(path: &Path, wanted: &[usize], sink: &mut Sink<'_>) -> Result<(), Error> {
    let mut archive = open(path)?;
    for &index in wanted {
        let name = match archive.name_for_index(index) {
            Some(Ok(name)) => name::shown(&name),
            _ => format!("member {index}"),
        };
        let method = |reason: String| Error::Method {
            path: path.to_owned(),
            reason: format!("`{name}`: {reason}"),
        };
        let mut file = archive.by_index(index).map_err(|error| match error {
            ZipError::UnsupportedArchive(reason) => method(reason.to_owned()),
            error => damaged(path, format!("`{name}`: {error}")),
        })?;
        let packing = file.compression();
        if !SUPPORTED_COMPRESSION_METHODS.contains(&packing) {
            return Err(method(format!(
                "it is packed by {packing:?}, which is not read"
            )));
        }
        sink(index, &mut file)?;
    }
    Ok(())
}

/// How many members of a zip file have the name of a later one, which is the one that counts.
pub(crate) fn duplicates(path: &Path) -> u64 {
    let listed = || -> std::io::Result<Option<u64>> {
        let mut file = File::open(path)?;
        let length = file.seek(SeekFrom::End(0))?;
        let tail = length.min(66_000);
        file.seek(SeekFrom::Start(length - tail))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let end = bytes.windows(4).rposition(|four| four == b"PK\x05\x06");
        Ok(end
            .and_then(|end| bytes.get(end + 10..end + 12))
            .map(|count| u64::from(u16::from_le_bytes([count[0], count[1]])))
            // A larger archive keeps its number elsewhere.
            .filter(|count| *count != 0xffff))
    };
    let kept = open(path).map_or(0, |archive| archive.len() as u64);
    listed()
        .ok()
        .flatten()
        .map_or(0, |listed| listed.saturating_sub(kept))
}

fn open(path: &Path) -> Result<ZipArchive<BufReader<File>>, Error> {
    let file = File::open(path).map_err(Error::io("open", path))?;
    ZipArchive::new(BufReader::with_capacity(1 << 16, file)).map_err(|error| damaged(path, error))
}
