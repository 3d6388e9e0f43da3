//! The machine whose files are read.

use std::fs;
use std::path::PathBuf;

/// A machine: the root of its files and its architecture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    root: PathBuf,
    architecture: String,
}

impl Machine {
    /// The machine this program runs on.
    #[must_use]
    pub fn here() -> Self {
        Self::at("/", std::env::consts::ARCH)
    }

    /// A machine whose `proc`, `sys` and `etc` are below `root`.
    #[must_use]
    pub fn at(root: impl Into<PathBuf>, architecture: impl Into<String>) -> Self {
        Self {
            root: root.into(),
            architecture: architecture.into(),
        }
    }

    /// Its architecture as Rust and the kernel name it: `x86_64`, `aarch64`.
    #[must_use]
    pub fn architecture(&self) -> &str {
        &self.architecture
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    /// The content of a file without white space at its ends; `None` when it cannot be read or is
    /// empty.
    pub(crate) fn read(&self, path: &str) -> Option<String> {
        let bytes = fs::read(self.path(path)).ok()?;
        // Device tree strings end in a NUL.
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_end_matches('\0').trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// A file of one CPU below `sys/devices/system/cpu`.
    pub(crate) fn read_cpu(&self, cpu: usize, path: &str) -> Option<String> {
        self.read(&format!("sys/devices/system/cpu/cpu{cpu}/{path}"))
    }

    /// A file below `sys/devices/system/cpu`.
    pub(crate) fn read_cpus(&self, path: &str) -> Option<String> {
        self.read(&format!("sys/devices/system/cpu/{path}"))
    }

    /// Whether the operating system scales the clock of this CPU.
    pub(crate) fn has_cpufreq(&self, cpu: usize) -> bool {
        self.read_cpu(cpu, "cpufreq/scaling_governor").is_some()
            || self.read_cpu(cpu, "cpufreq/scaling_driver").is_some()
    }
}
