//! Reading a cycle counter honestly: which counter it is, what it counts, and what reading it costs.
//!
//! # Why
//!
//! A time stamp counter is often printed as "cycles". It counts at a fixed rate, whatever the core
//! does, so such a figure changes its meaning with every change of the core clock. Here a number
//! never travels without its [`Unit`], the counter that was opened says which [`Source`] it is, and
//! every better source that was passed over comes with the [`Refusal`] that explains it.
//!
//! # How
//!
//! [`Counter::open`] tries, in this order: hardware core cycles read in user space (`rdpmc` on
//! x86-64, `pmccntr_el0` on AArch64), hardware core cycles through `read(2)`, the time stamp
//! counter (x86-64) or the virtual counter (AArch64), and the raw monotonic clock. There are two
//! ways of using it:
//!
//! - a [`Window`] around many calls gives their total count and the raw monotonic time;
//! - a [`Sampler`] stamps single calls with a fenced pair of readings. The cost of an empty pair,
//!   the [`Floor`], is measured with [`Counter::measure_floor`] and can be subtracted.
//!
//! Hardware cycles are those of the calling thread in user mode, on the core type it is pinned to.
//! The event is pinned to the hardware; if the kernel had to share it all the same, the result is
//! an error, not an estimate.
//!
//! ```
//! use assay_cycles::{Counter, Preference};
//!
//! let mut counter = Counter::open(Preference::Best)?;
//! let floor = counter.measure_floor()?;
//! let sampler = counter.sampler()?;
//! let (sum, count) = sampler.measure(|| std::hint::black_box(0..100u64).sum::<u64>());
//! let count = floor.subtract(count)?;
//! sampler.finish()?;
//! println!("{sum} took {count} from {}", counter.source());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Known limitations
//!
//! - Linux only. A counter counts the thread that opened it and cannot be sent to another.
//! - On machines with several kinds of cores the thread must be pinned to one CPU first.
//! - AArch64: in user space only the dedicated cycle counter is read (Linux 5.17 or later with
//!   `kernel.perf_user_access = 1`); an event that the kernel put elsewhere is read by `read(2)`.
//! - Time stamp counters go on during interrupts and while the thread does not run.
//!
//! Sources: `perf_event_open(2)`; the comments of `struct perf_event_mmap_page` in
//! `include/uapi/linux/perf_event.h`; Intel SDM volume 3, "Time-Stamp Counter" and "RDPMC"; Arm
//! Architecture Reference Manual, "The Generic Timer".

mod clock;
mod counter;
mod floor;
mod page;
mod perf;
mod pmu;
mod refusal;
mod sampler;
mod source;
mod unit;
mod window;

#[cfg_attr(target_arch = "x86_64", path = "x86_64.rs")]
#[cfg_attr(target_arch = "aarch64", path = "aarch64.rs")]
#[cfg_attr(
    not(any(target_arch = "x86_64", target_arch = "aarch64")),
    path = "generic.rs"
)]
mod architecture;

pub use clock::monotonic_raw_ns;
pub use counter::{Counter, CounterError, OpenError, Preference, Refused};
pub use floor::Floor;
pub use pmu::{CorePmu, PmuError, core_pmu, core_pmus, parse_cpu_list};
pub use refusal::{PARANOID_NEEDED, Refusal};
pub use sampler::{Sampler, SamplingReport, Stamp};
pub use source::{ParseSourceError, Rate, RateBasis, Source};
pub use unit::{Count, ParseUnitError, Unit, UnitMismatch};
pub use window::{Coverage, RunningWindow, Window};
