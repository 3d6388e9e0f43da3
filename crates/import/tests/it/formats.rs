//! Other archives than zip, and archives in archives.

use std::process::Command;

use crate::package::{Desk, Package};

fn plain() -> Package {
    let mut package = Package::default();
    package.kem("Implementations/Reference_Implementation/A-128", "A-128");
    package
}

#[test]
fn a_tar_file() {
    let desk = Desk::new();
    let archive = desk.path().join("A.tar");
    plain().tar(&archive);
    let outcome = desk.import(&archive).unwrap();
    assert_eq!(outcome.labels(), ["A-128"]);
    outcome.loads();
}

#[test]
fn code_in_a_nested_archive_only() {
    let desk = Desk::new();
    let inner = desk.path().join("inner.zip");
    plain().zip(&inner);
    let mut package = Package::default();
    package.file("Package/code.zip", std::fs::read(&inner).unwrap());
    let outcome = package.import("Outer.zip");
    assert_eq!(outcome.imported.unpacked.opened, ["Package/code.zip"]);
    let folder = &outcome.instance("A-128").place.folder;
    assert_eq!(
        folder,
        "Package/code.zip/Implementations/Reference_Implementation/A-128"
    );
    outcome.loads();
}

/// Needs bsdtar; without it the message says what to install.
#[test]
fn seven_zip_through_bsdtar() {
    let desk = Desk::new();
    let tar = desk.path().join("A.tar");
    plain().tar(&tar);
    let archive = desk.path().join("A.7z");
    let mut source = std::ffi::OsString::from("@");
    source.push(&tar);
    let made = Command::new("bsdtar")
        .args(["-c", "--format=7zip", "-f"])
        .arg(&archive)
        .arg(source)
        .status();
    if made.is_ok_and(|status| status.success()) {
        let outcome = desk.import(&archive).unwrap();
        assert_eq!(outcome.labels(), ["A-128"]);
    } else {
        std::fs::write(&archive, b"7z\xbc\xaf\x27\x1c").unwrap();
        let error = desk.try_import(&archive).unwrap_err().to_string();
        assert!(error.contains("apt install libarchive-tools"), "{error}");
    }
}
