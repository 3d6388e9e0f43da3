//! Unpacking what is needed, and nothing else.

use std::collections::BTreeMap;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::archive::{Archive, Member, MemberKind, duplicates};
use crate::c_text;
use crate::class::{Class, claims_known_answers, class, is_known_answers};
use crate::error::{Error, Refusal, Refused};
use crate::name::{safe_path, shown};

/// What no submission needs more of.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Members of one archive.
    pub members: usize,
    /// Bytes of one unpacked file.
    pub file_bytes: u64,
    /// Bytes of all unpacked files.
    pub total_bytes: u64,
    /// How many times its packed size a member above a megabyte may have.
    pub expansion: u64,
    /// Archives in archives in archives.
    pub nesting: usize,
    /// Archives in the archive that are opened in search of code.
    pub archives: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            members: 200_000,
            file_bytes: 4 << 30,
            total_bytes: 16 << 30,
            expansion: crate::archive::EXPANSION,
            nesting: 3,
            archives: 100,
        }
    }
}

/// Below this many bytes an expansion is no danger.
const HARMLESS: u64 = 1 << 20;
/// Bytes of a text that are looked at before it is kept.
const HEAD: u64 = 1 << 16;

/// How the caller follows and stops an import.
#[derive(Clone, Copy)]
pub struct Control<'c> {
    /// Once true, the import ends with [`Error::Cancelled`].
    pub cancel: &'c AtomicBool,
    /// Told of bytes unpacked, and of how many there are.
    pub progress: &'c (dyn Fn(u64, u64) + Sync),
}

impl Control<'_> {
    pub(crate) fn check(&self) -> Result<(), Error> {
        if self.cancel.load(Ordering::Relaxed) {
            Err(Error::Cancelled)
        } else {
            Ok(())
        }
    }
}

/// What was unpacked, and what was not.
#[derive(Clone, Debug, Default)]
pub struct Unpacked {
    /// Members of all archives read.
    pub members: u64,
    /// Bytes written.
    pub bytes: u64,
    /// Files with their class, by path: code and known answers below `submission`, build texts below `build-text`.
    pub files: BTreeMap<String, Class>,
    /// Members that were refused although their names are those of code or texts.
    pub refused: Vec<Refused>,
    /// Links and the like that nobody would have needed.
    pub passed_over: Vec<Refused>,
    /// Texts that claim to hold known answers, in a format that is not the official one.
    pub foreign_answers: Vec<String>,
    /// Archives in the archive that were opened, because the code is in them.
    pub opened: Vec<String>,
    /// Archives in the archive that were left packed.
    pub left_packed: Vec<String>,
    /// Members whose name is that of a later one, which counts.
    pub duplicates: u64,
}

/// Folder of code and known answers below the staging folder.
pub(crate) const CODE: &str = "submission";
/// Folder of build texts below the staging folder.
pub(crate) const BUILD_TEXT: &str = "build-text";

/// Unpacks an archive below `staging`. The archives in it are opened only when no code is outside them.
pub(crate) fn unpack(
    archive: &Archive,
    staging: &Path,
    limits: &Limits,
    control: Control<'_>,
) -> Result<Unpacked, Error> {
    let mut unpacker = Unpacker {
        staging,
        limits,
        control,
        result: Unpacked::default(),
        has_interface: false,
    };
    unpacker.archive(archive, "", 0)?;
    Ok(unpacker.result)
}

struct Unpacker<'u> {
    staging: &'u Path,
    limits: &'u Limits,
    control: Control<'u>,
    result: Unpacked,
    /// Whether a source was seen that implements the interface.
    has_interface: bool,
}

