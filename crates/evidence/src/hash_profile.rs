//! Hash profiles: how much of an operation the placeholder functions and the DRNG take.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::provenance::Tool;

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
    /// Measured operations; null when there were none.
    pub total: Option<Total>,
    /// One entry per distinct call shape.
    pub calls: Vec<CallShape>,
    /// Share of the total per function, in order of first occurrence; absent without a total.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Map<String, Value>>,
    /// Sum of the shares of all functions but `drng`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash_share: Option<serde_json::Number>,
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
}

/// Measured operations and the ticks spent in them altogether.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Total {
    /// Operations.
    pub operations: u64,
    /// Ticks of the counter named in `meta`.
    pub ticks: u64,
}

/// Calls of one function with one pair of lengths.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallShape {
    /// `pseudohash`, `pseudoXOF`, `sm3hash`, `drng`.
    #[serde(rename = "fn")]
    pub function: String,
    /// Message length in bits; 0 for `drng`.
    pub in_bits: u64,
    /// Output length in bits.
    pub out_bits: u64,
    /// Calls over all operations.
    pub calls: u64,
    /// Ticks over all calls.
    pub ticks: u64,
}

/// Shares per function in order of first occurrence, and the sum over all but `drng`; `None` without a total.
#[must_use]
pub fn shares(total: Option<Total>, calls: &[CallShape]) -> Option<(Vec<(String, f64)>, f64)> {
    let total = total.filter(|total| total.ticks > 0)?;
    let mut ticks: Vec<(String, u64)> = Vec::new();
    for call in calls {
        match ticks
            .iter_mut()
            .find(|(function, _)| *function == call.function)
        {
            Some((_, sum)) => *sum += call.ticks,
            None => ticks.push((call.function.clone(), call.ticks)),
        }
    }
    let shares: Vec<(String, f64)> = ticks
        .into_iter()
        .map(|(function, ticks)| (function, ticks as f64 / total.ticks as f64))
        .collect();
    let hash_share = shares
        .iter()
        .filter(|(function, _)| function != "drng")
        .map(|(_, share)| share)
        .sum();
    Some((shares, hash_share))
}

/// Members `share` and `hash_share` as they are stored: the integer 0 when no hash function occurred.
#[must_use]
pub fn share_members(
    total: Option<Total>,
    calls: &[CallShape],
) -> (Option<Map<String, Value>>, Option<serde_json::Number>) {
    let Some((shares, hash_share)) = shares(total, calls) else {
        return (None, None);
    };
    let hashed = shares.iter().any(|(function, _)| function != "drng");
    let number = if hashed {
        serde_json::Number::from_f64(hash_share)
    } else {
        Some(0.into())
    };
    let members = shares
        .into_iter()
        .map(|(function, share)| (function, share.into()))
        .collect();
    (Some(members), number)
}

impl ProfileRecord {
    /// Whether the profile has measured operations.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.status == "complete"
    }

    /// Calls of each function per operation, sorted by name; empty without a total.
    #[must_use]
    pub fn calls_per_operation(&self) -> Vec<(String, f64)> {
        let Some(total) = self.total.filter(|total| total.operations > 0) else {
            return Vec::new();
        };
        let mut sums = std::collections::BTreeMap::new();
        for call in &self.calls {
            *sums.entry(call.function.clone()).or_insert(0u64) += call.calls;
        }
        sums.into_iter()
            .map(|(function, calls)| (function, calls as f64 / total.operations as f64))
            .collect()
    }
}
