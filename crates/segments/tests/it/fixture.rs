//! The compiled fixtures, built once per process.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use tempfile::TempDir;

pub(crate) struct Fixture {
    folder: TempDir,
}

pub(crate) static FIXTURE: LazyLock<Fixture> = LazyLock::new(|| {
    let fixture = Fixture {
        folder: TempDir::new().unwrap(),
    };
    let source = |name: &str| {
        Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/it")
            .join(name)
    };
    let (tiny, provided) = (source("tiny.c"), source("provided.c"));
    fixture.compile(&["-c", "-fPIC", "-O1", "-o", "tiny.o"], &[&tiny]);
    fixture.compile(&["-c", "-fPIC", "-O1", "-o", "provided.o"], &[&provided]);
    fixture.compile(&["-c", "-fPIC", "-O1", "-flto", "-o", "lto.o"], &[&tiny]);
    let objects = [fixture.path("tiny.o"), fixture.path("provided.o")];
    let objects: Vec<&Path> = objects.iter().map(PathBuf::as_path).collect();
    fixture.compile(&["-shared", "-o", "libtiny.so"], &objects);
    fixture.compile(&["-shared", "-s", "-o", "libstripped.so"], &objects);
    fixture
});

impl Fixture {
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    fn compile(&self, arguments: &[&str], inputs: &[&Path]) {
        let compiler = std::env::var_os("CC").unwrap_or_else(|| "gcc".into());
        let output = Command::new(compiler)
            .current_dir(self.folder.path())
            .args(arguments)
            .args(inputs)
            .output()
            .expect("a C compiler is needed for this test");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}
