//! Nested cargo.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use assay_toolchain::{Tools, ToolsError};

#[test]
fn wrap_library_is_an_archive() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let wrap = Tools::wrap(&root, &AtomicBool::new(false)).unwrap();
    assert!(std::fs::read(wrap).unwrap().starts_with(b"!<arch>\n"));
}

#[test]
fn not_a_workspace() {
    let folder = tempfile::tempdir().unwrap();
    let error = Tools::driver(folder.path(), &AtomicBool::new(false)).unwrap_err();
    assert!(matches!(error, ToolsError::Build { .. }), "{error}");
    assert!(
        error
            .to_string()
            .starts_with("failed to build assay-driver\n"),
        "{error}"
    );
}

#[test]
fn cancelled() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let result = Tools::wrap(&root, &AtomicBool::new(true));
    assert!(matches!(result, Err(ToolsError::Cancelled)), "{result:?}");
}
