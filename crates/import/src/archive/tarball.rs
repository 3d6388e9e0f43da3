//! Tar streams.

use std::io::Read;
use std::path::Path;

use tar::EntryType;

use super::{Member, MemberKind, Sink, damaged};
use crate::error::Error;
use crate::name;

pub(super) fn members(path: &Path, stream: impl Read) -> Result<Vec<Member>, Error> {
    let mut archive = tar::Archive::new(stream);
    let mut members = Vec::new();
    for entry in archive.entries().map_err(|error| damaged(path, error))? {
        let entry = entry.map_err(|error| damaged(path, error))?;
        let kind = match entry.header().entry_type() {
            EntryType::Regular | EntryType::Continuous => MemberKind::File,
            EntryType::Directory => MemberKind::Folder,
            EntryType::Symlink | EntryType::Link => MemberKind::Link,
            _ => MemberKind::Special,
        };
        members.push(Member {
            name: name::decode(&entry.path_bytes()),
            kind,
            bytes: entry.size(),
            packed: None,
            encrypted: false,
        });
    }
    Ok(members)
}

pub(super) fn read(
    path: &Path,
    stream: impl Read,
    wanted: &[usize],
    sink: &mut Sink<'_>,
) -> Result<(), Error> {
    let mut archive = tar::Archive::new(stream);
    let mut wanted = wanted.iter().copied().peekable();
    for (index, entry) in archive
        .entries()
        .map_err(|error| damaged(path, error))?
        .enumerate()
    {
        let mut entry = entry.map_err(|error| damaged(path, error))?;
        if wanted.peek() == Some(&index) {
            wanted.next();
            sink(index, &mut entry)?;
        }
        if wanted.peek().is_none() {
            break;
        }
    }
    Ok(())
}
