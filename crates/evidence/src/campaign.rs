//! What a campaign was: `campaign.json`.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::environment::Environment;
use crate::plan::Planning;
use crate::provenance::{Counter, Tool};

/// One campaign on one system.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Campaign {
    /// Version 3: schema of the file; absent in published data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub schema: Option<u32>,
    /// When it started: ISO 8601.
    pub started_utc: String,
    /// State of the machine then.
    pub environment_at_start: Environment,
    /// Flags of the architecture.
    pub arch_config: Map<String, Value>,
    /// Flags added to the guide's.
    pub harness_additions: String,
    /// Planning constants.
    pub planning: Planning,
    /// When the last phase that ran ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_utc: Option<String>,
    /// State of the machine then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub environment_at_end: Option<Environment>,
    /// Identifier of the system.
    pub system_id: String,
    /// Version 3: measured with the small planning constants of a quick look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quick: Option<bool>,
    /// Version 3: the counter that was chosen for the whole campaign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counter: Option<Counter>,
    /// Version 3: the program that measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tool: Option<Tool>,
    /// Members of published data and other versions, kept as they are.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}
