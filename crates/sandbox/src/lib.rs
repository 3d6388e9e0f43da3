//! Limits on what foreign code may do, and a report of which of them are in force.
//!
//! # Why
//!
//! Code that is measured is not code that is trusted: it may allocate without end, never return,
//! write large files, or outlive the tool that started it. A limit that silently was not set is
//! worse than none, so [`Limits::apply`] says for each [`Layer`] whether it is active, and if not
//! why.
//!
//! # How
//!
//! The process that is about to load the foreign code calls [`Limits::apply`] on itself. It
//!
//! - switches core dumps off (`RLIMIT_CORE` = 0);
//! - limits address space, processor time and file size (`RLIMIT_AS`, `RLIMIT_CPU`,
//!   `RLIMIT_FSIZE`), as asked;
//! - becomes the leader of a process group of its own, so that it can be killed with all it started;
//! - asks to be killed when its parent ends (`PR_SET_PDEATHSIG`);
//! - gives up gaining privileges by starting other programs (`PR_SET_NO_NEW_PRIVS`).
//!
//! ```no_run
//! use assay_sandbox::Limits;
//!
//! let limits = Limits {
//!     address_space_bytes: Some(4 << 30),
//!     cpu_seconds: Some(600),
//!     file_size_bytes: Some(1 << 20),
//!     ..Limits::default()
//! };
//! let layers = limits.apply();
//! for (name, reason) in layers.missing() {
//!     eprintln!("{name}: {reason}");
//! }
//! ```
//!
//! # Known limitations
//!
//! - Nothing here keeps code from reading files, opening sockets or starting processes.
//! - The parent-death signal is sent when the *thread* that started the process ends: start it
//!   from a thread that waits for it.
//! - Code with privileges can raise its limits again.
//!
//! Sources: `getrlimit(2)`, `setpgid(2)`, `PR_SET_PDEATHSIG(2const)`, `PR_SET_NO_NEW_PRIVS(2const)`.

mod files;
mod layers;
mod limits;
pub mod system_calls;

pub use files::Confinement;
pub use layers::{Layer, Layers, ParseLayerError};
pub use limits::Limits;
