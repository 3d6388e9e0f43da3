//! The unpacked files, by path, and their texts.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use sha2::{Digest as _, Sha256};

use crate::c_text;
use crate::class::Class;
use crate::unpack::{BUILD_TEXT, CODE, Unpacked};

/// The unpacked files of a package. Paths are relative to the archive's root, with `/` between their parts.
pub(crate) struct Tree {
    staging: PathBuf,
    files: BTreeMap<String, Class>,
    texts: RefCell<BTreeMap<String, Rc<str>>>,
}

impl Tree {
    pub(crate) fn new(staging: &Path, unpacked: &Unpacked) -> Self {
        Self {
            staging: staging.to_owned(),
            files: unpacked.files.clone(),
            texts: RefCell::default(),
        }
    }

    /// Absolute path of a file or folder.
    pub(crate) fn on_disk(&self, path: &str) -> PathBuf {
        let below = match self.files.get(path) {
            Some(Class::BuildText) => BUILD_TEXT,
            _ => CODE,
        };
        self.staging.join(below).join(path)
    }

    pub(crate) fn files(&self) -> impl Iterator<Item = (&str, Class)> {
        self.files
            .iter()
            .map(|(path, class)| (path.as_str(), *class))
    }

    pub(crate) fn of_class(&self, wanted: Class) -> impl Iterator<Item = &str> {
        self.files()
            .filter(move |(_, class)| *class == wanted)
            .map(|(path, _)| path)
    }

    pub(crate) fn contains(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }

    /// Files in a folder and below; the whole tree for an empty name.
    pub(crate) fn below<'t>(&'t self, folder: &'t str) -> impl Iterator<Item = (&'t str, Class)> {
        self.files().filter(move |(path, _)| is_below(path, folder))
    }

    /// The text of a file; empty when it is too large to be looked into.
    pub(crate) fn text(&self, path: &str) -> Rc<str> {
        if let Some(text) = self.texts.borrow().get(path) {
            return Rc::clone(text);
        }
        let on_disk = self.on_disk(path);
        let small = std::fs::metadata(&on_disk).is_ok_and(|file| file.len() <= c_text::LARGEST);
        let bytes = if small {
            std::fs::read(&on_disk).unwrap_or_default()
        } else {
            Vec::new()
        };
        let text: Rc<str> = String::from_utf8_lossy(&bytes).into();
        // Large texts are looked at once or twice; keeping them would cost more than reading them again.
        if text.len() < 1 << 20 {
            self.texts
                .borrow_mut()
                .insert(path.to_owned(), Rc::clone(&text));
        }
        text
    }

    /// Digest of a file's contents, line ends of Windows and blanks at line ends not counted.
    pub(crate) fn digest(&self, path: &str) -> [u8; 32] {
        let text = self.text(path);
        let mut digest = Sha256::new();
        for line in text.lines() {
            digest.update(line.trim_end().as_bytes());
            digest.update(b"\n");
        }
        digest.finalize().into()
    }
}

/// Whether a path lies in a folder or below it.
pub(crate) fn is_below(path: &str, folder: &str) -> bool {
    folder.is_empty()
        || path
            .strip_prefix(folder)
            .is_some_and(|rest| rest.starts_with('/'))
}

/// The folder of a path; empty at the root.
pub(crate) fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The last part of a path.
pub(crate) fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// A path below a folder, `..` and `.` resolved; `None` when it leaves the tree.
pub(crate) fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The longest folder that holds all of these paths.
pub(crate) fn common_folder<'p>(folders: impl IntoIterator<Item = &'p str>) -> String {
    let mut folders = folders.into_iter();
    let Some(first) = folders.next() else {
        return String::new();
    };
    let mut common: Vec<&str> = first.split('/').collect();
    for folder in folders {
        let same = common
            .iter()
            .zip(folder.split('/'))
            .take_while(|(one, other)| *one == other)
            .count();
        common.truncate(same);
    }
    common.join("/")
}

/// A path relative to a folder above it; `.` for the folder itself.
pub(crate) fn relative(path: &str, folder: &str) -> Option<String> {
    if folder.is_empty() {
        return Some(if path.is_empty() { "." } else { path }.to_owned());
    }
    if path == folder {
        return Some(".".to_owned());
    }
    path.strip_prefix(folder)?
        .strip_prefix('/')
        .map(str::to_owned)
}
