//! Why an archive cannot be imported.

use std::fmt;
use std::io;
use std::path::PathBuf;

/// Why a member of an archive is not unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Its path starts at the root of a file system or names a drive.
    Absolute,
    /// Its path leaves the archive through `..`.
    Climbs,
    /// Its name cannot be a file name.
    Name,
    /// It is a symbolic or hard link.
    Link,
    /// It is a device, a pipe or a socket.
    Special,
    /// It is encrypted.
    Encrypted,
    /// It expands to far more than any text does.
    Bomb,
    /// It is larger than a source or known-answer file may be.
    TooLarge,
}

impl Refusal {
    /// Whether an archive with such a member is not touched at all: nobody packs one by accident.
    #[must_use]
    pub fn is_hostile(&self) -> bool {
        matches!(
            self,
            Self::Absolute | Self::Climbs | Self::Bomb | Self::TooLarge
        )
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Absolute => "its path is absolute",
            Self::Climbs => "its path climbs out of the archive through `..`",
            Self::Name => "its name cannot be a file name",
            Self::Link => "it is a link",
            Self::Special => "it is a device, pipe or socket",
            Self::Encrypted => "it is encrypted",
            Self::Bomb => "it expands more than two hundredfold (an archive bomb)",
            Self::TooLarge => "it is larger than the limit",
        })
    }
}

/// A member that is not unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Name as it is shown.
    pub name: String,
    /// Why.
    pub refusal: Refusal,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.name, self.refusal)
    }
}

/// What can go wrong. After an error nothing of the import is left.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or folder could not be read or written.
    #[error("failed to {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// Why it failed.
        source: io::Error,
    },
    /// The archive is damaged.
    #[error("failed to read archive {}: {reason}; fetch it again, and compare its SHA-256 with the official one", path.display())]
    Damaged {
        /// The archive.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The format is not known.
    #[error("failed to read archive {}: its format is not known (zip and tar are read directly; rar, 7z and others through bsdtar)", path.display())]
    UnknownFormat {
        /// The archive.
        path: PathBuf,
    },
    /// An external program is needed.
    #[error("failed to read {format} archive {}: bsdtar is not installed; install it (Debian, Ubuntu: apt install libarchive-tools; Fedora: dnf install bsdtar) or repack the archive as zip", path.display())]
    NeedsBsdtar {
        /// The archive.
        path: PathBuf,
        /// Its format.
        format: &'static str,
    },
    /// The archive is made to do harm.
    #[error("refused archive {}: {}", path.display(), list(refused))]
    Hostile {
        /// The archive.
        path: PathBuf,
        /// Every member that is the reason.
        refused: Vec<Refused>,
    },
    /// The archive has more members or bytes than any submission.
    #[error("refused archive {}: {reason}", path.display())]
    Limit {
        /// The archive.
        path: PathBuf,
        /// Which limit.
        reason: String,
    },
    /// The archive is not the one that the manifest describes.
    #[error("refused archive {}: the manifest of {id} expects {expected}, this one has {found}; fetch the official archive, or correct [submission] in candidates/{id}/candidate.toml if a newer one is official", path.display())]
    OtherArchive {
        /// The archive.
        path: PathBuf,
        /// The candidate.
        id: String,
        /// Size or digest of the manifest.
        expected: String,
        /// Size or digest of the archive.
        found: String,
    },
    /// Nothing in the archive implements the interface.
    #[error("found no implementation in {}: no source defines kem_keygen, kem_enc and kem_dec; kex_init_a and kex_derive_ss_a; sig_keygen, sig_sign and sig_verify; or CryptHash{}", path.display(), refused_too(refused))]
    NothingFound {
        /// The archive.
        path: PathBuf,
        /// Members that might have held it.
        refused: Vec<Refused>,
    },
    /// The identifier cannot be used.
    #[error(
        "failed to import as {id:?}: an identifier has letters, digits and `-`, such as kem-24"
    )]
    Identifier {
        /// The identifier.
        id: String,
    },
    /// The manifest that is there cannot be completed.
    #[error("failed to complete {}: {reason}", path.display())]
    Manifest {
        /// The manifest.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The compiler is missing.
    #[error(
        "failed to run the compiler `{program}`: {reason}; install gcc, or name another with CC"
    )]
    Compiler {
        /// What was to be run.
        program: String,
        /// Why it failed.
        reason: String,
    },
    /// There is nowhere to put temporary files.
    #[error("failed to make a temporary folder in {}: {source}; make that folder, or set TMPDIR to one that is there and writable", folder.display())]
    TemporaryFolder {
        /// The folder: `$TMPDIR`, else `/tmp`.
        folder: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// The caller asked to stop.
    #[error("stopped; nothing was imported")]
    Cancelled,
}

impl Error {
    /// For `map_err`.
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

fn list(refused: &[Refused]) -> String {
    const SHOWN: usize = 20;
    let mut text = String::new();
    for refused in refused.iter().take(SHOWN) {
        text.push_str(&format!("\n  {refused}"));
    }
    if refused.len() > SHOWN {
        text.push_str(&format!("\n  and {} more", refused.len() - SHOWN));
    }
    text
}

fn refused_too(refused: &[Refused]) -> String {
    if refused.is_empty() {
        String::new()
    } else {
        format!("; refused members may have held it:{}", list(refused))
    }
}
