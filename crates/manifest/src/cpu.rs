//! CPU features an instance may need.

use std::fmt;

use serde::Deserialize;

/// Architecture of a machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Architecture {
    /// `x86_64`.
    #[serde(rename = "x86_64")]
    X86_64,
    /// `aarch64`.
    Aarch64,
}

impl Architecture {
    /// Name as reported by `uname -m`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::X86_64 => "x86_64",
            Self::Aarch64 => "aarch64",
        }
    }
}

impl fmt::Display for Architecture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A CPU feature, by the name Rust's `is_x86_feature_detected!` and `is_aarch64_feature_detected!` give it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CpuFeature(&'static str);

const X86_64: &[&str] = &[
    "sse3",
    "ssse3",
    "sse4.1",
    "sse4.2",
    "popcnt",
    "aes",
    "pclmulqdq",
    "rdrand",
    "avx",
    "avx2",
    "bmi1",
    "bmi2",
    "adx",
    "fma",
    "sha",
    "gfni",
    "vaes",
    "vpclmulqdq",
    "avx512f",
    "avx512bw",
    "avx512cd",
    "avx512dq",
    "avx512vl",
    "avx512ifma",
    "avx512vbmi",
    "avx512vbmi2",
];

const AARCH64: &[&str] = &["neon", "aes", "pmull", "sha2", "sha3", "sm4", "sve", "sve2"];

impl CpuFeature {
    /// The feature of this name, if it is known.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|feature| feature.0 == name)
    }

    /// Every known feature, each once.
    pub fn all() -> impl Iterator<Item = Self> {
        X86_64
            .iter()
            .chain(AARCH64.iter().filter(|name| !X86_64.contains(name)))
            .copied()
            .map(Self)
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0
    }

    /// Whether processors of this architecture can have it.
    #[must_use]
    pub fn exists_on(self, architecture: Architecture) -> bool {
        match architecture {
            Architecture::X86_64 => X86_64.contains(&self.0),
            Architecture::Aarch64 => AARCH64.contains(&self.0),
        }
    }
}

impl fmt::Display for CpuFeature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
