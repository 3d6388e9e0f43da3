//! Putting a complete folder in the place of another, in one step.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use rustix::fs::{CWD, RenameFlags, renameat_with, syncfs};
use tempfile::TempDir;

use super::failed;
use crate::error::Error;

/// Moves a folder to `target`, in the same file system. What was there is gone afterwards; returns whether there was
/// something.
///
/// Everything is on the disk before the names are exchanged, so a crash leaves the old folder or the new one there.
pub(super) fn put_in_place(staged: TempDir, target: &Path) -> Result<bool, Error> {
    // Temporary folders are private; what is published is for everybody to read.
    fs::set_permissions(staged.path(), Permissions::from_mode(0o755))
        .map_err(failed("publish", staged.path()))?;
    let folder = target.parent().unwrap_or(Path::new("."));
    let handle = File::open(folder).map_err(failed("read", folder))?;
    syncfs(&handle).map_err(|error| failed("write", folder)(error.into()))?;
    let replaced = match rename(staged.path(), target, RenameFlags::NOREPLACE) {
        Ok(()) => false,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            rename(staged.path(), target, RenameFlags::EXCHANGE)
                .map_err(failed("exchange (remove it and publish again if this file system cannot exchange folders)", target))?;
            true
        }
        Err(error) => return Err(failed("publish", target)(error)),
    };
    handle.sync_all().map_err(failed("write", folder))?;
    if replaced {
        // Under its temporary name there is now the old one.
        staged.close().map_err(failed("remove the old", target))?;
    } else {
        let _moved_away = staged.keep();
    }
    Ok(replaced)
}

fn rename(from: &Path, to: &Path, flags: RenameFlags) -> io::Result<()> {
    Ok(renameat_with(CWD, from, CWD, to, flags)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn staged(reports: &Path, text: &str) -> TempDir {
        let folder = tempfile::tempdir_in(reports).unwrap();
        fs::write(folder.path().join("file"), text).unwrap();
        folder
    }

    #[test]
    fn the_new_one_is_there_and_the_old_one_is_gone() {
        let reports = tempfile::tempdir().unwrap();
        let target = reports.path().join("x86_1");
        assert!(!put_in_place(staged(reports.path(), "old"), &target).unwrap());
        fs::write(target.join("only-in-old"), "").unwrap();
        assert!(put_in_place(staged(reports.path(), "new"), &target).unwrap());
        let names: Vec<_> = fs::read_dir(&target)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(names, ["file"]);
        assert_eq!(fs::read_to_string(target.join("file")).unwrap(), "new");
        assert_eq!(fs::read_dir(reports.path()).unwrap().count(), 1);
        let mode = fs::metadata(&target).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o755);
    }

    /// The target is there at every moment: a reader that looks all the time never misses it and never sees both.
    #[test]
    fn a_reader_always_finds_one_of_them() {
        let reports = tempfile::tempdir().unwrap();
        let target = reports.path().join("x86_1");
        put_in_place(staged(reports.path(), "0"), &target).unwrap();
        let stop = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            let reader = scope.spawn(|| {
                let mut seen = 0u64;
                loop {
                    let text = fs::read_to_string(target.join("file")).unwrap();
                    let number: u64 = text.parse().unwrap();
                    assert!(number >= seen, "{number} after {seen}");
                    seen = number;
                    if stop.load(std::sync::atomic::Ordering::Acquire) {
                        return seen;
                    }
                }
            });
            for number in 1..50 {
                put_in_place(staged(reports.path(), &number.to_string()), &target).unwrap();
            }
            stop.store(true, std::sync::atomic::Ordering::Release);
            assert!(reader.join().unwrap() <= 49);
        });
    }
}
