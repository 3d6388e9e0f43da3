use assay_wrap::Function;

/// Why a share is only a lower bound. The text is a sentence part for reports.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum LowerBound {
    /// The object that defines a function also calls it, which the linker cannot redirect.
    #[error("calls of {} inside {object} are not seen, because they stay within one object file", function.symbol())]
    SameObject {
        /// The function.
        function: Function,
        /// The object file.
        object: String,
    },
    /// A function is defined, but no other object calls it by its name.
    #[error("{} is defined in {object}, but no call of it crosses an object boundary", function.symbol())]
    NeverCrosses {
        /// The function.
        function: Function,
        /// The object file.
        object: String,
    },
    /// Calls found all slots taken.
    #[error("{calls} calls are in no count, because there were more call shapes than slots")]
    Overflow {
        /// How many calls.
        calls: u64,
    },
}

impl LowerBound {
    /// The note for so many calls without a slot, if there were any.
    pub fn of_overflow(calls: u64) -> Option<LowerBound> {
        (calls > 0).then_some(LowerBound::Overflow { calls })
    }
}
