//! A repository of candidates in a temporary folder, and the command line on it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// Where this project's own sources are.
pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .canonicalize()
        .unwrap()
}

/// Canonical digest of the ten records of the fixture `toy_kem`.
pub(crate) const TOY_KEM: &str = "8952eb16e1e5a6986bf403433da7d75af4431f95b3d7fc42d963f8eedc157116";

/// What a command came to.
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) exit: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Outcome {
    fn from(output: Output) -> Outcome {
        Outcome {
            exit: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// The command line, not started. Nested builds share the target folder of the test run.
pub(crate) fn xtask() -> Command {
    let binary = Path::new(env!("CARGO_BIN_EXE_xtask"));
    let target = binary.parent().and_then(Path::parent).unwrap();
    let mut command = Command::new(binary);
    command.env("CARGO_TARGET_DIR", target);
    command
}

/// Runs the command line on this project.
pub(crate) fn run(arguments: &[&str]) -> Outcome {
    xtask().args(arguments).output().unwrap().into()
}

/// A repository of candidates in a temporary folder.
pub(crate) struct Repository {
    folder: TempDir,
}

impl Repository {
    pub(crate) fn new() -> Repository {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("candidates")).unwrap();
        fs::create_dir_all(folder.path().join("reports")).unwrap();
        fs::copy(
            project().join("reports/systems.toml"),
            folder.path().join("reports/systems.toml"),
        )
        .unwrap();
        Repository { folder }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        let path = self.path().join(name);
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    /// Adds a candidate whose only source is a fixture of the driver, expected to be `toy_kem`.
    pub(crate) fn fixture(&self, id: &str, function: &str, fixture: &str) -> &Repository {
        let fixtures = project().join("crates/driver/tests/fixtures");
        let source = fs::read_to_string(fixtures.join(format!("{fixture}.c"))).unwrap();
        self.write(&format!("candidates/{id}/independent/{fixture}.c"), &source);
        for name in ["toy_kem.h", "toy_kex.h"] {
            let header = fs::read_to_string(fixtures.join(name)).unwrap();
            self.write(&format!("candidates/{id}/independent/{name}"), &header);
        }
        let bits = if function == "hash" {
            "#define DIGEST_BIT_LENGTH 256\n"
        } else {
            ""
        };
        let api = format!("#define ALGORITHM_INSTANCE \"{fixture}\"\n{bits}");
        self.write(&format!("candidates/{id}/independent/api.h"), &api);
        let prefix = match function {
            "hash" => "KAT_2_12".to_owned(),
            other => format!("KAT_{}", other.to_uppercase()),
        };
        let manifest = format!(
            "id = \"{id}\"\nalgorithm = \"{fixture}\"\nfunction = \"{function}\"\n\n[independent]\nsources = [\"*.c\"]\n\
             include-directories = [\".\"]\napi-header = \"api.h\"\n\n[[instances]]\nlabel = \"{fixture}\"\n\
             variant = \"reference\"\nprofile = \"guide\"\nkat-file = \"{prefix}_{fixture}.txt\"\n"
        );
        self.write(&format!("candidates/{id}/candidate.toml"), &manifest);
        let digest = format!("{TOY_KEM} strict {fixture}/{prefix}_{fixture}.txt\n");
        self.write(&format!("kat/{id}/kat.sha256"), &digest);
        self
    }

    /// The command line on this repository, not started.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = xtask();
        command.arg("--repository").arg(self.path()).args(arguments);
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Outcome {
        self.command(arguments).output().unwrap().into()
    }
}
