//! Why a record could not be made.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Verdict;

/// A verdict other than PASS together with the sentence that explains it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The verdict this failure leads to.
    pub verdict: Verdict,
    /// What happened: function, value, buffer, count. Lowercase, no full stop, one line.
    pub detail: String,
}

impl Failure {
    /// Joins a verdict and its explanation.
    pub fn new(verdict: Verdict, detail: impl Into<String>) -> Self {
        Self {
            verdict,
            detail: detail.into(),
        }
    }

    /// The same failure, with the record in which it happened in front.
    #[must_use]
    pub fn in_record(mut self, index: u64) -> Self {
        self.detail = format!("record {index}: {}", self.detail);
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.verdict, self.detail)
    }
}

impl std::error::Error for Failure {}
