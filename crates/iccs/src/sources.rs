//! The C sources that are compiled and linked with a candidate, embedded in this crate.
//!
//! [`write_to`] puts them into a folder in the layout they need; [`ALL`] says what each file is for.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU32, Ordering},
};

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Compiled into a library that takes the helper functions from us: SM3, the auxiliary functions, the DRNG.
    Helper,
    /// Compiled into a library in which nothing else defines the global `drng_algorithm`.
    DrngGlobal,
    /// Compiled into every library; needs the `-D` settings named in the file.
    Shim,
    /// Compiled into a candidate's test programs.
    Testing,
    /// Included by the others.
    Header,
    /// Given to the linker as `--version-script`.
    LinkerScript,
}

/// One embedded file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The path below the folder that [`write_to`] fills, with `/` between parts.
    pub name: &'static str,
    /// What the file is for.
    pub purpose: Purpose,
    /// The whole text.
    pub contents: &'static str,
}

macro_rules! embedded {
    ($($name:literal => $purpose:ident),* $(,)?) => {
        &[$(SourceFile { name: $name, purpose: Purpose::$purpose, contents: include_str!(concat!("../c/", $name)) }),*]
    };
}

/// Every file, sorted by name.
pub const ALL: &[SourceFile] = embedded! {
    "assay_sm3.c" => Helper,
    "assay_sm3.h" => Header,
    "auxfunc.c" => Helper,
    "auxfunc.h" => Header,
    "drng.c" => Helper,
    "drng.h" => Header,
    "drng_algorithm.c" => DrngGlobal,
    "exports.map" => LinkerScript,
    "instance_name.c" => Shim,
    "shim.c" => Shim,
    "shim.h" => Header,
    "testing/testing.c" => Testing,
    "testing/testing.h" => Header,
};

/// The files with one purpose, in the order of their names.
pub fn with_purpose(purpose: Purpose) -> impl Iterator<Item = &'static SourceFile> {
    ALL.iter().filter(move |file| file.purpose == purpose)
}

/// Feeds names and contents of all files, each with its length, to a digest that identifies a build's inputs.
pub fn feed_digest(mut update: impl FnMut(&[u8])) {
    for file in ALL {
        for part in [file.name, file.contents] {
            update(&(part.len() as u64).to_le_bytes());
            update(part.as_bytes());
        }
    }
}

/// Writes all files below `folder`, which is created if needed.
///
/// A file that already has the right contents is left alone; any other is replaced as a whole, so several builds may
/// share a folder at the same time. Fails with the path that could not be written.
pub fn write_to(folder: &Path) -> Result<(), WriteError> {
    ALL.iter().try_for_each(|file| {
        let path = folder.join(file.name);
        replace(&path, file.contents).map_err(|source| WriteError { path, source })
    })
}

/// A source file could not be written.
#[derive(Debug, thiserror::Error)]
#[error("failed to write {}", path.display())]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

fn replace(path: &Path, contents: &str) -> io::Result<()> {
    static UNIQUE: AtomicU32 = AtomicU32::new(0);

    if fs::read(path).is_ok_and(|present| present == contents.as_bytes()) {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let serial = UNIQUE.fetch_add(1, Ordering::Relaxed);
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}-{serial}.tmp", std::process::id()));
    fs::write(&temporary, contents)?;
    fs::rename(&temporary, path).inspect_err(|_| {
        let _ = fs::remove_file(&temporary);
    })
}
