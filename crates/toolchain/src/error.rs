//! Why a library could not be built.

use std::io;
use std::path::PathBuf;

/// Why a library could not be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// There is no C compiler.
    #[error(
        "no C compiler found: tried {tried}; install gcc and the C library's headers (Debian, Ubuntu: apt install gcc libc6-dev; Fedora: dnf install gcc glibc-devel), or set CC"
    )]
    NoCompiler {
        /// What was looked for.
        tried: String,
    },
    /// A program could not be started, or not be understood.
    #[error("failed to run {program}: {reason}")]
    Program {
        /// The program.
        program: String,
        /// Why.
        reason: String,
    },
    /// A source does not compile.
    #[error("failed to compile {file} of {library}\n{excerpt}\nfull output: {log}", log = log.display())]
    Compile {
        /// What was being built: `kem-24/scabbard128 (guide)`.
        library: String,
        /// The source, relative to the implementation's folder.
        file: String,
        /// The compiler's first errors.
        excerpt: String,
        /// Everything the compilers said.
        log: PathBuf,
    },
    /// A source includes a file from elsewhere, whose changes would go unnoticed.
    #[error("failed to compile {file} of {library}: it includes {header}, which lies outside {folder} or in its tests; a change of it would not be noticed, so copy it in beside the sources", folder = folder.display())]
    OutsideHeader {
        /// What was being built: `kem-24/scabbard128 (guide)`.
        library: String,
        /// The source, relative to the implementation's folder.
        file: String,
        /// The file it includes, as the compiler names it.
        header: String,
        /// The implementation's folder.
        folder: PathBuf,
    },
    /// The compiler said that all is well and made nothing.
    #[error(
        "{compiler} ended without an error but made no file from {file}, so it is no C compiler; install gcc, or set CC to a C compiler"
    )]
    NoObject {
        /// The program.
        compiler: String,
        /// The source, or the library that was to be linked.
        file: String,
    },
    /// The objects cannot be linked.
    #[error("failed to link {library}{}\n{excerpt}\nfull output: {log}", named(undefined), log = log.display())]
    Link {
        /// What was being built: `kem-24/scabbard128 (guide)`.
        library: String,
        /// Symbols that nothing defines, sorted.
        undefined: Vec<String>,
        /// The linker's first errors.
        excerpt: String,
        /// Everything compilers and linker said.
        log: PathBuf,
    },
    /// There is nowhere to put temporary files.
    #[error("failed to make a temporary file in {folder}: {source}; make that folder, or set TMPDIR to one that is there and writable", folder = folder.display())]
    TemporaryFolder {
        /// The folder: `$TMPDIR`, else `/tmp`.
        folder: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// An instrumented build was asked for where it would count nothing or the wrong thing.
    #[error("not profiled: {reason}")]
    NotProfiled {
        /// Why.
        reason: String,
    },
    /// A file or folder could not be read or written.
    #[error("{}", explain(action, path, source))]
    Io {
        /// What was being done: `write`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// A path cannot be named in C source.
    #[error("the path {path} holds a quote, a backslash or a line break, which C cannot include: move the repository", path = path.display())]
    UnusablePath {
        /// The path.
        path: PathBuf,
    },
    /// The build was cancelled.
    #[error("the build was cancelled")]
    Cancelled,
}

impl BuildError {
    /// Whether the candidate's code is the reason, not this machine.
    #[must_use]
    pub fn is_of_the_code(&self) -> bool {
        matches!(
            self,
            Self::Compile { .. } | Self::Link { .. } | Self::OutsideHeader { .. }
        )
    }

    /// Whether this machine must be put right first: a compiler that is none, no folder for temporary files.
    #[must_use]
    pub fn is_of_the_machine(&self) -> bool {
        matches!(
            self,
            Self::NoCompiler { .. }
                | Self::Program { .. }
                | Self::NoObject { .. }
                | Self::TemporaryFolder { .. }
        )
    }

    pub(crate) fn temporary(source: io::Error) -> Self {
        Self::TemporaryFolder {
            folder: std::env::temp_dir(),
            source,
        }
    }

    /// For use with `map_err` on a file operation.
    pub(crate) fn io(
        action: &'static str,
        path: impl Into<PathBuf>,
    ) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io {
            action,
            path,
            source,
        }
    }
}

fn named(undefined: &[String]) -> String {
    match undefined {
        [] => String::new(),
        [one] => format!(": nothing defines `{one}`"),
        several => {
            let names: Vec<String> = several.iter().map(|name| format!("`{name}`")).collect();
            format!(": nothing defines {}", names.join(", "))
        }
    }
}

fn explain(action: &str, path: &std::path::Path, source: &io::Error) -> String {
    let path = path.display();
    match source.kind() {
        io::ErrorKind::StorageFull => {
            format!("failed to {action} {path}: the disk is full; free space and run again")
        }
        io::ErrorKind::PermissionDenied => {
            format!(
                "failed to {action} {path}: permission denied; make the folder writable or choose another"
            )
        }
        io::ErrorKind::ReadOnlyFilesystem => {
            format!(
                "failed to {action} {path}: the file system is read-only; choose another folder"
            )
        }
        _ => format!("failed to {action} {path}: {source}"),
    }
}