impl Unpacker<'_> {
    fn archive(&mut self, archive: &Archive, prefix: &str, depth: usize) -> Result<(), Error> {
        self.control.check()?;
        let members = archive.members()?;
        self.result.members += members.len() as u64;
        if archive.format() == "zip" {
            self.result.duplicates += duplicates(archive.path());
        }
        let chosen = self.choose(archive, &members, prefix)?;
        let wanted: Vec<usize> = chosen.keys().copied().collect();
        let total: u64 = wanted
            .iter()
            .filter(|index| chosen[index].1 != Class::Archive)
            .map(|&index| members[index].bytes)
            .sum();
        if self.result.bytes + total > self.limits.total_bytes {
            return Err(Error::Limit {
                path: archive.path().to_owned(),
                reason: format!(
                    "its sources and texts are {total} bytes, more than {}",
                    self.limits.total_bytes
                ),
            });
        }
        let direct: Vec<usize> = wanted
            .iter()
            .copied()
            .filter(|index| chosen[index].1 != Class::Archive)
            .collect();
        let before = self.result.bytes;
        archive.read(&direct, &mut |index, contents| {
            let (path, class) = &chosen[&index];
            let result = self.file(path, *class, &members[index], contents);
            (self.control.progress)(self.result.bytes - before, total);
            result.map_err(|error| match error {
                Error::Hostile { refused, .. } => Error::Hostile {
                    path: archive.path().to_owned(),
                    refused,
                },
                Error::Limit { reason, .. } => Error::Limit {
                    path: archive.path().to_owned(),
                    reason,
                },
                Error::Damaged { reason, .. } => Error::Damaged {
                    path: archive.path().to_owned(),
                    reason,
                },
                other => other,
            })
        })?;
        let nested: Vec<usize> = wanted
            .into_iter()
            .filter(|index| chosen[index].1 == Class::Archive)
            .collect();
        for index in nested {
            let path = &chosen[&index].0;
            if self.has_interface && depth == 0
                || depth >= self.limits.nesting
                || self.result.opened.len() >= self.limits.archives
            {
                self.result.left_packed.push(path.clone());
            } else {
                self.nested(archive, index, path, depth)?;
            }
        }
        Ok(())
    }

    /// Opens an archive that is a member of another.
    fn nested(
        &mut self,
        archive: &Archive,
        index: usize,
        path: &str,
        depth: usize,
    ) -> Result<(), Error> {
        let mut copy = tempfile::NamedTempFile::new_in(self.staging)
            .map_err(Error::io("write in", self.staging))?;
        let most = self.limits.file_bytes;
        archive.read(&[index], &mut |_, contents| {
            let copied = std::io::copy(&mut contents.take(most), &mut copy)
                .map_err(Error::io("unpack", path))?;
            (self.control.progress)(copied, copied);
            self.control.check()
        })?;
        match Archive::open(copy.path()) {
            Ok(inner) => {
                self.result.opened.push(path.to_owned());
                self.archive(&inner, &format!("{path}/"), depth + 1)
                    .map_err(|error| named_after(error, copy.path(), path))
            }
            // A single compressed file, or something that only has the name.
            Err(Error::UnknownFormat { .. }) => {
                self.result.left_packed.push(path.to_owned());
                Ok(())
            }
            Err(error) => Err(named_after(error, copy.path(), path)),
        }
    }

    /// The members that are read, with their path and class.
    fn choose(
        &mut self,
        archive: &Archive,
        members: &[Member],
        prefix: &str,
    ) -> Result<BTreeMap<usize, (String, Class)>, Error> {
        if members.len() > self.limits.members {
            return Err(Error::Limit {
                path: archive.path().to_owned(),
                reason: format!(
                    "it has {} members, more than {}",
                    members.len(),
                    self.limits.members
                ),
            });
        }
        let mut by_path: BTreeMap<String, usize> = BTreeMap::new();
        let mut hostile = Vec::new();
        for (index, member) in members.iter().enumerate() {
            let name = shown(&member.name);
            match safe_path(&member.name).map_err(|refusal| (refusal, Class::Other)) {
                Ok(path) if member.kind == MemberKind::Folder || path.is_empty() => {}
                Ok(path) => match self.refusal(member, &path) {
                    None => {
                        // The later of two members of one name counts, as with other unpackers.
                        if by_path.insert(path, index).is_some() && archive.format() != "zip" {
                            self.result.duplicates += 1;
                        }
                    }
                    Some(refusal) if refusal.is_hostile() => {
                        hostile.push(Refused { name, refusal });
                    }
                    Some(refusal) => {
                        let refused = Refused { name, refusal };
                        if matches!(class(&path), Class::Other | Class::BuildText) {
                            self.result.passed_over.push(refused);
                        } else {
                            self.result.refused.push(refused);
                        }
                    }
                },
                Err((refusal, _)) if refusal.is_hostile() => {
                    hostile.push(Refused { name, refusal });
                }
                Err((refusal, _)) => self.result.refused.push(Refused { name, refusal }),
            }
        }
        // No file system has a file and a folder of one name.
        let mut both: Vec<String> = Vec::new();
        for path in by_path.keys() {
            let mut above = crate::tree::parent(path);
            while !above.is_empty() {
                if by_path.contains_key(above) {
                    both.push(above.to_owned());
                }
                above = crate::tree::parent(above);
            }
        }
        both.sort_unstable();
        both.dedup();
        for path in both {
            by_path.remove(&path);
            let refused = Refused {
                name: shown(&path),
                refusal: Refusal::FileAndFolder,
            };
            if matches!(class(&path), Class::Other | Class::BuildText) {
                self.result.passed_over.push(refused);
            } else {
                self.result.refused.push(refused);
            }
        }
        if !hostile.is_empty() {
            return Err(Error::Hostile {
                path: archive.path().to_owned(),
                refused: hostile,
            });
        }
        Ok(by_path
            .into_iter()
            .map(|(path, index)| (index, (format!("{prefix}{path}"), class(&path))))
            .filter(|(_, (_, class))| *class != Class::Other)
            .collect())
    }

    fn refusal(&self, member: &Member, path: &str) -> Option<Refusal> {
        match member.kind {
            MemberKind::Link => return Some(Refusal::Link),
            MemberKind::Special => return Some(Refusal::Special),
            MemberKind::File | MemberKind::Folder => {}
        }
        if member.encrypted {
            return Some(Refusal::Encrypted);
        }
        // What is never read does no harm, however large it claims to be.
        if class(path) == Class::Other {
            return None;
        }
        let expands = member.packed.is_some_and(|packed| {
            member.bytes > HARMLESS && member.bytes / packed.max(1) > self.limits.expansion
        });
        if expands {
            Some(Refusal::Bomb)
        } else if member.bytes > self.limits.file_bytes {
            Some(Refusal::TooLarge)
        } else {
            None
        }
    }

    /// Writes one file, if it is of use.
    fn file(
        &mut self,
        path: &str,
        class: Class,
        member: &Member,
        contents: &mut dyn Read,
    ) -> Result<(), Error> {
        self.control.check()?;
        let unreadable = |error: std::io::Error| {
            crate::archive::damaged(Path::new(""), format!("`{}`: {error}", shown(path)))
        };
        let mut head = Vec::new();
        contents
            .take(HEAD)
            .read_to_end(&mut head)
            .map_err(unreadable)?;
        if class == Class::Text && !is_known_answers(&head) {
            if claims_known_answers(path) {
                self.result.foreign_answers.push(path.to_owned());
            }
            return Ok(());
        }
        let below = if class == Class::BuildText {
            BUILD_TEXT
        } else {
            CODE
        };
        let target = self.staging.join(below).join(path);
        let write = Error::io("write", &target);
        let parent = target.parent().unwrap_or(self.staging);
        std::fs::create_dir_all(parent).map_err(Error::io("create", parent))?;
        let mut file = match std::fs::File::create(&target) {
            Ok(file) => file,
            Err(error) => return Err(write(error)),
        };
        file.write_all(&head).map_err(Error::io("write", &target))?;
        let mut written = head.len() as u64;
        let mut buffer = vec![0; 1 << 18];
        while written <= member.bytes {
            self.control.check()?;
            let count = match contents.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(unreadable(error)),
            };
            file.write_all(&buffer[..count])
                .map_err(Error::io("write", &target))?;
            written += count as u64;
        }
        if written > member.bytes {
            return Err(Error::Hostile {
                path: PathBuf::new(),
                refused: vec![Refused {
                    name: shown(path),
                    refusal: Refusal::Bomb,
                }],
            });
        }
        if class == Class::Source && !self.has_interface && written <= c_text::LARGEST {
            let text = std::fs::read(&target).map_err(Error::io("read", &target))?;
            self.has_interface = c_text::mentions_interface(&String::from_utf8_lossy(&text));
        }
        self.result.bytes += written;
        self.result.files.insert(path.to_owned(), class);
        Ok(())
    }
}

/// Says the name of an inner archive instead of that of its temporary copy.
fn named_after(error: Error, copy: &Path, name: &str) -> Error {
    let name = PathBuf::from(name);
    match error {
        Error::NeedsBsdtar { path, format } if path == copy => {
            Error::NeedsBsdtar { path: name, format }
        }
        Error::Damaged { path, reason } if path == copy => Error::Damaged { path: name, reason },
        Error::Hostile { path, refused } if path == copy => Error::Hostile {
            path: name,
            refused,
        },
        Error::Limit { path, reason } if path == copy => Error::Limit { path: name, reason },
        other => other,
    }
}
