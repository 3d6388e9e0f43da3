//! Memory of an operation on its own: the depth of its stack, and what it asks of the allocator.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::derive::total;
use crate::provenance::Tool;
use crate::record::operation_key;

/// Memory of one operation of one instance. A format of version 3; published data has none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryRecord {
    /// 3.
    pub schema: u32,
    /// Candidate, such as `kem-24`.
    pub candidate: String,
    /// Label of the instance.
    pub label: String,
    /// Operation without size.
    pub operation: String,
    /// Message length for `hash`, else 0.
    pub input_bytes: u64,
    /// Where the numbers come from.
    pub provenance: MemoryProvenance,
    /// Command lines of the processes.
    pub commands: Vec<Vec<String>>,
    /// Stack, from the plain library; null when it was not measured.
    pub stack: Option<StackUse>,
    /// Why there is no stack.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_stack: Option<String>,
    /// Heap, from the instrumented library; null when it was not measured.
    pub heap: Option<HeapUse>,
    /// Why there is no heap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub no_heap: Option<String>,
    /// Members of other versions, kept as they are.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// Where the numbers of a memory record come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemoryProvenance {
    /// `independent` or `submission`.
    pub origin: String,
    /// The program that measured.
    pub tool: Tool,
    /// SHA-256 of the plain library.
    pub library_sha256: String,
    /// SHA-256 of the instrumented library; null when there is none.
    pub instrumented_sha256: Option<String>,
    /// Functions of the allocator whose calls are counted.
    pub wrapped: Vec<String>,
    /// Functions that allocate and are called but not counted: the heap is a lower bound.
    pub not_wrapped: Vec<String>,
}

/// Stack of some calls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StackUse {
    /// For each call, bytes from the stack pointer before it down to the lowest byte that was changed, rounded up to 16.
    pub calls: Vec<u64>,
    /// The largest of them.
    pub peak_bytes: u64,
}

impl StackUse {
    /// The use in these calls; `None` without calls.
    #[must_use]
    pub fn new(calls: Vec<u64>) -> Option<StackUse> {
        let peak_bytes = calls.iter().copied().max()?;
        Some(StackUse { calls, peak_bytes })
    }
}

/// Heap of some calls.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeapUse {
    /// What each call asked for.
    pub calls: Vec<HeapCall>,
    /// The largest peak of them.
    pub peak_bytes: u64,
}

impl HeapUse {
    /// The use in these calls; `None` without calls.
    #[must_use]
    pub fn new(calls: Vec<HeapCall>) -> Option<HeapUse> {
        let peak_bytes = calls.iter().map(|call| call.peak_bytes).max()?;
        Some(HeapUse { calls, peak_bytes })
    }

    /// Blocks that could not be followed in any call.
    #[must_use]
    pub fn not_followed(&self) -> u64 {
        total(self.calls.iter().map(|call| call.not_followed))
    }
}

/// What one call asked of the allocator, in bytes as they were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeapCall {
    /// Most bytes in use at a time beyond those in use before.
    pub peak_bytes: u64,
    /// Calls that asked for memory.
    pub allocations: u64,
    /// Calls that gave a block back.
    pub releases: u64,
    /// Bytes in use afterwards beyond those in use before.
    pub kept_bytes: i64,
    /// Blocks that could not be followed, and are in no number of bytes.
    pub not_followed: u64,
}

/// Something in a memory record does not follow from its calls.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MemoryDiscrepancy {
    /// A peak is not the largest of its calls.
    #[error("the peak of the {what} is stored as {stored} bytes, but its calls give {}", computed.map_or("none".to_owned(), |bytes| bytes.to_string()))]
    Peak {
        /// `stack` or `heap`.
        what: &'static str,
        /// As stored.
        stored: u64,
        /// From the calls.
        computed: Option<u64>,
    },
    /// A figure that is missing has no reason, or one that is there has one.
    #[error("the {0} is neither a figure nor a reason why there is none, or both")]
    Reason(&'static str),
}

impl MemoryRecord {
    /// `keygen`, `hash_32`: the operation with its size.
    #[must_use]
    pub fn operation_key(&self) -> String {
        operation_key(&self.operation, self.input_bytes)
    }

    /// Recomputes what follows from the calls, and lists what does not agree.
    #[must_use]
    pub fn check(&self) -> Vec<MemoryDiscrepancy> {
        let mut found = Vec::new();
        let stack = self.stack.as_ref().map(|stack| {
            let computed = stack.calls.iter().copied().max();
            ("stack", stack.peak_bytes, computed)
        });
        let heap = self.heap.as_ref().map(|heap| {
            let computed = heap.calls.iter().map(|call| call.peak_bytes).max();
            ("heap", heap.peak_bytes, computed)
        });
        for (what, stored, computed) in stack.into_iter().chain(heap) {
            if computed != Some(stored) {
                found.push(MemoryDiscrepancy::Peak {
                    what,
                    stored,
                    computed,
                });
            }
        }
        if self.stack.is_some() == self.no_stack.is_some() {
            found.push(MemoryDiscrepancy::Reason("stack"));
        }
        if self.heap.is_some() == self.no_heap.is_some() {
            found.push(MemoryDiscrepancy::Reason("heap"));
        }
        found
    }
}
