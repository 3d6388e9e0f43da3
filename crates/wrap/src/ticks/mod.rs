//! The clock by which calls are timed: the cheapest one of the architecture that never goes backwards.

#[cfg(target_arch = "aarch64")]
#[path = "aarch64.rs"]
mod source;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
#[path = "portable.rs"]
mod source;
#[cfg(target_arch = "x86_64")]
#[path = "x86_64.rs"]
mod source;
mod tick_source;

pub use source::now;
pub use tick_source::TickSource;
