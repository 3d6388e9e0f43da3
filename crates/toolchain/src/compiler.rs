//! Finding the C compiler.

use std::env;
use std::ffi::{OsStr, OsString};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use xshell::{Shell, cmd};

use crate::error::BuildError;
use crate::process::{RunError, run};

/// Variables that change what a compiler does; builds run without them.
const UNWANTED: &[&str] = &[
    "CPATH",
    "C_INCLUDE_PATH",
    "LIBRARY_PATH",
    "COMPILER_PATH",
    "GCC_EXEC_PREFIX",
    "DEPENDENCIES_OUTPUT",
    "SUNPRO_DEPENDENCIES",
    "CCC_OVERRIDE_OPTIONS",
];

/// The C compiler.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Toolchain {
    /// Absolute path of the program.
    pub compiler: PathBuf,
    /// First line of what it says about itself: `gcc (Debian 12.2.0-14) 12.2.0`.
    pub version: String,
    /// Machine it compiles for: `x86_64-linux-gnu`.
    pub target: String,
    /// Arguments before all others: the rest of `$CC`.
    leading: Vec<OsString>,
}

impl Toolchain {
    /// The compiler named by `$CC` if that is set, else `gcc`, else `cc`.
    ///
    /// # Errors
    ///
    /// [`BuildError::NoCompiler`] when there is none; [`BuildError::Program`] when it does not answer.
    pub fn detect() -> Result<Self, BuildError> {
        let path = env::var_os("PATH").unwrap_or_default();
        Self::find(env::var_os("CC").as_deref(), &path)
    }

    /// As [`detect`](Self::detect), with the value of `$CC` and the search path given.
    ///
    /// # Errors
    ///
    /// See [`detect`](Self::detect).
    pub fn find(cc: Option<&OsStr>, search_path: &OsStr) -> Result<Self, BuildError> {
        let (compiler, leading) = match cc.filter(|cc| !cc.is_empty()) {
            Some(cc) => from_variable(cc, search_path).ok_or_else(|| BuildError::NoCompiler {
                tried: format!("`{}` (from CC)", cc.display()),
            })?,
            None => ["gcc", "cc"]
                .iter()
                .find_map(|name| program(OsStr::new(name), search_path))
                .map(|compiler| (compiler, Vec::new()))
                .ok_or_else(|| BuildError::NoCompiler {
                    tried: "gcc, cc".into(),
                })?,
        };
        let mut found = Self {
            compiler,
            version: String::new(),
            target: String::new(),
            leading,
        };
        found.version = found.ask(&["--version"])?.0;
        found.target = found.ask(&["-dumpmachine"])?.0;
        Ok(found)
    }

    /// The compiler with arguments, ready to run in `folder`.
    pub(crate) fn command(
        &self,
        folder: &Path,
        arguments: &[OsString],
    ) -> Result<Command, BuildError> {
        let failed = |error: xshell::Error| BuildError::Program {
            program: self.compiler.display().to_string(),
            reason: error.to_string(),
        };
        let shell = Shell::new().map_err(failed)?;
        let (compiler, leading) = (&self.compiler, &self.leading);
        let mut command = Command::from(cmd!(shell, "{compiler} {leading...} {arguments...}"));
        command
            .current_dir(folder)
            .env("LC_ALL", "C")
            .env("SOURCE_DATE_EPOCH", "0");
        for name in UNWANTED {
            command.env_remove(name);
        }
        Ok(command)
    }

    /// What identifies the code this compiler makes with these flags. `-mtune=native` depends on the processor, so what it
    /// stands for here is part of it.
    pub(crate) fn identity(&self, flags: &[&str]) -> Result<String, BuildError> {
        let mut identity = format!("{}\n{}\n", self.version, self.target);
        if flags.iter().any(|flag| flag.ends_with("=native")) {
            let mut arguments = flags.to_vec();
            arguments.extend(["-###", "-E", "-x", "c", "/dev/null"]);
            let (_, stderr) = self.ask(&arguments)?;
            identity.extend(
                stderr
                    .split_whitespace()
                    .filter(|word| word.trim_matches('"').starts_with("-m")),
            );
        }
        Ok(identity)
    }

    /// First line of standard output, and all of standard error.
    fn ask(&self, arguments: &[&str]) -> Result<(String, String), BuildError> {
        let failed = |reason: String| BuildError::Program {
            program: self.compiler.display().to_string(),
            reason,
        };
        let arguments: Vec<OsString> = arguments.iter().map(Into::into).collect();
        let command = self.command(Path::new("/"), &arguments)?;
        match run(command, &AtomicBool::new(false), None) {
            Ok(finished) if finished.status.success() => Ok((
                finished
                    .stdout
                    .lines()
                    .next()
                    .unwrap_or_default()
                    .trim()
                    .into(),
                finished.stderr,
            )),
            Ok(finished) => Err(failed(format!(
                "{}; {}",
                finished.status,
                finished.stderr.trim()
            ))),
            Err(RunError::Temporary(error)) => Err(BuildError::temporary(error)),
            Err(RunError::Start(error)) => Err(failed(error.to_string())),
            Err(RunError::Cancelled | RunError::TimedOut(_)) => Err(BuildError::Cancelled),
        }
    }
}

/// A program, or a program and arguments apart by blanks (`ccache gcc`).
fn from_variable(cc: &OsStr, search_path: &OsStr) -> Option<(PathBuf, Vec<OsString>)> {
    if let Some(compiler) = program(cc, search_path) {
        return Some((compiler, Vec::new()));
    }
    let mut words = cc.to_str()?.split_whitespace();
    let compiler = program(OsStr::new(words.next()?), search_path)?;
    Some((compiler, words.map(Into::into).collect()))
}

fn program(name: &OsStr, search_path: &OsStr) -> Option<PathBuf> {
    let runnable = |path: &Path| {
        path.metadata()
            .is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
    };
    if Path::new(name).components().count() > 1 {
        let path = std::path::absolute(name).ok()?;
        return runnable(&path).then_some(path);
    }
    env::split_paths(search_path)
        .map(|folder| folder.join(name))
        .find(|path| path.is_absolute() && runnable(path))
}
