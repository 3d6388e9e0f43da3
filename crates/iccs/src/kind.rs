use std::{fmt, str::FromStr};

/// What a candidate is, and so which functions it offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Key encapsulation.
    Kem,
    /// Key exchange.
    Kex,
    /// Digital signature.
    Sig,
    /// Hash function.
    Hash,
}

impl Kind {
    /// All kinds, in the order of their codes.
    pub const ALL: [Kind; 4] = [Kind::Kem, Kind::Kex, Kind::Sig, Kind::Hash];

    /// The number of this kind in a library's table, and the value of `ASSAY_KIND` when the shim is compiled.
    pub const fn code(self) -> u32 {
        match self {
            Kind::Kem => 1,
            Kind::Kex => 2,
            Kind::Sig => 3,
            Kind::Hash => 4,
        }
    }

    /// The kind with this [`code`](Self::code).
    pub fn from_code(code: u32) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// `kem`, `kex`, `sig` or `hash`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Kem => "kem",
            Kind::Kex => "kex",
            Kind::Sig => "sig",
            Kind::Hash => "hash",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no [`Kind`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no kind of candidate: use kem, kex, sig or hash")]
pub struct ParseKindError(pub String);

impl FromStr for Kind {
    type Err = ParseKindError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Kind::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or_else(|| ParseKindError(text.to_owned()))
    }
}
