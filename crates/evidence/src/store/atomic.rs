//! Writing a file so that it is there as a whole or not at all.

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::kind::files_below;

/// How the name of a file begins that is not complete yet.
pub(crate) const UNFINISHED: &str = ".writing-";

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
        .prefix(UNFINISHED)
        .tempfile_in(&folder)
        .map_err(failed)?;
    // Held until the file has its name, so that nobody takes it for one that was left behind. Where files cannot be locked,
    // nobody can make that mistake either.
    let _ = temporary.as_file().try_lock();
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

/// Removes unfinished files below a folder whose writer is gone, as one that was killed leaves them.
///
/// # Errors
/// When a folder cannot be read or a file cannot be removed.
pub(crate) fn remove_unfinished(folder: &Path) -> Result<(), Error> {
    for name in files_below(folder)? {
        let is_unfinished = name
            .rsplit('/')
            .next()
            .is_some_and(|last| last.starts_with(UNFINISHED));
        let path = folder.join(name);
        // The lock of a writer ends with it, however it ends.
        let is_left = || File::open(&path).is_ok_and(|file| file.try_lock().is_ok());
        if is_unfinished && is_left() {
            match fs::remove_file(&path) {
                Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                    return Err(Error::write(&path, source));
                }
                _ => {}
            }
        }
    }
    Ok(())
}

/// Temporary files are private; evidence is for everybody to read.
fn set_ordinary_permissions(file: &File) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.set_permissions(fs::Permissions::from_mode(0o644))
}
