//! Archives that are made to do harm, and odd ones that are not (S20).

use std::io::Write as _;
use std::sync::atomic::AtomicBool;

use assay_import::{Control, Error, Limits, Request, import};
use zip::write::SimpleFileOptions;

use crate::package::{Desk, Package};

fn plain() -> Package {
    let mut package = Package::default();
    package.kem("Reference_Implementation/A-128", "A-128");
    package
}

/// The import fails, its message names what is wrong, and nothing is left.
fn refused(package: &Package, name: &str, words: &[&str]) {
    let desk = Desk::new();
    let archive = desk.path().join("a.zip");
    package.zip(&archive);
    let error = desk.try_import(&archive).expect_err(name).to_string();
    for word in words {
        assert!(error.contains(word), "{word} is not in: {error}");
    }
    assert_eq!(desk.left(), Vec::<String>::new(), "{name}");
}

#[test]
fn paths_out_of_the_archive() {
    let mut climbing = plain();
    climbing.file("a/../../evil.c", "x");
    refused(&climbing, "climbing", &["a/../../evil.c", "climbs"]);
    let mut absolute = plain();
    absolute.file("/etc/evil.c", "x");
    refused(&absolute, "absolute", &["/etc/evil.c", "absolute"]);
    let mut windows = plain();
    windows.file("C:\\evil.c", "x");
    refused(&windows, "windows", &["C:\\evil.c", "absolute"]);
}

#[test]
fn a_bomb() {
    let mut package = plain();
    package.file("bomb.c", vec![b' '; 8 << 20]);
    refused(&package, "bomb", &["bomb.c", "archive bomb"]);
    // What is never unpacked does no harm.
    let mut package = plain();
    package.file("picture.pdf", vec![b' '; 8 << 20]);
    package.import("a.zip").nothing_open();
}

#[test]
fn links_are_refused_by_name_and_the_rest_is_imported() {
    let desk = Desk::new();
    let archive = desk.path().join("a.zip");
    let mut zip = zip::ZipWriter::new(std::fs::File::create(&archive).unwrap());
    for (name, contents) in &plain().files {
        zip.start_file(name.as_str(), SimpleFileOptions::default())
            .unwrap();
        zip.write_all(contents).unwrap();
    }
    zip.add_symlink(
        "Reference_Implementation/A-128/link.c",
        "/etc/passwd",
        SimpleFileOptions::default(),
    )
    .unwrap();
    zip.finish().unwrap();
    let outcome = desk.import(&archive).unwrap();
    let open = outcome.imported.open().join("\n");
    assert!(open.contains("A-128/link.c`: it is a link"), "{open}");
    assert!(
        !outcome
            .desk
            .left()
            .iter()
            .any(|path| path.ends_with("link.c"))
    );
}

#[test]
fn encrypted_members_are_refused_by_name() {
    let desk = Desk::new();
    let archive = desk.path().join("a.zip");
    plain().zip(&archive);
    // The flag of the first member, in its own header and in the directory.
    let mut bytes = std::fs::read(&archive).unwrap();
    bytes[6] |= 1;
    let directory = bytes
        .windows(4)
        .position(|four| four == b"PK\x01\x02")
        .unwrap();
    bytes[directory + 8] |= 1;
    std::fs::write(&archive, bytes).unwrap();
    let error = desk.try_import(&archive).unwrap_err().to_string();
    assert!(
        error.contains("KEM_AlgorithmInstance.c`: it is encrypted"),
        "{error}"
    );
    assert_eq!(desk.left(), Vec::<String>::new());
}

#[test]
fn an_archive_that_is_cut_off() {
    let desk = Desk::new();
    let archive = desk.path().join("a.tar");
    plain().tar(&archive);
    let bytes = std::fs::read(&archive).unwrap();
    std::fs::write(&archive, &bytes[..bytes.len() / 2]).unwrap();
    let error = desk.try_import(&archive).unwrap_err();
    assert!(matches!(error, Error::Damaged { .. }), "{error}");
    assert_eq!(desk.left(), Vec::<String>::new());
}

#[test]
fn a_stopped_import_leaves_what_was_there() {
    let desk = Desk::new();
    let archive = desk.path().join("a.zip");
    plain().zip(&archive);
    desk.try_import(&archive).unwrap();
    let before = desk.left();
    let result = import(&Request {
        archive: &archive,
        id: None,
        repository: desk.path(),
        limits: Limits::default(),
        trial: None,
        control: Control {
            cancel: &AtomicBool::new(true),
            progress: &|_, _| {},
        },
    });
    assert!(matches!(result, Err(Error::Cancelled)));
    assert_eq!(desk.left(), before);
}

#[test]
fn what_is_no_code_is_left_out() {
    let mut package = plain();
    let folder = "Reference_Implementation/A-128";
    for name in [
        ".DS_Store",
        "a.out",
        "KAT_KEM",
        "code.o",
        "run.exe",
        ".build/x.o",
        "paper.pdf",
    ] {
        package.file(format!("{folder}/{name}"), "\x7fELF");
    }
    package.file(
        format!("{folder}/Makefile"),
        "all:\n\ttouch /tmp/assay-import-was-run\n",
    );
    package.file("Others/results.zip", "PK");
    let outcome = package.import("a.zip");
    let left = outcome.desk.left();
    for ending in [
        "DS_Store", "a.out", "KAT_KEM", ".o", ".exe", ".pdf", "Makefile", ".zip/",
    ] {
        assert!(
            !left.iter().any(|path| path.ends_with(ending)),
            "{ending}: {left:?}"
        );
    }
    assert_eq!(
        outcome.imported.unpacked.left_packed,
        ["Others/results.zip"]
    );
    assert!(!std::path::Path::new("/tmp/assay-import-was-run").exists());
}
