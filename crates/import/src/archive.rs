//! Reading archives: their members, and the contents of chosen ones, each once and in pieces.

mod external;
mod tarball;
mod zipped;

use std::io::{Read, Seek as _};
use std::path::{Path, PathBuf};

use crate::error::Error;
pub(crate) use zipped::duplicates;

/// What a member is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberKind {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// A symbolic or hard link.
    Link,
    /// A device, pipe or socket.
    Special,
}

/// One member of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Name as text; not yet a safe path.
    pub name: String,
    /// What it is.
    pub kind: MemberKind,
    /// Bytes, as the archive claims.
    pub bytes: u64,
    /// Bytes it takes up in the archive, where members are compressed one by one.
    pub packed: Option<u64>,
    /// Whether it needs a password.
    pub encrypted: bool,
}

/// An archive file.
#[derive(Clone, Debug)]
pub struct Archive {
    path: PathBuf,
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Zip,
    Tar,
    TarGz,
    /// Converted by bsdtar.
    External(&'static str),
}

/// Receives a chosen member: its position among [`Archive::members`] and its contents.
pub(crate) type Sink<'s> = dyn FnMut(usize, &mut dyn Read) -> Result<(), Error> + 's;

impl Archive {
    /// Recognises an archive by its first bytes.
    ///
    /// # Errors
    /// When the file cannot be read or is no archive.
    pub fn open(path: &Path) -> Result<Archive, Error> {
        // Opening a pipe would wait for someone to write into it.
        let kind = std::fs::metadata(path).map_err(Error::io("open", path))?;
        if !kind.is_file() {
            return Err(Error::NotAFile {
                path: path.to_owned(),
                folder: kind.is_dir(),
            });
        }
        let mut file = std::fs::File::open(path).map_err(Error::io("open", path))?;
        let mut head = Vec::new();
        file.by_ref()
            .take(512)
            .read_to_end(&mut head)
            .map_err(Error::io("read", path))?;
        let format = match head.as_slice() {
            [b'P', b'K', 3 | 5, 4 | 6, ..] => Format::Zip,
            [0x1f, 0x8b, ..] => Format::TarGz,
            [b'R', b'a', b'r', b'!', ..] => Format::External("rar"),
            [b'7', b'z', 0xbc, 0xaf, ..] => Format::External("7z"),
            [0xfd, b'7', b'z', b'X', b'Z', ..] => Format::External("xz"),
            [b'B', b'Z', b'h', ..] => Format::External("bzip2"),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Format::External("zstd"),
            _ if head.get(257..262) == Some(b"ustar") => Format::Tar,
            // A zip file may have something in front of it.
            _ if file.rewind().is_ok() && zipped::is_zip(&file) => Format::Zip,
            _ => {
                return Err(Error::UnknownFormat {
                    path: path.to_owned(),
                });
            }
        };
        Ok(Archive {
            path: path.to_owned(),
            format,
        })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its format in words.
    #[must_use]
    pub fn format(&self) -> &'static str {
        match self.format {
            Format::Zip => "zip",
            Format::Tar => "tar",
            Format::TarGz => "tar.gz",
            Format::External(name) => name,
        }
    }

    /// Every member, in the order of the archive.
    ///
    /// # Errors
    /// When the archive is damaged, or needs a program that is not installed.
    pub fn members(&self) -> Result<Vec<Member>, Error> {
        match self.format {
            Format::Zip => zipped::members(&self.path),
            Format::Tar => tarball::members(&self.path, self.file()?),
            Format::TarGz => tarball::members(&self.path, self.gunzip()?),
            Format::External(format) => external::converted(&self.path, format, |tar| {
                tarball::members(&self.path, self.bounded(tar)?)
            }),
        }
    }

    /// Gives the contents of the members whose positions are `wanted` (ascending) to `sink`.
    ///
    /// # Errors
    /// As [`members`](Self::members), and those of `sink`.
    pub fn read(&self, wanted: &[usize], sink: &mut Sink<'_>) -> Result<(), Error> {
        match self.format {
            Format::Zip => zipped::read(&self.path, wanted, sink),
            Format::Tar => tarball::read(&self.path, self.file()?, wanted, sink),
            Format::TarGz => tarball::read(&self.path, self.gunzip()?, wanted, sink),
            Format::External(format) => external::converted(&self.path, format, |tar| {
                tarball::read(&self.path, self.bounded(tar)?, wanted, sink)
            }),
        }
    }

    fn file(&self) -> Result<impl Read + use<>, Error> {
        let file = std::fs::File::open(&self.path).map_err(Error::io("open", &self.path))?;
        Ok(std::io::BufReader::with_capacity(1 << 18, file))
    }

    fn gunzip(&self) -> Result<impl Read + use<>, Error> {
        self.bounded(flate2::read::MultiGzDecoder::new(self.file()?))
    }

    /// A stream that ends with an error once it is far larger than the archive: here members are not compressed one by one.
    fn bounded<R: Read>(&self, stream: R) -> Result<Bounded<R>, Error> {
        let packed = std::fs::metadata(&self.path)
            .map_err(Error::io("open", &self.path))?
            .len();
        Ok(Bounded {
            stream,
            left: packed.saturating_mul(EXPANSION).max(HARMLESS_STREAM),
        })
    }
}

/// How many times its own size an archive may have when it is unpacked.
pub(crate) const EXPANSION: u64 = 200;
/// Below this many bytes a stream is no danger.
const HARMLESS_STREAM: u64 = 8 << 20;

const BOMB: &str = "it expands more than two hundredfold (an archive bomb)";

/// A stream with an end.
struct Bounded<R> {
    stream: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.left = self
            .left
            .checked_sub(count as u64)
            .ok_or_else(|| std::io::Error::other(BOMB))?;
        Ok(count)
    }
}

/// An archive that cannot be read to its end.
pub(crate) fn damaged(path: &Path, reason: impl std::fmt::Display) -> Error {
    let reason = reason.to_string();
    // Readers of formats pass on what their stream says, as part of a text of theirs.
    if reason.contains(BOMB) {
        return Error::Limit {
            path: path.to_owned(),
            reason: BOMB.to_owned(),
        };
    }
    Error::Damaged {
        path: path.to_owned(),
        reason,
    }
}
