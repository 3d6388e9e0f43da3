//! Measuring campaigns: from manifests to evidence and pages.
#![forbid(unsafe_code)]

mod error;
pub mod features;
pub mod gate;
mod interrupt;
pub mod parallel;
mod workbench;

pub use error::Error;
pub use interrupt::Interrupt;
pub use workbench::{Repository, Workbench};
