//! Which limits are in force.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Whether one limit is in force. Stored as its text: `active`, `not asked for`, or
/// `not available: ` and the reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Layer {
    /// It is.
    Active,
    /// Nobody asked for it.
    NotAsked,
    /// It is not, and this is why.
    NotAvailable(String),
}

const ACTIVE: &str = "active";
const NOT_ASKED: &str = "not asked for";
const NOT_AVAILABLE: &str = "not available: ";

impl Layer {
    /// Whether it is in force.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        matches!(self, Self::Active)
    }

    pub(crate) fn of<E: fmt::Display>(result: Result<(), E>) -> Self {
        match result {
            Ok(()) => Self::Active,
            Err(error) => Self::NotAvailable(error.to_string()),
        }
    }
}

impl fmt::Display for Layer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Active => formatter.write_str(ACTIVE),
            Self::NotAsked => formatter.write_str(NOT_ASKED),
            Self::NotAvailable(reason) => write!(formatter, "{NOT_AVAILABLE}{reason}"),
        }
    }
}

/// A text that describes no layer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is not the state of a layer; expected \"{ACTIVE}\", \"{NOT_ASKED}\" or \
     \"{NOT_AVAILABLE}…\""
)]
pub struct ParseLayerError(String);

impl FromStr for Layer {
    type Err = ParseLayerError;

    fn from_str(text: &str) -> Result<Self, ParseLayerError> {
        match (text, text.strip_prefix(NOT_AVAILABLE)) {
            (ACTIVE, _) => Ok(Self::Active),
            (NOT_ASKED, _) => Ok(Self::NotAsked),
            (_, Some(reason)) => Ok(Self::NotAvailable(reason.to_owned())),
            _ => Err(ParseLayerError(text.to_owned())),
        }
    }
}

impl From<Layer> for String {
    fn from(layer: Layer) -> Self {
        layer.to_string()
    }
}

impl TryFrom<String> for Layer {
    type Error = ParseLayerError;

    fn try_from(text: String) -> Result<Self, ParseLayerError> {
        text.parse()
    }
}

/// All limits and whether they are in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layers {
    /// No core dumps.
    pub no_core_dumps: Layer,
    /// A limit of the address space.
    pub address_space: Layer,
    /// A limit of processor time.
    pub cpu_time: Layer,
    /// A limit of the size of files written.
    pub file_size: Layer,
    /// A process group of its own.
    pub process_group: Layer,
    /// Killed when the parent ends.
    pub parent_death_signal: Layer,
    /// No privileges by starting other programs.
    pub no_new_privileges: Layer,
}

impl Layers {
    /// All layers with their names.
    #[must_use]
    pub fn all(&self) -> [(&'static str, &Layer); 7] {
        [
            ("no core dumps", &self.no_core_dumps),
            ("address space limit", &self.address_space),
            ("processor time limit", &self.cpu_time),
            ("file size limit", &self.file_size),
            ("process group", &self.process_group),
            ("parent death signal", &self.parent_death_signal),
            ("no new privileges", &self.no_new_privileges),
        ]
    }

    /// The layers that were asked for and are not in force, each with the reason.
    #[must_use]
    pub fn missing(&self) -> Vec<(&'static str, &str)> {
        self.all()
            .into_iter()
            .filter_map(|(name, layer)| match layer {
                Layer::NotAvailable(reason) => Some((name, reason.as_str())),
                Layer::Active | Layer::NotAsked => None,
            })
            .collect()
    }
}
