//! Compiling C for tests.

use std::{
    env,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use assay_iccs::sources::{self, Purpose};
use tempfile::TempDir;

pub(crate) const STRICT: &[&str] = &[
    "-std=c99",
    "-Wpedantic",
    "-Wall",
    "-Wextra",
    "-Wstrict-prototypes",
    "-Wmissing-prototypes",
    "-Wshadow",
    "-Wconversion",
    "-Wcast-qual",
    "-Werror",
];
pub(crate) const SANITIZED: &[&str] = &[
    "-O1",
    "-g",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
];

/// A folder with the embedded sources, in which something is compiled.
pub(crate) struct Workshop {
    folder: TempDir,
}

impl Workshop {
    pub(crate) fn new() -> Self {
        let folder = TempDir::new().expect("a temporary folder");
        sources::write_to(folder.path()).expect("the sources are written");
        Workshop { folder }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The embedded files with one purpose.
    pub(crate) fn sources(&self, purpose: Purpose) -> Vec<PathBuf> {
        sources::with_purpose(purpose)
            .map(|file| self.path(file.name))
            .collect()
    }

    /// Runs the compiler in the folder, which is also searched for headers.
    pub(crate) fn compile(&self, arguments: &[&str], inputs: &[PathBuf], output: &str) -> PathBuf {
        let output = self.path(output);
        let compiler = env::var_os("CC").unwrap_or_else(|| "gcc".into());
        let mut command = Command::new(compiler);
        command
            .arg("-I")
            .arg(self.folder.path())
            .arg("-I")
            .arg(fixtures().join("candidates"));
        run(command.args(arguments).args(inputs).arg("-o").arg(&output));
        output
    }
}

/// The C files of these tests.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/c")
}

/// Runs a command that must succeed.
pub(crate) fn run(command: &mut Command) -> Output {
    let output = command
        .output()
        .unwrap_or_else(|error| panic!("failed to start {command:?}: {error}"));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{command:?}: {}\n{stderr}",
        output.status
    );
    output
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
