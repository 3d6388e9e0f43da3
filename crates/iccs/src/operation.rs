use std::{fmt, str::FromStr};

use crate::Kind;

/// Something a candidate does that can be measured.
///
/// The order is the one in which operations are listed: that of the interface's own steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operation {
    /// Key generation of a KEM or signature.
    Keygen,
    /// Encapsulation.
    Enc,
    /// Decapsulation.
    Dec,
    /// Signing.
    Sign,
    /// Verification of a signature.
    Verify,
    /// A whole key exchange: both initialisations, all messages, both derivations.
    Exchange,
    /// Initialisation of side A of a key exchange.
    InitA,
    /// Initialisation of side B of a key exchange.
    InitB,
    /// Creation of one message of a key exchange, numbered from 1 to [`Operation::MAX_PASSES`].
    Pass(u8),
    /// Derivation of the shared secret by side A.
    DeriveA,
    /// Derivation of the shared secret by side B.
    DeriveB,
    /// Hashing.
    Hash,
}

impl Operation {
    /// The most messages a key exchange may have.
    pub const MAX_PASSES: u8 = 16;

    /// The operations of a kind, in order. `passes` is the number of messages of a key exchange.
    pub fn of(kind: Kind, passes: u8) -> Vec<Operation> {
        use Operation::*;
        match kind {
            Kind::Kem => vec![Keygen, Enc, Dec],
            Kind::Sig => vec![Keygen, Sign, Verify],
            Kind::Hash => vec![Hash],
            Kind::Kex => {
                let messages = (1..=passes.min(Self::MAX_PASSES)).map(Pass);
                [Exchange, InitA, InitB]
                    .into_iter()
                    .chain(messages)
                    .chain([DeriveA, DeriveB])
                    .collect()
            }
        }
    }

    /// Whether this is one step of a key exchange, as opposed to an operation that is called on its own.
    pub const fn is_exchange_step(self) -> bool {
        matches!(
            self,
            Operation::InitA
                | Operation::InitB
                | Operation::Pass(_)
                | Operation::DeriveA
                | Operation::DeriveB
        )
    }

    /// The name used in file names and tables: the operation, and the input size in bytes unless that is 0
    /// (`keygen`, `hash_32`).
    pub fn key(self, input_bytes: u64) -> String {
        match input_bytes {
            0 => self.to_string(),
            bytes => format!("{self}_{bytes}"),
        }
    }

    /// The operation and input size that a [`key`](Self::key) names.
    pub fn from_key(key: &str) -> Result<(Operation, u64), ParseOperationError> {
        if let Ok(operation) = key.parse() {
            return Ok((operation, 0));
        }
        let parsed = key.rsplit_once('_').and_then(|(name, bytes)| {
            let bytes: u64 = canonical_number(bytes)?;
            (bytes > 0).then_some((name.parse().ok()?, bytes))
        });
        parsed.ok_or_else(|| ParseOperationError(key.to_owned()))
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self {
            Operation::Keygen => "keygen",
            Operation::Enc => "enc",
            Operation::Dec => "dec",
            Operation::Sign => "sign",
            Operation::Verify => "verify",
            Operation::Exchange => "exchange",
            Operation::InitA => "init_a",
            Operation::InitB => "init_b",
            Operation::Pass(number) => return f.pad(&format!("pass{number}")),
            Operation::DeriveA => "derive_a",
            Operation::DeriveB => "derive_b",
            Operation::Hash => "hash",
        };
        f.pad(name)
    }
}

/// The text names no [`Operation`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no operation: use keygen, enc, dec, sign, verify, exchange, init_a, init_b, pass1 to pass16, derive_a, \
     derive_b or hash"
)]
pub struct ParseOperationError(pub String);

impl FromStr for Operation {
    type Err = ParseOperationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "keygen" => Operation::Keygen,
            "enc" => Operation::Enc,
            "dec" => Operation::Dec,
            "sign" => Operation::Sign,
            "verify" => Operation::Verify,
            "exchange" => Operation::Exchange,
            "init_a" => Operation::InitA,
            "init_b" => Operation::InitB,
            "derive_a" => Operation::DeriveA,
            "derive_b" => Operation::DeriveB,
            "hash" => Operation::Hash,
            _ => text
                .strip_prefix("pass")
                .and_then(canonical_number::<u8>)
                .filter(|number| (1..=Operation::MAX_PASSES).contains(number))
                .map(Operation::Pass)
                .ok_or_else(|| ParseOperationError(text.to_owned()))?,
        })
    }
}

/// A decimal number written the one way [`fmt::Display`] writes it, so that a name has one spelling.
fn canonical_number<N: FromStr + ToString>(digits: &str) -> Option<N> {
    digits
        .parse::<N>()
        .ok()
        .filter(|number| number.to_string() == digits)
}
