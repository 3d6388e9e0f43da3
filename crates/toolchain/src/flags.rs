//! Classes of compiler flags, as the self-assessment guide and the published measurements have them.

use std::fmt;
use std::str::FromStr;

use assay_manifest::Profile;
use serde::{Deserialize, Serialize};

/// A class of compiler flags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FlagClass {
    /// The guide's reference flags.
    Guide,
    /// The guide's performance flags, with link-time optimisation; they depend on the architecture.
    GuidePerformance,
    /// Flags for code that does not build or pass under the guide's.
    HarnessDefault,
}

const GUIDE: &[&str] = &["-std=c99", "-Wpedantic", "-Wall", "-Wextra", "-O2"];

const GUIDE_PERFORMANCE_X86_64: &[&str] = &[
    "-O3",
    "-march=x86-64",
    "-mavx2",
    "-mtune=native",
    "-flto",
    "-fomit-frame-pointer",
    "-std=c99",
    "-Wpedantic",
    "-Wall",
    "-Wextra",
];

const GUIDE_PERFORMANCE_AARCH64: &[&str] = &[
    "-O3",
    "-march=armv8.2-a+sve",
    "-flto",
    "-fomit-frame-pointer",
    "-std=c99",
    "-Wpedantic",
    "-Wall",
    "-Wextra",
];

const HARNESS_DEFAULT: &[&str] = &[
    "-O2",
    "-fPIC",
    "-std=gnu11",
    "-Wall",
    "-Wno-unused",
    "-Wno-unknown-pragmas",
    "-fno-strict-aliasing",
    "-fwrapv",
    "-fno-omit-frame-pointer",
    "-D_GNU_SOURCE",
];

/// What the guide's flags need to make a shared library of code written for older compilers.
const ADDITIONS: &[&str] = &["-fPIC", "-D_GNU_SOURCE"];

/// Errors of newer compilers that the code predates.
const NOT_ERRORS: &[&str] = &[
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=int-conversion",
    "-Wno-error=implicit-int",
];

impl FlagClass {
    /// All classes.
    pub const ALL: [Self; 3] = [Self::Guide, Self::GuidePerformance, Self::HarnessDefault];

    /// The word used in records: `guide`, `guide-performance`, `harness-default`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Guide => "guide",
            Self::GuidePerformance => "guide-performance",
            Self::HarnessDefault => "harness-default",
        }
    }

    /// Every flag, in the order given to the compiler on this machine's architecture, defines and include folders excepted.
    #[must_use]
    pub fn flags(self) -> Vec<&'static str> {
        self.flags_for(std::env::consts::ARCH)
    }

    /// As [`flags`](Self::flags), for an architecture by the name Rust gives it.
    ///
    /// On architectures for which the guide gives no performance flags its `-march` and `-mtune` are left out.
    #[must_use]
    pub fn flags_for(self, architecture: &str) -> Vec<&'static str> {
        let own: Vec<&str> = match (self, architecture) {
            (Self::Guide, _) => [GUIDE, ADDITIONS].concat(),
            (Self::GuidePerformance, "x86_64") => [GUIDE_PERFORMANCE_X86_64, ADDITIONS].concat(),
            (Self::GuidePerformance, "aarch64") => [GUIDE_PERFORMANCE_AARCH64, ADDITIONS].concat(),
            (Self::GuidePerformance, _) => {
                let portable = GUIDE_PERFORMANCE_AARCH64
                    .iter()
                    .copied()
                    .filter(|flag| !flag.starts_with("-m"));
                portable.chain(ADDITIONS.iter().copied()).collect()
            }
            (Self::HarnessDefault, _) => HARNESS_DEFAULT.to_vec(),
        };
        [own.as_slice(), NOT_ERRORS].concat()
    }

    /// The flags as one string: embedded in the library and shown in records.
    #[must_use]
    pub fn build_flags(self) -> String {
        self.flags().join(" ")
    }

    /// The flags that are added to the guide's, as one string.
    #[must_use]
    pub fn additions() -> String {
        [ADDITIONS, NOT_ERRORS].concat().join(" ")
    }

    /// Whether the optimiser works across objects at link time, which hides calls from `--wrap`.
    #[must_use]
    pub fn optimises_at_link_time(self) -> bool {
        self.flags().contains(&"-flto")
    }

    /// The flags that choose instructions, without those that only tune for this machine.
    pub(crate) fn instruction_flags(self) -> impl Iterator<Item = &'static str> {
        self.flags()
            .into_iter()
            .filter(|flag| flag.starts_with("-m") && !flag.starts_with("-mtune"))
    }
}

impl From<Profile> for FlagClass {
    fn from(profile: Profile) -> Self {
        match profile {
            Profile::Guide => Self::Guide,
            Profile::GuidePerformance => Self::GuidePerformance,
        }
    }
}

impl fmt::Display for FlagClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for FlagClass {
    type Err = String;

    /// Fails with what is allowed.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|class| class.as_str() == text).ok_or_else(|| {
            format!("unknown class of flags `{text}`, expected `guide`, `guide-performance` or `harness-default`")
        })
    }
}
