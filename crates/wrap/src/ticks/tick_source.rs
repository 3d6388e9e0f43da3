use core::fmt;

/// What a tick is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u32)]
pub enum TickSource {
    /// The time stamp counter of x86-64.
    Rdtsc = 1,
    /// The virtual counter of AArch64, read after an instruction barrier.
    Cntvct = 2,
    /// Nanoseconds of the monotonic clock.
    ClockGettime = 3,
}

impl TickSource {
    /// The source of [`now`](super::now) on this architecture.
    pub const HERE: TickSource = super::source::SOURCE;

    /// The name in profiles.
    pub const fn name(self) -> &'static str {
        match self {
            TickSource::Rdtsc => "rdtsc",
            TickSource::Cntvct => "cntvct_el0",
            TickSource::ClockGettime => "clock_gettime_ns",
        }
    }

    /// The number that stands for the source in a table.
    pub const fn code(self) -> u32 {
        self as u32
    }

    /// The source with this [`code`](Self::code).
    pub fn from_code(code: u32) -> Option<TickSource> {
        [
            TickSource::Rdtsc,
            TickSource::Cntvct,
            TickSource::ClockGettime,
        ]
        .into_iter()
        .find(|source| source.code() == code)
    }
}

impl fmt::Display for TickSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
