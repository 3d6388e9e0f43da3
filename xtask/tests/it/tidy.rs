//! Rules that no compiler checks.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use assay_manifest::{Function, helper_prototypes, prototypes};

use crate::repository::{project, run};

/// Crates that may contain unsafe code.
const UNSAFE: [&str; 6] = ["cycles", "memory", "wrap", "iccs", "driver", "sandbox"];
/// Crates that know nothing of this project.
const ALONE: [&str; 5] = ["cycles", "memory", "segments", "sandbox", "manifest"];
/// Lines a file may have.
const MOST_LINES: usize = 450;

fn crates() -> Vec<PathBuf> {
    let mut crates: Vec<PathBuf> = fs::read_dir(project().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    crates.sort();
    assert!(crates.len() >= 15);
    crates
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_string_lossy().into_owned()
}

fn sources(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir()
            && !["target", "submission", "snapshots", ".git", "runs"]
                .contains(&name(&path).as_str())
        {
            found.extend(sources(&path, endings));
        } else if endings.iter().any(|ending| {
            path.extension()
                .is_some_and(|extension| extension == *ending)
        }) {
            found.push(path);
        }
    }
    found
}

#[test]
fn unsafe_code_is_forbidden_outside_its_crates() {
    for folder in crates() {
        let root = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
        let forbids = root.contains("#![forbid(unsafe_code)]");
        assert!(
            forbids != UNSAFE.contains(&name(&folder).as_str()),
            "{}",
            folder.display()
        );
    }
    let main = fs::read_to_string(project().join("xtask/src/main.rs")).unwrap();
    assert!(main.contains("#![forbid(unsafe_code)]"));
}

#[test]
fn the_meters_stand_alone() {
    for crate_name in ALONE {
        let manifest =
            fs::read_to_string(project().join("crates").join(crate_name).join("Cargo.toml"))
                .unwrap();
        // What only its tests need, and knows nothing of the project either, does not count.
        let mut lines = manifest.lines();
        let needs_us =
            lines.any(|line| line.starts_with("assay-") && !line.starts_with("assay-mutation"));
        assert!(
            !needs_us,
            "{crate_name} depends on another crate of this project"
        );
    }
}

#[test]
fn every_crate_has_documentation_an_example_and_tests() {
    for folder in crates() {
        let root = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
        assert!(root.starts_with("//! "), "{}", folder.display());
        assert!(
            !sources(&folder.join("examples"), &["rs"]).is_empty(),
            "{} has no example",
            folder.display()
        );
        let tested = sources(&folder, &["rs"])
            .iter()
            .any(|path| fs::read_to_string(path).unwrap().contains("#[test]"));
        assert!(tested, "{} has no test", folder.display());
    }
}

#[test]
fn files_stay_short() {
    for folder in ["crates", "xtask"] {
        for path in sources(&project().join(folder), &["rs"]) {
            let lines = fs::read_to_string(&path).unwrap().lines().count();
            assert!(lines <= MOST_LINES, "{} has {lines} lines", path.display());
        }
    }
}

#[test]
fn the_readme_shows_every_prototype() {
    let readme = fs::read_to_string(project().join("README.md")).unwrap();
    let shown: BTreeSet<&str> = readme.lines().map(str::trim).collect();
    let kinds = [Function::Kem, Function::Kex, Function::Sig, Function::Hash];
    let wanted = kinds
        .map(prototypes)
        .into_iter()
        .chain([helper_prototypes()]);
    for line in wanted.flat_map(str::lines) {
        assert!(shown.contains(line.trim()), "the README lacks {line}");
    }
}

/// Macros that panic when nothing can be written. Results and remarks go through one place, which does not.
#[test]
fn nothing_prints_past_the_one_place() {
    let files = sources(&project().join("xtask/src"), &["rs"]);
    assert!(files.len() > 10);
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        for word in ["print!(", "println!(", "dbg!("] {
            assert!(!text.contains(word), "{} has {word}", path.display());
        }
    }
}

/// One name for each class of compiler flags.
#[test]
fn a_class_of_flags_has_one_name() {
    let mut files = sources(&project().join("xtask/src"), &["rs"]);
    files.extend(sources(&project().join("crates"), &["rs"]));
    files.extend(["README.md", "ARCHITECTURE.md"].map(|name| project().join(name)));
    for path in files {
        let text = fs::read_to_string(&path).unwrap();
        let other = ["relaxed", "strict"].map(|word| format!("{word} flags"));
        let named = other.iter().find(|words| text.contains(words.as_str()));
        assert!(named.is_none(), "{} has {named:?}", path.display());
    }
}

/// The table of commands in the README is that of the program.
#[test]
fn the_readme_knows_every_command() {
    let readme = fs::read_to_string(project().join("README.md")).unwrap();
    let documented: BTreeSet<String> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("| `cargo xtask "))
        .filter_map(|line| Some(line.split([' ', '`']).next()?.to_owned()))
        .collect();
    let help = run(&["--help"]).stdout;
    let commands: BTreeSet<String> = help
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| Some(line.split_ascii_whitespace().next()?.to_owned()))
        .filter(|command| command != "help")
        .collect();
    assert_eq!(documented, commands);
}
