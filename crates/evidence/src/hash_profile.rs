//! Hash profiles: how much of an operation the placeholder functions and the DRNG take.

use assay_profile::{Function, Profile};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::provenance::Tool;
use crate::record::operation_key;

/// Profile of one operation of one instance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProfileRecord {
    /// 2 (published) or 3.
    pub schema: u32,
    /// Candidate, such as `kem-24`.
    pub candidate: String,
    /// Label of the instance.
    pub label: String,
    /// Operation without size.
    pub operation: String,
    /// Message length for `hash`, else 0.
    pub input_bytes: u64,
    /// `complete` or `failed`.
    pub status: String,
    /// Version 3: where the numbers come from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<ProfileProvenance>,
    /// Command line of the process.
    pub command: Vec<String>,
    /// End of the standard error stream.
    pub stderr: String,
    /// What the driver said.
    pub meta: Map<String, Value>,
    /// Counted calls and the shares that follow from them.
    #[serde(flatten)]
    pub profile: Profile,
    /// Members of other versions, kept as they are.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Version 3: where the numbers of a profile come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProfileProvenance {
    /// `independent` or `submission`.
    pub origin: String,
    /// The program that measured.
    pub tool: Tool,
    /// SHA-256 of the plain library that the instrumented one is a relink of.
    pub library_sha256: String,
    /// SHA-256 of the instrumented library.
    pub instrumented_sha256: String,
    /// Functions whose calls across object files are counted.
    pub wrapped: Vec<String>,
    /// Why the shares are only lower bounds; empty when every call is counted.
    pub lower_bound: Vec<String>,
    /// Objects with symmetric code of the candidate's own, and what gives it away. It is counted nowhere.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_primitives: Vec<String>,
}

impl ProfileRecord {
    /// Whether the profile has measured operations.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.status == "complete"
    }

    /// `keygen`, `hash_32`: the operation with its size.
    #[must_use]
    pub fn operation_key(&self) -> String {
        operation_key(&self.operation, self.input_bytes)
    }

    /// Calls of each function per operation, sorted by name; empty without a total.
    #[must_use]
    pub fn calls_per_operation(&self) -> Vec<(Function, f64)> {
        let mut functions = self.profile.functions();
        functions.sort_by_key(|function| function.name());
        functions
            .into_iter()
            .filter_map(|function| Some((function, self.profile.calls_per_operation(function)?)))
            .collect()
    }
}
