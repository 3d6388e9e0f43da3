//! The files a compiler read for an object, and whether the object's key knows all of them.
//!
//! A key holds the contents of the implementation's folder and of Assay's helpers. A header elsewhere could change
//! without the key changing, and an old object would be taken for a new one; such a header is refused.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use crate::compiler::Toolchain;
use crate::process::run;
use crate::units::Unit;

/// Folders of the system's headers, C and C++, as the compiler names them.
pub(crate) fn system_folders(toolchain: &Toolchain) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    for language in ["c", "c++"] {
        let arguments = ["-E", "-v", "-x", language, "/dev/null"].map(Into::into);
        let Ok(command) = toolchain.command(Path::new("/"), &arguments) else {
            continue;
        };
        // A compiler without C++ has no such folders.
        if let Ok(finished) = run(command, &AtomicBool::new(false), None) {
            folders.extend(search_list(&finished.stderr));
        }
    }
    folders
        .iter()
        .filter_map(|folder| folder.canonicalize().ok())
        .collect()
}

fn search_list(output: &str) -> Vec<PathBuf> {
    output
        .lines()
        .skip_while(|line| !line.contains("search starts here"))
        .take_while(|line| !line.starts_with("End of search list"))
        .filter(|line| line.starts_with(' '))
        .map(|line| PathBuf::from(line.trim()))
        .collect()
}

/// The first file that was read from outside the folders whose contents are known, as the compiler names it.
pub(crate) fn outside(unit: &Unit, list: &str, system: &[PathBuf]) -> Option<String> {
    let within = |path: &Path, folder: &Path| {
        folder
            .canonicalize()
            .is_ok_and(|folder| path.starts_with(folder))
    };
    prerequisites(list).into_iter().find(|name| {
        let path = unit.folder.join(name);
        // What counts of a link to a file is the file's contents, and of a link to a folder where the folder is.
        let place = match (path.parent().map(Path::canonicalize), path.file_name()) {
            (Some(Ok(parent)), Some(file)) => parent.join(file),
            _ => path.clone(),
        };
        let known = unit.known.iter().any(|folder| within(&place, folder))
            && !unit
                .unknown
                .as_ref()
                .is_some_and(|folder| within(&place, folder));
        let of_system = path
            .canonicalize()
            .is_ok_and(|path| system.iter().any(|folder| path.starts_with(folder)))
            || system.iter().any(|folder| place.starts_with(folder));
        !(known || of_system)
    })
}

/// The files of a rule for make: `object: first second \`.
fn prerequisites(rule: &str) -> Vec<String> {
    let rule = rule.replace("\\\r\n", " ").replace("\\\n", " ");
    let Some((_, list)) = rule.split_once(": ") else {
        return Vec::new();
    };
    // Rules that follow have no prerequisites.
    let list = list.lines().next().unwrap_or_default();
    let mut names = vec![String::new()];
    let mut letters = list.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        let name = match (letter, next) {
            ('\\', Some(escaped @ (' ' | '#' | '\\'))) => {
                letters.next();
                Some(escaped)
            }
            ('$', Some('$')) => letters.next(),
            (' ' | '\t', _) => None,
            (letter, _) => Some(letter),
        };
        match (name, names.last_mut()) {
            (Some(letter), Some(last)) => last.push(letter),
            _ => names.push(String::new()),
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_blanks_and_signs() {
        let rule = "object: ./a.c /usr/include/stdio.h \\\n ./with\\ blank.h ./with\\#sign.h \\\n ./with$$sign.h\n";
        let names = [
            "./a.c",
            "/usr/include/stdio.h",
            "./with blank.h",
            "./with#sign.h",
            "./with$sign.h",
        ];
        assert_eq!(prerequisites(rule), names);
        assert!(prerequisites("").is_empty());
    }

    #[test]
    fn folders_of_both_lists() {
        let output = "ignoring nonexistent directory \"/x\"\n#include \"...\" search starts here:\n /a\n#include <...> search starts here:\n /b c\nEnd of search list.\n /d\n";
        assert_eq!(
            search_list(output),
            [PathBuf::from("/a"), PathBuf::from("/b c")]
        );
    }
}
