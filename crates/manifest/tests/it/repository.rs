//! A repository in a temporary folder.

use std::path::{Path, PathBuf};

/// A manifest without mistakes, for `Repository::new`.
pub(crate) const VALID: &str = r#"id = "kem-24"
algorithm = "Example"
function = "kem"

[independent]
sources = ["*.c"]

[[instances]]
label = "example128"
variant = "reference"
profile = "guide"
kat-file = "KAT_KEM_example128.txt"
external-sizes = { public-key = 736, ciphertext = 760, basis = "encoded" }
independent = { defines = ["EXAMPLE_LEVEL=128"] }
"#;

/// Compares a text with its stored snapshot.
macro_rules! assert_text {
    ($text:expr) => {
        insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!($text) })
    };
}
pub(crate) use assert_text;

pub(crate) struct Repository {
    folder: tempfile::TempDir,
}

impl Repository {
    /// One candidate, `kem-24`, with two sources, an API header and a test program.
    pub(crate) fn new(manifest: &str) -> Self {
        let repository = Self {
            folder: tempfile::tempdir().unwrap(),
        };
        repository.write("candidates/kem-24/candidate.toml", manifest);
        for file in [
            "kem.c",
            "poly.c",
            "poly.h",
            "KEM_AlgorithmInstance.h",
            "tests/roundtrip.c",
        ] {
            repository.write(&format!("candidates/kem-24/independent/{file}"), "");
        }
        repository
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn error(&self) -> String {
        let error = assay_manifest::load_all(self.root()).expect_err("the manifest has a mistake");
        error
            .to_string()
            .replace(self.root().to_str().unwrap(), "<root>")
    }
}
