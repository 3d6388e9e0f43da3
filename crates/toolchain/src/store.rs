//! The cache folder: entries are folders named by a key, published by one rename and never changed afterwards.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use sha2::{Digest as _, Sha256};

use crate::error::BuildError;

/// SHA-256 over parts, each preceded by its length, so that no two lists of parts look alike.
pub(crate) struct Key(Sha256);

impl Key {
    pub(crate) fn new(purpose: &str) -> Self {
        let mut key = Self(Sha256::new());
        key.add(purpose);
        key
    }

    pub(crate) fn add(&mut self, part: impl AsRef<[u8]>) {
        let part = part.as_ref();
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    pub(crate) fn finish(self) -> String {
        hexadecimal(&self.0.finalize())
    }
}

/// SHA-256 of a file.
pub(crate) fn file_digest(path: &Path) -> io::Result<String> {
    let mut file = fs_err::File::open(path)?;
    let mut digest = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hexadecimal(&digest.finalize())),
            count => digest.update(&buffer[..count]),
        }
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The digest of every file below `root`, names included. Folders reached through symbolic links count by the link's
/// target, not by what they hold. `without` is left out.
pub(crate) fn folder_digest(root: &Path, without: Option<&Path>) -> Result<String, BuildError> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut pending = vec![root.to_owned()];
    while let Some(folder) = pending.pop() {
        for entry in std::fs::read_dir(&folder).map_err(BuildError::io("read", &folder))? {
            let entry = entry.map_err(BuildError::io("read", &folder))?;
            let path = entry.path();
            let kind = entry.file_type().map_err(BuildError::io("read", &path))?;
            if Some(path.as_path()) == without {
                continue;
            } else if kind.is_dir() {
                pending.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    let mut key = Key::new("folder 1");
    for file in files {
        key.add(
            file.strip_prefix(root)
                .unwrap_or(&file)
                .as_os_str()
                .as_encoded_bytes(),
        );
        if file.is_file() {
            key.add(file_digest(&file).map_err(BuildError::io("read", &file))?);
        } else if let Ok(target) = std::fs::read_link(&file) {
            key.add(target.as_os_str().as_encoded_bytes());
        }
    }
    Ok(key.finish())
}

/// How the name of a draft begins.
const DRAFT: &str = ".draft-";
/// A draft that nobody holds is left alone for so long: it may be about to be held.
const YOUNG: Duration = Duration::from_secs(60);

/// A folder in which an entry is made; gone again unless published.
pub(crate) struct Draft {
    folder: tempfile::TempDir,
    /// Held while somebody works in it; where it cannot be, nobody takes the draft for one that was left behind either.
    _lock: Option<File>,
}

impl Draft {
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// A draft next to `entry`, in place of those that builds which were killed left there.
pub(crate) fn draft(entry: &Path) -> Result<Draft, BuildError> {
    use std::os::unix::fs::PermissionsExt as _;
    let parent = entry.parent().unwrap_or(entry);
    std::fs::create_dir_all(parent).map_err(BuildError::io("create", parent))?;
    remove_abandoned(parent);
    let folder = tempfile::Builder::new()
        .prefix(DRAFT)
        .permissions(std::fs::Permissions::from_mode(0o755))
        .tempdir_in(parent)
        .map_err(BuildError::io("write in", parent))?;
    let lock = File::open(folder.path()).ok();
    let lock = lock.filter(|lock| lock.try_lock().is_ok());
    Ok(Draft {
        folder,
        _lock: lock,
    })
}

/// Removes drafts whose build was killed. What cannot be removed is in nobody's way.
fn remove_abandoned(parent: &Path) {
    for entry in std::fs::read_dir(parent).into_iter().flatten().flatten() {
        if !entry
            .file_name()
            .as_encoded_bytes()
            .starts_with(DRAFT.as_bytes())
        {
            continue;
        }
        let modified = entry.metadata().and_then(|metadata| metadata.modified());
        let is_old = modified.is_ok_and(|time| time.elapsed().is_ok_and(|age| age >= YOUNG));
        let is_free = || File::open(entry.path()).is_ok_and(|folder| folder.try_lock().is_ok());
        if is_old && is_free() {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// Moves a finished draft to its place. When another build was faster and its entry is `sound`, that one stays; an
/// unsound one is moved away.
pub(crate) fn publish(
    draft: &Draft,
    entry: &Path,
    sound: impl Fn() -> bool,
) -> Result<(), BuildError> {
    const ATTEMPTS: usize = 8;
    let mut last = None;
    for _ in 0..ATTEMPTS {
        match std::fs::rename(draft.path(), entry) {
            Ok(()) => return Ok(()),
            Err(error) => last = Some(error),
        }
        if sound() {
            return Ok(());
        }
        let aside = self::draft(entry)?;
        // Fails when another build was faster here too; the next rename tells.
        let _ = std::fs::rename(entry, aside.path().join("unsound"));
    }
    let source = last.unwrap_or_else(|| io::Error::other("no attempt was made"));
    Err(BuildError::Io {
        action: "write",
        path: entry.into(),
        source,
    })
}

/// Writes a file of a draft.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<(), BuildError> {
    std::fs::write(path, contents).map_err(BuildError::io("write", path))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn drafts_of_killed_builds_are_removed_and_others_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let entry = folder.path().join("entry");
        let old = SystemTime::now() - 2 * YOUNG;
        let age = |path: &Path| File::open(path).unwrap().set_modified(old).unwrap();
        let held = draft(&entry).unwrap();
        age(held.path());
        let [abandoned, young] =
            ["old", "young"].map(|name| folder.path().join(format!("{DRAFT}{name}")));
        for path in [&abandoned, &young] {
            fs::create_dir(path).unwrap();
            fs::write(path.join("object.o"), "half").unwrap();
        }
        age(&abandoned);
        drop(draft(&entry).unwrap());
        assert!(held.path().is_dir() && young.is_dir());
        assert!(!abandoned.exists());
    }
}
