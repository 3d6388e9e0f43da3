//! Running foreign code in a process of its own, one library and one job at a time.
//!
//! # Why
//! Code of unknown quality crashes, hangs, exits, prints, and writes where it must not. None of this
//! may reach the program that measures it, and all of it must come out as one clear verdict.
//!
//! # How
//! This library is the parent's side: [`Driver::run`] starts the binary `assay-driver` of this
//! package, hands it one [`protocol::Job`], and passes its [`protocol::Answer`]s on. The process is the leader of
//! its own group, watched through a process descriptor with a deadline, and killed as a group;
//! [`Cancel`] ends it at once. However it ends becomes an [`Ending`], and every ending that the
//! candidate is to blame for becomes one [`assay_kat::Failure`] with a sentence.
//!
//! The binary loads the library, runs the work on a stack of its own above a large inaccessible
//! region, and answers on a descriptor of its own, every line with the token of the job.
//!
//! # Known limitations
//! Linux only. The token lies in the memory of the process; a candidate that searches for it could
//! forge answers. A process that leaves the group and closes its descriptors is not killed here; the
//! sandbox is to prevent new processes.
//!
//! # Source
//! `pidfd_open(2)`, `setpgid(2)`, `sigaltstack(2)`.

mod cancel;
mod ending;
mod lines;
mod output;
mod process;
pub mod protocol;
mod run;

pub use cancel::Cancel;
pub use ending::{EXIT_CANNOT_ANSWER, EXIT_DENIED, Ending, signal_name};
pub use run::{Driver, Outcome, RunError};
