use assay_wrap::Function;
use serde::{Deserialize, Serialize};

use crate::{
    overhead::Overhead,
    range::CallRange,
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
    /// What counting cost; the shares are without it. Absent in published profiles, whose shares are with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overhead: Option<Overhead>,
    /// Calls in one operation, for each function that occurred; empty when that was not seen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls_in_one: Vec<CallRange>,
    /// The share of each function; absent when there is no total or it is 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Shares>,
    /// The share of all hash functions; absent when there is no total or it is 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash_share: Option<HashShare>,
}

impl Profile {
    /// Computes the shares of what was counted, as it was counted.
    pub fn new(
        total: Option<Total>,
        calls: impl IntoIterator<Item = impl Into<CallShape>>,
    ) -> Self {
        Profile::without_overhead(total, calls, None, Vec::new())
    }

    /// Computes the shares of what was counted, without what counting cost. They are at most 1 together.
    pub fn without_overhead(
        total: Option<Total>,
        calls: impl IntoIterator<Item = impl Into<CallShape>>,
        overhead: Option<Overhead>,
        calls_in_one: Vec<CallRange>,
    ) -> Self {
        let calls: Vec<CallShape> = calls.into_iter().map(Into::into).collect();
        let share = total.and_then(|total| match overhead {
            None => shares(total, &calls),
            Some(overhead) => corrected_shares(total, &calls, &overhead),
        });
        let hash_share = share.as_ref().map(Shares::hash_share);
        Profile {
            total,
            calls,
            overhead,
            calls_in_one,
            share,
            hash_share,
        }
    }

    /// Calls of a function in each operation, when it was the same number in all of them.
    pub fn exact_calls(&self, function: Function) -> Option<u64> {
        self.calls_in_one
            .iter()
            .find(|range| range.function == function)?
            .exact()
    }

    /// Calls of a function per operation; `None` without operations.
    pub fn calls_per_operation(&self, function: Function) -> Option<f64> {
        let calls = self
            .of(function)
            .fold(0, |calls: u64, shape| calls.saturating_add(shape.calls));
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

/// Shares of the time that the operations would have taken without counting.
fn corrected_shares(total: Total, calls: &[CallShape], overhead: &Overhead) -> Option<Shares> {
    let functions = functions(calls);
    let own = |function: Function| {
        overhead.own_ticks(calls.iter().filter(|shape| shape.function == function))
    };
    let inside: f64 = functions.iter().map(|&function| own(function)).sum();
    // An overhead that is a little too large must not make the parts larger than the whole.
    let whole = overhead.total_ticks(total, calls).max(inside);
    (total.ticks > 0 && whole > 0.0).then(|| {
        Shares(
            functions
                .into_iter()
                .map(|function| (function, own(function) / whole))
                .collect(),
        )
    })
}
