use assay_wrap::Function;
use serde::{Deserialize, Serialize};

use crate::shape::{read_function, write_function};

/// How often a function was called in one operation, over all measured ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallRange {
    /// The function.
    #[serde(
        rename = "fn",
        serialize_with = "write_function",
        deserialize_with = "read_function"
    )]
    pub function: Function,
    /// Fewest outermost calls in an operation.
    pub fewest: u64,
    /// Most outermost calls in an operation.
    pub most: u64,
}

impl CallRange {
    /// The number of calls, when it was the same in all operations.
    pub fn exact(&self) -> Option<u64> {
        (self.fewest == self.most).then_some(self.most)
    }
}
