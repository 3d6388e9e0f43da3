use assay_wrap::Function;
use serde::{Deserialize, Serialize};

use crate::{
    shape::CallShape,
    share::{HashShare, Shares},
};

/// The measured operations altogether.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Total {
    /// How many operations.
    pub operations: u64,
    /// Ticks spent in them.
    pub ticks: u64,
}

/// The measured part of a profile, with the member names of the published ones.
///
/// Other members of a published profile are ignored when one is read.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Profile {
    /// The measured operations, or `None` if they did not complete.
    pub total: Option<Total>,
    /// One entry per call shape.
    pub calls: Vec<CallShape>,
    /// The share of each function; absent when there is no total or it is 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Shares>,
    /// The share of all hash functions; absent when there is no total or it is 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash_share: Option<HashShare>,
}

impl Profile {
    /// Computes the shares of what was counted.
    pub fn new(
        total: Option<Total>,
        calls: impl IntoIterator<Item = impl Into<CallShape>>,
    ) -> Self {
        let calls: Vec<CallShape> = calls.into_iter().map(Into::into).collect();
        let share = total.and_then(|total| shares(total, &calls));
        let hash_share = share.as_ref().map(Shares::hash_share);
        Profile {
            total,
            calls,
            share,
            hash_share,
        }
    }

    /// Calls of a function per operation; `None` without operations.
    pub fn calls_per_operation(&self, function: Function) -> Option<f64> {
        let calls: u64 = self.of(function).map(|shape| shape.calls).sum();
        self.per_operation(calls)
    }

    /// The call shapes with their calls per operation, in order; `None` without operations.
    pub fn shapes_per_operation(&self) -> Option<Vec<(CallShape, f64)>> {
        self.calls
            .iter()
            .map(|&shape| Some((shape, self.per_operation(shape.calls)?)))
            .collect()
    }

    /// The functions that occurred, in the order of first occurrence.
    pub fn functions(&self) -> Vec<Function> {
        functions(&self.calls)
    }

    fn of(&self, function: Function) -> impl Iterator<Item = &CallShape> {
        self.calls
            .iter()
            .filter(move |shape| shape.function == function)
    }

    fn per_operation(&self, calls: u64) -> Option<f64> {
        let operations = self.total?.operations;
        (operations > 0).then(|| calls as f64 / operations as f64)
    }
}

fn functions(calls: &[CallShape]) -> Vec<Function> {
    let mut functions = Vec::new();
    for shape in calls {
        if !functions.contains(&shape.function) {
            functions.push(shape.function);
        }
    }
    functions
}

fn shares(total: Total, calls: &[CallShape]) -> Option<Shares> {
    if total.ticks == 0 {
        return None;
    }
    let share = |function| {
        let ticks: u128 = calls
            .iter()
            .filter(|shape| shape.function == function)
            .map(|shape| u128::from(shape.ticks))
            .sum();
        (function, ticks as f64 / total.ticks as f64)
    };
    Some(Shares(functions(calls).into_iter().map(share).collect()))
}
