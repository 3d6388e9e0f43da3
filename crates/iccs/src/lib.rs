//! The interface that the Institute of Commercial Cryptography Standards (ICCS) gave to the submitters of the
//! Next-generation Commercial Cryptographic Algorithms Program: what a candidate calls, and how a candidate is called.
//!
//! A candidate is C code. It calls helper functions that come with the interface (SM3, two placeholder hash functions
//! and a deterministic random number generator), and it offers functions under fixed names. This crate holds
//!
//! * [`sources`]: independent C implementations of the helpers, and the shim that turns a candidate into a
//!   library with one exported table. They are embedded, so a build needs nothing but this crate and a compiler.
//! * [`model`]: the helpers again, in safe Rust on top of the `sm3` crate. Drivers take their seeds from it, and it
//!   checks the C code.
//! * [`library`] (feature `library`, on by default): opens a built library and offers its functions over byte slices.
//!   All unsafe code is in there.
//! * [`Kind`] and [`Operation`]: the names of what there is to call and to measure.
//!
//! # Known limitations
//!
//! The block-cipher interface is not covered. The C helpers keep the cost profile of the official ones (which
//! functions hash what how often, and which memory they allocate), not their exact instruction count.
//!
//! # Source
//!
//! The behaviour is that published with the interface; SM3 is GB/T 32905-2016, HMAC GB/T 15852.2-2024 section 7, the
//! key derivation GB/T 32918.4-2016 section 5.4.3, and the generator has the structure of Hash_DRBG in NIST SP 800-90A.

#![cfg_attr(not(feature = "library"), forbid(unsafe_code))]

mod kind;
#[cfg(feature = "library")]
pub mod library;
pub mod model;
mod operation;
pub mod sources;

pub use kind::{Kind, ParseKindError};
pub use operation::{Operation, ParseOperationError};
