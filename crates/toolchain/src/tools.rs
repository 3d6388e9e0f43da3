//! The two parts of this project that a measurement needs beside the library: the driver, and the static library
//! that counts calls. Both are built by cargo, which keeps them up to date by itself.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use xshell::{Cmd, Shell, cmd};

use crate::error::BuildError;
use crate::process::{RunError, run};

/// Paths of the tools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tools {
    /// The program that loads one library and does one job.
    pub driver: PathBuf,
    /// The static library for [`Builder::wrap_library`](crate::Builder::wrap_library).
    pub wrap: PathBuf,
}

/// Why a tool could not be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ToolsError {
    /// Cargo could not be run.
    #[error("failed to run cargo to build {package}: {reason}")]
    Cargo {
        /// The package.
        package: &'static str,
        /// Why.
        reason: String,
    },
    /// The package does not build.
    #[error("failed to build {package}\n{output}")]
    Build {
        /// The package.
        package: &'static str,
        /// What cargo said last.
        output: String,
    },
    /// Cargo named no such file.
    #[error("cargo built {package} but named no {wanted}")]
    Missing {
        /// The package.
        package: &'static str,
        /// What was looked for.
        wanted: &'static str,
    },
    /// The build was cancelled.
    #[error("the build was cancelled")]
    Cancelled,
}

/// Lines of cargo's output shown in an error.
const LINES_SHOWN: usize = 40;

impl Tools {
    /// Builds driver and wrap library of the repository at `root`.
    ///
    /// # Errors
    ///
    /// When cargo cannot be run, a package does not build, or `cancel` becomes true.
    pub fn build(root: &Path, cancel: &AtomicBool) -> Result<Self, ToolsError> {
        Ok(Self {
            driver: Self::driver(root, cancel)?,
            wrap: Self::wrap(root, cancel)?,
        })
    }

    /// Builds the driver alone.
    ///
    /// # Errors
    ///
    /// See [`build`](Self::build).
    pub fn driver(root: &Path, cancel: &AtomicBool) -> Result<PathBuf, ToolsError> {
        const PACKAGE: &str = "assay-driver";
        let json = cargo(root, cancel, PACKAGE, |shell, cargo| {
            cmd!(
                shell,
                "{cargo} build --package {PACKAGE} --bin {PACKAGE} --profile xtask --message-format=json-render-diagnostics"
            )
        })?;
        driver_in(&json).ok_or(ToolsError::Missing {
            package: PACKAGE,
            wanted: "program",
        })
    }

    /// Builds the wrap library alone.
    ///
    /// # Errors
    ///
    /// See [`build`](Self::build).
    pub fn wrap(root: &Path, cancel: &AtomicBool) -> Result<PathBuf, ToolsError> {
        const PACKAGE: &str = "assay-wrap";
        let json = cargo(root, cancel, PACKAGE, |shell, cargo| {
            cmd!(
                shell,
                "{cargo} rustc --package {PACKAGE} --lib --profile wrap --crate-type staticlib --features staticlib --message-format=json-render-diagnostics"
            )
        })?;
        wrap_in(&json).ok_or(ToolsError::Missing {
            package: PACKAGE,
            wanted: "static library",
        })
    }
}

/// Runs cargo in `root`: with the toolchain and the offline settings it was started with, without its own RUSTFLAGS
/// bookkeeping of an outer build.
fn cargo(
    root: &Path,
    cancel: &AtomicBool,
    package: &'static str,
    command: impl for<'s> Fn(&'s Shell, &OsString) -> Cmd<'s>,
) -> Result<String, ToolsError> {
    let failed = |reason: String| ToolsError::Cargo { package, reason };
    let shell = Shell::new().map_err(|error| failed(error.to_string()))?;
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::from(command(&shell, &cargo));
    command.current_dir(root);
    match run(command, cancel, None) {
        Ok(finished) if finished.status.success() => Ok(finished.stdout),
        Ok(finished) => {
            let lines: Vec<&str> = finished.stderr.lines().collect();
            let output = lines[lines.len().saturating_sub(LINES_SHOWN)..].join("\n");
            Err(ToolsError::Build { package, output })
        }
        Err(RunError::Temporary(error)) => Err(failed(BuildError::temporary(error).to_string())),
        Err(RunError::Start(error)) => Err(failed(error.to_string())),
        Err(RunError::Cancelled | RunError::TimedOut(_)) => Err(ToolsError::Cancelled),
    }
}

fn driver_in(messages: &str) -> Option<PathBuf> {
    artifact(messages, "assay-driver", |artifact| {
        artifact["executable"].as_str().map(PathBuf::from)
    })
}

fn wrap_in(messages: &str) -> Option<PathBuf> {
    artifact(messages, "assay_wrap", |artifact| {
        let mut files = artifact["filenames"]
            .as_array()?
            .iter()
            .filter_map(|file| file.as_str());
        files.find(|file| file.ends_with(".a")).map(PathBuf::from)
    })
}

/// The last artifact of a target in cargo's messages for which `find` finds something.
fn artifact(
    messages: &str,
    target: &str,
    find: impl Fn(&serde_json::Value) -> Option<PathBuf>,
) -> Option<PathBuf> {
    messages
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok())
        .filter(|message| {
            message["reason"] == "compiler-artifact" && message["target"]["name"] == target
        })
        .filter_map(|message| find(&message))
        .last()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGES: &str = r#"
{"reason":"compiler-artifact","target":{"kind":["custom-build"],"name":"build-script-build"},"filenames":["/t/build-script"],"executable":"/t/build-script"}
{"reason":"compiler-artifact","target":{"kind":["lib"],"name":"assay_driver"},"filenames":["/t/libassay_driver.rlib"],"executable":null}
{"reason":"compiler-artifact","target":{"kind":["bin"],"name":"assay-driver"},"filenames":["/t/assay-driver"],"executable":"/t/assay-driver"}
not json
{"reason":"compiler-artifact","target":{"kind":["staticlib"],"name":"assay_wrap"},"filenames":["/t/libassay_wrap.rlib","/t/libassay_wrap.a"],"executable":null}
{"reason":"build-finished","success":true}
"#;

    #[test]
    fn artifacts_are_found_by_target() {
        assert_eq!(driver_in(MESSAGES), Some(PathBuf::from("/t/assay-driver")));
        assert_eq!(wrap_in(MESSAGES), Some(PathBuf::from("/t/libassay_wrap.a")));
        assert_eq!(
            driver_in(
                &MESSAGES.replace(r#""executable":"/t/assay-driver""#, r#""executable":null"#)
            ),
            None
        );
        assert_eq!(wrap_in(""), None);
    }
}
