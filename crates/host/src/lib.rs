//! The environment of a measurement, and whether a machine is fit to be measured on.
//!
//! # Why
//!
//! A number without the machine it was taken on cannot be judged, and a machine whose clock
//! wanders gives numbers that cannot be compared. [`Environment`] is what a record keeps about its
//! machine; [`Readiness`] compares the machine with what careful timing wants, and names for each
//! point the value found, the value wanted and the command that sets it.
//!
//! # How
//!
//! Files of `/proc`, `/sys` and `/etc` are read below the root of a [`Machine`], so that any
//! machine can be imitated in a test. What files cannot tell, [`Probes`] try out: pinning, opening
//! a hardware counter and, where the operating system does not control the clock, measuring it.
//!
//! ```no_run
//! use assay_host::{Machine, Probes, Readiness, default_cpu};
//!
//! let machine = Machine::here();
//! let cpu = default_cpu(&machine)?;
//! let probes = Probes::run(&machine, cpu)?;
//! let readiness = Readiness::of(&machine, cpu, &probes)?;
//! for problem in readiness.problems() {
//!     println!("{problem}");
//! }
//! # Ok::<(), assay_host::CpuError>(())
//! ```
//!
//! # Known limitations
//!
//! - Linux only. The rules know x86-64 and AArch64; other architectures are reported as unknown.
//! - Whether a machine is virtual is guessed from what its firmware and processor say.
//! - Interrupts, other processes and heat are not judged here, except by the load average.
//!
//! Sources: kernel documentation, `admin-guide/pm/cpufreq.rst`, `admin-guide/pm/intel_pstate.rst`,
//! `admin-guide/cputopology.rst`, `admin-guide/sysctl/kernel.rst`.

#![forbid(unsafe_code)]

mod clock;
mod counter;
mod cpus;
mod environment;
mod machine;
mod model;
mod probes;
mod readiness;

pub use clock::{MeasuredClock, WINDOWS};
pub use counter::CounterState;
pub use cpus::{CpuError, check_cpu, default_cpu, format_cpu_list, pin_to_cpu, usable_cpus};
pub use environment::{Environment, LoadAverage, load_average};
pub use machine::Machine;
pub use probes::Probes;
pub use readiness::{Item, Readiness, State};
