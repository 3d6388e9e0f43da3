//! The cache folder: entries are folders named by a key, published by one rename and never changed afterwards.

use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

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

/// A folder next to `entry` in which the entry is made; gone again unless published.
pub(crate) fn draft(entry: &Path) -> Result<tempfile::TempDir, BuildError> {
    use std::os::unix::fs::PermissionsExt as _;
    let parent = entry.parent().unwrap_or(entry);
    std::fs::create_dir_all(parent).map_err(BuildError::io("create", parent))?;
    tempfile::Builder::new()
        .prefix(".draft-")
        .permissions(std::fs::Permissions::from_mode(0o755))
        .tempdir_in(parent)
        .map_err(BuildError::io("write in", parent))
}

/// Moves a finished draft to its place. When another build was faster and its entry is `sound`, that one stays; an
/// unsound one is moved away.
pub(crate) fn publish(
    draft: &tempfile::TempDir,
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
