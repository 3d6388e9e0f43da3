//! Measuring campaigns: from manifests to evidence and pages.
//!
//! # Why
//! The other crates each do one thing. A campaign strings them together in the order that makes a number worth
//! publishing: nothing is measured before it is built and proved, everything that was measured is stored at once, and
//! whatever is there already is not done again.
//!
//! # How
//! [`Workbench::set_up`] finds the compiler and builds driver and wrappers. [`gate::gate`] builds the chosen instances
//! and runs their known-answer tests. [`run`] takes them through gate, calibration, rounds of trials, profile
//! and pages; [`plan`] stops after calibration. Every finished process is a file of its own under `data/raw/` until the
//! record of its operation is complete, so an interrupted campaign loses at most the process that was running. Within a
//! candidate the processes of all instances and operations are run round by round, so that a drift of the machine is not
//! mistaken for a difference.
//!
//! [`mod@validate`] checks what is stored, [`mod@publish`] makes a run the published dataset of its system, and
//! [`mod@compare`] compares two campaigns. `examples/scale.rs` measures their cost.
//!
//! # Known limitations
//! One campaign uses one CPU for timing. Two campaigns on one machine disturb each other; only the run folder is locked.
//!
//! # Source
//! Calibration, planning and order follow the published method of the NGCC performance dataset.
#![forbid(unsafe_code)]

mod assemble;
pub mod bench;
mod calibrate;
mod clock;
pub mod compare;
mod conclude;
mod cpu_lock;
mod dataset;
mod disturbance;
mod effort;
mod error;
mod event;
pub mod features;
pub mod gate;
mod hash_profile;
mod host;
mod interrupt;
mod load;
mod measure;
mod memory;
pub mod pages;
pub mod parallel;
mod process;
pub mod publish;
mod ready;
mod recall;
mod run;
mod schedule;
mod session;
mod stale;
pub mod trust;
pub mod validate;
pub mod vectors;
mod workbench;

pub use dataset::Dataset;
pub use effort::Effort;
pub use error::Error;
pub use event::{Event, PlanRow, PlanSummary};
pub use host::{Host, HostState, UNREGISTERED};
pub use interrupt::Interrupt;
pub use pages::RunFolder;
pub use run::{Settings, Summary, plan, run};
pub use schedule::{Call, HASH_LENGTHS, Ready, Unit, by_candidate, rounds};
pub use workbench::{DEADLINE, Repository, Workbench};
