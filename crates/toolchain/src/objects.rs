//! From translation units to objects, through the cache.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

use crate::builder::{Builder, Request};
use crate::dependencies;
use crate::error::BuildError;
use crate::link::Log;
use crate::messages;
use crate::parallel::in_parallel;
use crate::process::{RunError, run};
use crate::store;
use crate::units::Unit;

/// A compiled unit.
pub(crate) struct Object {
    pub(crate) path: PathBuf,
    pub(crate) output: String,
    pub(crate) command: String,
}

#[derive(Serialize, Deserialize)]
struct StoredObject {
    sha256: String,
    command: String,
    output: String,
}

/// Why units could not be compiled.
pub(crate) enum Failure {
    Compile {
        file: String,
        command: String,
        output: String,
    },
    /// A file was read whose changes would go unnoticed.
    Outside {
        file: String,
        header: String,
        folder: PathBuf,
    },
    Other(BuildError),
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Self {
        Self::Other(error)
    }
}

impl Failure {
    pub(crate) fn into_error(self, log: &Log, request: &Request<'_>) -> BuildError {
        match self {
            Self::Other(error) => error,
            Self::Outside {
                file,
                header,
                folder,
            } => BuildError::OutsideHeader {
                library: request.to_string(),
                file,
                header,
                folder,
            },
            Self::Compile {
                file,
                command,
                output,
            } => match log.keep(&format!("$ {command}\n{output}")) {
                Err(error) => error,
                Ok(log) => BuildError::Compile {
                    library: request.to_string(),
                    file,
                    excerpt: messages::compile_errors(&output),
                    log,
                },
            },
        }
    }
}

impl Builder {
    /// Compiles units at the same time; the first failure, in the order of the units, is returned.
    pub(crate) fn compile(&self, units: &[Unit]) -> Result<Vec<Object>, Failure> {
        let failed = AtomicBool::new(false);
        let results = in_parallel(self.jobs, units, |_, unit| {
            if failed.load(Ordering::Relaxed) {
                return None;
            }
            let result = self.compile_unit(unit);
            if result.is_err() {
                failed.store(true, Ordering::Relaxed);
            }
            Some(result)
        });
        results.into_iter().flatten().collect()
    }

    fn compile_unit(&self, unit: &Unit) -> Result<Object, Failure> {
        let entry = self
            .cache()?
            .join("objects")
            .join(&unit.key[..2])
            .join(&unit.key[2..]);
        let path = entry.join("object.o");
        let read = || {
            let stored: StoredObject =
                serde_json::from_slice(&std::fs::read(entry.join("object.json")).ok()?).ok()?;
            let sound = store::file_digest(&path).ok()? == stored.sha256;
            sound.then(|| Object {
                path: path.clone(),
                output: stored.output,
                command: stored.command,
            })
        };
        if let Some(object) = read() {
            return Ok(object);
        }
        let draft = store::draft(&entry)?;
        let object = draft.path().join("object.o");
        let list = draft.path().join("object.d");
        let mut arguments = unit.arguments.clone();
        arguments.extend([
            "-MD".into(),
            "-MT".into(),
            "object".into(),
            "-MF".into(),
            list.clone().into(),
            "-c".into(),
            "-o".into(),
            object.clone().into(),
            unit.source.clone(),
        ]);
        let (success, output, command) = {
            let _slot = self.slots.take();
            self.compilations.fetch_add(1, Ordering::Relaxed);
            self.compiler(&unit.folder, &arguments)?
        };
        if !success {
            if messages::disk_is_full(&output) {
                return Err(full(&entry).into());
            }
            return Err(Failure::Compile {
                file: unit.name.clone(),
                command,
                output,
            });
        }
        if !object.is_file() {
            return Err(BuildError::NoObject {
                compiler: self.toolchain.compiler.display().to_string(),
                file: unit.name.clone(),
            }
            .into());
        }
        let read_files = match std::fs::read(&list) {
            Ok(list) => String::from_utf8_lossy(&list).into_owned(),
            // Assembly that is not preprocessed includes nothing.
            Err(_) if Path::new(&unit.source).extension() == Some("s".as_ref()) => String::new(),
            Err(error) => return Err(BuildError::io("read", &list)(error).into()),
        };
        if let Some(header) = dependencies::outside(unit, &read_files, self.system_folders()) {
            return Err(Failure::Outside {
                file: unit.name.clone(),
                header,
                folder: unit.folder.clone(),
            });
        }
        std::fs::remove_file(&list).or_else(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Ok(()),
            _ => Err(BuildError::io("remove", &list)(error)),
        })?;
        let sha256 = store::file_digest(&object).map_err(BuildError::io("read", &object))?;
        let stored = serde_json::to_vec(&StoredObject {
            sha256,
            command,
            output,
        })
        .map_err(std::io::Error::other);
        store::write(
            &draft.path().join("object.json"),
            stored.map_err(BuildError::io("write", &entry))?,
        )?;
        store::publish(&draft, &entry, || read().is_some())?;
        Ok(read().ok_or_else(|| BuildError::Io {
            action: "read back",
            path: entry.clone(),
            source: std::io::Error::other("the object just compiled is not there or has changed"),
        })?)
    }

    /// Runs the compiler: whether it succeeded, what it said, and the command for the log.
    pub(crate) fn compiler(
        &self,
        folder: &Path,
        arguments: &[OsString],
    ) -> Result<(bool, String, String), BuildError> {
        let command = self.toolchain.command(folder, arguments)?;
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        let shown: Vec<String> = words
            .map(|word| word.to_string_lossy().into_owned())
            .collect();
        match run(command, &self.cancel, None) {
            Ok(finished) => {
                let mut output = finished.stdout + &finished.stderr;
                if !finished.status.success() {
                    let _ = writeln!(output, "{}", finished.status);
                }
                Ok((finished.status.success(), output, shown.join(" ")))
            }
            Err(RunError::Temporary(error)) => Err(BuildError::temporary(error)),
            Err(RunError::Start(error)) => Err(BuildError::Program {
                program: self.toolchain.compiler.display().to_string(),
                reason: error.to_string(),
            }),
            Err(RunError::Cancelled | RunError::TimedOut(_)) => Err(BuildError::Cancelled),
        }
    }
}

/// The error of a disk without space.
pub(crate) fn full(path: &Path) -> BuildError {
    BuildError::Io {
        action: "write",
        path: path.into(),
        source: std::io::ErrorKind::StorageFull.into(),
    }
}
