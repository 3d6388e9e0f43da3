//! The driver with small C libraries, most of which misbehave in one way each.

mod describe;
mod exchanges;
mod kat;
mod library;
mod measuring;
mod memory;
mod misbehaviour;
mod parent;
mod protocol;
