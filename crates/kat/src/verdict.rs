//! The one word that says how a library did.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How a library did, as one word.
///
/// Each word has a [meaning](Verdict::meaning) and an [advice](Verdict::advice). Nothing passes by
/// absence: [`Verdict::Pass`] needs at least one vector that was compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Verdict {
    /// Every known answer that was compared is reproduced. What to do: nothing.
    Pass,
    /// The answers differ from the known ones. What to do: run with the full vectors to see the first differing
    /// record, field and byte.
    Mismatch,
    /// There are no known answers to compare with. What to do: add the expected digests to `kat/<id>/kat.sha256`, or
    /// pass the vectors.
    NoKat,
    /// The answers compared are equal, but some were not compared. What to do: run all records, with a longer
    /// deadline if that was the reason.
    Partial,
    /// A function reported failure, secrets differ, or a forgery was accepted. What to do: look at the function and
    /// value named; it fails on inputs of its own making.
    CryptoFail,
    /// It wrote outside a buffer or claimed more than its declared size. What to do: compare the declared size of the
    /// buffer named with what is written.
    Overflow,
    /// It read outside a buffer. What to do: compare the length handed in with what is read.
    OverRead,
    /// It changed one of its inputs. What to do: let the function work on a copy of the input named.
    InputWrite,
    /// It left an output or a length unwritten. What to do: write the output and its length on every path that
    /// returns 0.
    Unwritten,
    /// Its answers depend on what memory held before the call. What to do: look for variables and buffers that are
    /// read before they are written.
    Uninit,
    /// It needs more stack than it was given. What to do: raise stack-bytes in the manifest, or move large arrays to
    /// the heap.
    Stack,
    /// The same seed gave different answers. What to do: draw all randomness from drng_algorithm and keep no state
    /// between calls.
    NonDeterministic,
    /// It did something the sandbox denies. What to do: remove what is named, or note it in the manifest as a known
    /// issue.
    Forbidden,
    /// It died of a signal or ended the process. What to do: run the library under a debugger or the address
    /// sanitizer.
    Crash,
    /// It was not ready at the deadline. What to do: raise the deadline, or check whether the call ends at all.
    Timeout,
    /// It wanted more memory than it may have. What to do: look for allocations that grow without end, or raise the
    /// limit.
    Oom,
    /// The library could not be loaded. What to do: look at the loader's message: usually a symbol or library is
    /// missing.
    LoadFail,
    /// The library could not be built. What to do: look at the compiler's message in the build log.
    BuildFail,
}

impl Verdict {
    /// Every verdict, from the best to the worst kind.
    pub const ALL: [Self; 18] = [
        Self::Pass,
        Self::Mismatch,
        Self::NoKat,
        Self::Partial,
        Self::CryptoFail,
        Self::Overflow,
        Self::OverRead,
        Self::InputWrite,
        Self::Unwritten,
        Self::Uninit,
        Self::Stack,
        Self::NonDeterministic,
        Self::Forbidden,
        Self::Crash,
        Self::Timeout,
        Self::Oom,
        Self::LoadFail,
        Self::BuildFail,
    ];

    /// The word itself, as logs, records and pages show it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::Mismatch => "MISMATCH",
            Self::NoKat => "NOKAT",
            Self::Partial => "PARTIAL",
            Self::CryptoFail => "CRYPTOFAIL",
            Self::Overflow => "OVERFLOW",
            Self::OverRead => "OVERREAD",
            Self::InputWrite => "INPUTWRITE",
            Self::Unwritten => "UNWRITTEN",
            Self::Uninit => "UNINIT",
            Self::Stack => "STACK",
            Self::NonDeterministic => "NONDETERMINISTIC",
            Self::Forbidden => "FORBIDDEN",
            Self::Crash => "CRASH",
            Self::Timeout => "TIMEOUT",
            Self::Oom => "OOM",
            Self::LoadFail => "LOADFAIL",
            Self::BuildFail => "BUILDFAIL",
        }
    }

    /// What the verdict means, in one sentence without a full stop.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Pass => "every known answer that was compared is reproduced",
            Self::Mismatch => "the answers differ from the known ones",
            Self::NoKat => "there are no known answers to compare with",
            Self::Partial => "the answers compared are equal, but some were not compared",
            Self::CryptoFail => {
                "a function reported failure, secrets differ, or a forgery was accepted"
            }
            Self::Overflow => "it wrote outside a buffer or claimed more than its declared size",
            Self::OverRead => "it read outside a buffer",
            Self::InputWrite => "it changed one of its inputs",
            Self::Unwritten => "it left an output or a length unwritten",
            Self::Uninit => "its answers depend on what memory held before the call",
            Self::Stack => "it needs more stack than it was given",
            Self::NonDeterministic => "the same seed gave different answers",
            Self::Forbidden => "it did something the sandbox denies",
            Self::Crash => "it died of a signal or ended the process",
            Self::Timeout => "it was not ready at the deadline",
            Self::Oom => "it wanted more memory than it may have",
            Self::LoadFail => "the library could not be loaded",
            Self::BuildFail => "the library could not be built",
        }
    }

    /// What to do about it, in one sentence without a full stop.
    #[must_use]
    pub fn advice(self) -> &'static str {
        match self {
            Self::Pass => "nothing",
            Self::Mismatch => {
                "run with the full vectors to see the first differing record, field and byte"
            }
            Self::NoKat => {
                "add the expected digests to the candidate's kat.sha256, or pass full texts with --vectors"
            }
            Self::Partial => "run all records, with a longer deadline if that was the reason",
            Self::CryptoFail => {
                "look at the function and value named; it fails on inputs of its own making"
            }
            Self::Overflow => "compare the declared size of the buffer named with what is written",
            Self::OverRead => "compare the length handed in with what is read",
            Self::InputWrite => "let the function work on a copy of the input named",
            Self::Unwritten => "write the output and its length on every path that returns 0",
            Self::Uninit => "look for variables and buffers that are read before they are written",
            Self::Stack => "raise stack-bytes in the manifest, or move large arrays to the heap",
            Self::NonDeterministic => {
                "draw all randomness from drng_algorithm and keep no state between calls"
            }
            Self::Forbidden => "remove what is named, or note it in the manifest as a known issue",
            Self::Crash => "run the library under a debugger or the address sanitizer",
            Self::Timeout => "raise the deadline, or check whether the call ends at all",
            Self::Oom => "look for allocations that grow without end, or raise the limit",
            Self::LoadFail => {
                "look at the loader's message: usually a symbol or library is missing"
            }
            Self::BuildFail => "look at the compiler's message in the build log",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A word that is no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no verdict; known ones are PASS, MISMATCH, NOKAT, PARTIAL, CRYPTOFAIL, OVERFLOW, OVERREAD, INPUTWRITE, UNWRITTEN, UNINIT, STACK, NONDETERMINISTIC, FORBIDDEN, CRASH, TIMEOUT, OOM, LOADFAIL and BUILDFAIL"
)]
pub struct UnknownVerdict(pub String);

impl FromStr for Verdict {
    type Err = UnknownVerdict;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|verdict| verdict.word() == word)
            .ok_or_else(|| UnknownVerdict(word.to_owned()))
    }
}
