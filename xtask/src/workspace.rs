//! Where the repository is and what lies where in it.

use std::path::{Path, PathBuf};

/// The repository that this xtask was built from.
pub(crate) struct Workspace {
    root: PathBuf,
}

impl Workspace {
    /// The repository around this crate; `cargo xtask` always runs the one it was built from.
    pub(crate) fn locate() -> Workspace {
        let manifest_directory = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = manifest_directory
            .parent()
            .map_or_else(|| manifest_directory.clone(), Path::to_path_buf);
        Workspace { root }
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }
}
