use std::fmt;

use assay_wrap::Function;
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, MapAccess},
    ser::SerializeMap,
};

use crate::shape::{read_function, write_function};

/// The share of each function that occurred, in the order of first occurrence.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shares(pub Vec<(Function, f64)>);

impl Shares {
    /// The share of one function, if it occurred.
    pub fn get(&self, function: Function) -> Option<f64> {
        self.0
            .iter()
            .find(|(other, _)| *other == function)
            .map(|&(_, share)| share)
    }

    /// The shares of all functions but the random number generator, added up in order.
    pub fn hash_share(&self) -> HashShare {
        let hashes = self
            .0
            .iter()
            .filter(|(function, _)| *function != Function::Drng);
        HashShare(
            hashes
                .map(|&(_, share)| share)
                .reduce(|sum, share| sum + share),
        )
    }
}

/// The share of the hash functions together; `None` when no hash function was called.
///
/// In JSON, none is the integer 0 and anything else a floating-point number, as in published profiles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HashShare(pub Option<f64>);

impl HashShare {
    /// The share, 0 when no hash function was called.
    pub fn value(self) -> f64 {
        self.0.unwrap_or(0.0)
    }
}

impl Serialize for HashShare {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(share) => serializer.serialize_f64(share),
            None => serializer.serialize_u8(0),
        }
    }
}

impl<'de> Deserialize<'de> for HashShare {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number;

        impl de::Visitor<'_> for Number {
            type Value = HashShare;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a share, or the integer 0 when there is none")
            }

            fn visit_f64<E>(self, share: f64) -> Result<HashShare, E> {
                Ok(HashShare(Some(share)))
            }

            fn visit_u64<E: de::Error>(self, share: u64) -> Result<HashShare, E> {
                match share {
                    0 => Ok(HashShare(None)),
                    // A share of exactly 1 may have been written without its fraction.
                    1 => Ok(HashShare(Some(1.0))),
                    other => Err(E::invalid_value(de::Unexpected::Unsigned(other), &self)),
                }
            }
        }

        deserializer.deserialize_any(Number)
    }
}

#[derive(Serialize, Deserialize)]
struct Name(
    #[serde(serialize_with = "write_function", deserialize_with = "read_function")] Function,
);

impl Serialize for Shares {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (function, share) in &self.0 {
            map.serialize_entry(&Name(*function), share)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Shares {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Map;

        impl<'de> de::Visitor<'de> for Map {
            type Value = Shares;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of shares by function")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Shares, A::Error> {
                let mut shares = Shares::default();
                while let Some((Name(function), share)) = map.next_entry()? {
                    if shares.get(function).is_some() {
                        return Err(de::Error::custom(format_args!(
                            "duplicate function {function}"
                        )));
                    }
                    shares.0.push((function, share));
                }
                Ok(shares)
            }
        }

        deserializer.deserialize_map(Map)
    }
}
