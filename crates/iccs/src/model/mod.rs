//! The helper functions in safe Rust: SM3 over bit strings, `pseudohash`, `pseudoXOF` and the DRNG.
//!
//! Bit strings are stored most significant bit first; spare low bits of a message's last byte are ignored, and those
//! of an output's are zero. The model is written for clarity. It agrees with the C helpers bit for bit, including
//! their deviation from SM3 for messages of 2^32 bits and more, but not in cost.

mod auxiliary;
mod bits;
mod drng;
mod sm3;

pub use auxiliary::{PseudohashLength, pseudohash, pseudoxof};
pub use bits::BitStr;
pub use drng::{Drng, SEED_LENGTH};
pub use sm3::{sm3, sm3_bits};
