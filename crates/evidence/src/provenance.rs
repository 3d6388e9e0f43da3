//! Where a number comes from: the members version 3 adds to a record.

use serde::{Deserialize, Serialize};

/// Origin of the code, counter, tool and fitness of the host.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// `independent` or `submission`.
    pub origin: String,
    /// The program that measured.
    pub tool: Tool,
    /// Measured with the small planning constants of a quick look.
    pub quick: bool,
    /// Whether the host was in the state that a publishable measurement needs.
    pub host_fixed: bool,
    /// Why it was not.
    pub host_problems: Vec<String>,
    /// Digest of everything the library was built from.
    pub build_key: String,
    /// The counter that was read.
    pub counter: Counter,
    /// What kept the candidate's code apart, and what was not available.
    pub isolation: Vec<Layer>,
}

/// A program and its version.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tool {
    /// Name.
    pub name: String,
    /// Version.
    pub version: String,
}

/// The counter a record was measured with; the same for all its processes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Counter {
    /// How it was read: `perf_rdpmc`, `perf_read`, `tsc`, `cntvct`, `monotonic`.
    pub source: String,
    /// What it counts: `core_cycles`, `tsc_ticks`, `cntvct_ticks`, `ns`.
    pub unit: String,
    /// Counts per second where the rate is fixed; null for core cycles.
    pub rate_hz: Option<f64>,
    /// Where the rate comes from.
    pub rate_origin: Option<String>,
    /// Better sources that were refused, and why.
    pub refused: Vec<Refusal>,
}

/// A counter that could not be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The source.
    pub source: String,
    /// Why.
    pub reason: String,
}

/// One layer of isolation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// Its name.
    pub name: String,
    /// `active`, or `not available: …`.
    pub state: String,
}
