use std::fmt;

use assay_wrap::{CallCount, Function};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// All calls of one function with one input length and one output length, over all measured operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallShape {
    /// The function.
    #[serde(
        rename = "fn",
        serialize_with = "write_function",
        deserialize_with = "read_function"
    )]
    pub function: Function,
    /// Bits of input; 0 for the random number generator.
    pub in_bits: u64,
    /// Bits of output.
    pub out_bits: u64,
    /// Outermost calls.
    pub calls: u64,
    /// Ticks spent in them.
    pub ticks: u64,
}

impl From<CallCount> for CallShape {
    fn from(count: CallCount) -> Self {
        CallShape {
            function: count.function,
            in_bits: count.in_bits,
            out_bits: count.out_bits,
            calls: count.calls,
            ticks: count.ticks,
        }
    }
}

pub(crate) fn write_function<S: Serializer>(
    function: &Function,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(function.name())
}

pub(crate) fn read_function<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Function, D::Error> {
    deserializer.deserialize_str(FunctionName)
}

struct FunctionName;

impl de::Visitor<'_> for FunctionName {
    type Value = Function;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("pseudohash, pseudoXOF, sm3hash or drng")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<Function, E> {
        Function::from_name(name).ok_or_else(|| E::invalid_value(de::Unexpected::Str(name), &self))
    }
}
