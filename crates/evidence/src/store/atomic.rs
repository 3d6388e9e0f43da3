//! Writing a file so that it is there as a whole or not at all.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::Error;

/// Writes a file through a temporary one in the same folder: fsync, rename, fsync of the folder.
///
/// # Errors
/// When a step fails; what was there before is still there.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    fs::create_dir_all(&folder).map_err(|source| Error::write(&folder, source))?;
    let failed = |source| Error::write(path, source);
    let mut temporary = tempfile::Builder::new()
        .prefix(".writing-")
        .tempfile_in(&folder)
        .map_err(failed)?;
    temporary.write_all(bytes).map_err(failed)?;
    set_ordinary_permissions(temporary.as_file()).map_err(failed)?;
    temporary.as_file().sync_all().map_err(failed)?;
    temporary
        .persist(path)
        .map_err(|error| Error::write(path, error.error))?;
    File::open(&folder)
        .and_then(|folder| folder.sync_all())
        .map_err(|source| Error::write(&folder, source))
}

/// Temporary files are private; evidence is for everybody to read.
fn set_ordinary_permissions(file: &File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}
