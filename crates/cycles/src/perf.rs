//! Hardware core cycles through `perf_event_open(2)`.

use std::io;
use std::os::fd::{AsRawFd, RawFd};

use perf_event::Builder;
use perf_event::events::Hardware as HardwareEvent;

use crate::counter::CounterError;
use crate::page::{self, MappedPage};
use crate::refusal::Refusal;
use crate::window::Coverage;

/// What the kernel says about an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reading {
    pub(crate) count: u64,
    pub(crate) time_enabled_ns: u64,
    pub(crate) time_running_ns: u64,
}

/// One hardware event of the calling thread; a trait, so that its misbehaviour can be tested.
pub(crate) trait Event {
    fn reset(&mut self) -> io::Result<()>;
    fn enable(&mut self) -> io::Result<()>;
    fn disable(&mut self) -> io::Result<()>;
    /// `None` at end of file: a pinned event that could not be put on the hardware.
    fn read(&self) -> io::Result<Option<Reading>>;
    /// The count read in user space, when that is possible now.
    fn read_in_user_space(&self) -> Option<u64>;
}

/// Core cycles, with the checks that make a count worth having.
#[derive(Debug)]
pub(crate) struct Cycles<E> {
    event: E,
}

impl<E: Event> Cycles<E> {
    pub(crate) const fn new(event: E) -> Self {
        Self { event }
    }

    /// Starts counting at 0.
    pub(crate) fn restart(&mut self) -> Result<(), CounterError> {
        self.event.reset().map_err(failed("reset the counter"))?;
        self.event.enable().map_err(failed("start the counter"))
    }

    /// Stops, and gives the count since [`Self::restart`] if it can be trusted. `before` is a
    /// reading from before the start: a reset leaves the times as they are.
    pub(crate) fn stop(&mut self, before: Reading) -> Result<(u64, Coverage), CounterError> {
        self.event.disable().map_err(failed("stop the counter"))?;
        let after = self.read()?;
        let coverage = Coverage {
            time_enabled_ns: after.time_enabled_ns.wrapping_sub(before.time_enabled_ns),
            time_running_ns: after.time_running_ns.wrapping_sub(before.time_running_ns),
        };
        if coverage.time_running_ns != coverage.time_enabled_ns {
            return Err(CounterError::Hardware(Refusal::Multiplexed {
                time_enabled_ns: coverage.time_enabled_ns,
                time_running_ns: coverage.time_running_ns,
            }));
        }
        if after.count == 0 {
            return Err(CounterError::Hardware(Refusal::CountsNothing));
        }
        Ok((after.count, coverage))
    }

    pub(crate) fn read(&self) -> Result<Reading, CounterError> {
        match self.event.read() {
            Ok(Some(reading)) => Ok(reading),
            Ok(None) => Err(CounterError::Hardware(Refusal::Busy)),
            Err(error) => Err(failed("read the counter")(error)),
        }
    }

    /// The count so far, without a system call if possible.
    #[inline(always)]
    pub(crate) fn read_in_user_space(&self) -> Option<u64> {
        self.event.read_in_user_space()
    }

    /// Counts a short piece of work, so that a counter that cannot be trusted is refused before
    /// anything depends on it. Says whether it can be read in user space.
    pub(crate) fn probe(&mut self) -> Result<bool, CounterError> {
        let before = self.read()?;
        self.restart()?;
        let mut sum = 0u64;
        for value in 0..10_000u64 {
            sum = std::hint::black_box(sum.wrapping_add(value));
        }
        let in_user_space = self.read_in_user_space().is_some();
        self.stop(before)?;
        Ok(in_user_space)
    }
}

fn failed(operation: &'static str) -> impl Fn(io::Error) -> CounterError {
    move |error| {
        CounterError::Hardware(Refusal::SystemCall {
            operation,
            errno: error.raw_os_error().unwrap_or(libc::EIO),
        })
    }
}

/// The event that the kernel counts.
pub(crate) struct KernelEvent {
    counter: perf_event::Counter,
    page: Option<MappedPage>,
}

impl std::fmt::Debug for KernelEvent {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("KernelEvent")
            .field("counter", &self.counter)
            .field("mapped", &self.page.is_some())
            .finish()
    }
}

/// On AArch64 asks for a 64-bit counter (bit 0) that user space may read (bit 1); see the kernel
/// documentation, `arch/arm64/perf.rst`.
#[cfg(target_arch = "aarch64")]
const USER_ACCESS: u64 = 0b11;

/// Opens the event of the calling thread: user mode only, pinned to the hardware, disabled.
/// `event_type` selects the PMU on machines with several kinds of cores.
pub(crate) fn open(event_type: Option<u32>) -> io::Result<KernelEvent> {
    #[cfg(target_arch = "aarch64")]
    if let Ok(event) = open_with(event_type, USER_ACCESS) {
        return Ok(event);
    }
    open_with(event_type, 0)
}

fn open_with(event_type: Option<u32>, user_access: u64) -> io::Result<KernelEvent> {
    let mut builder = Builder::new().kind(HardwareEvent::CPU_CYCLES);
    builder.pinned(true);
    builder.exclude_kernel(true);
    builder.exclude_hv(true);
    let attributes = builder.attrs_mut();
    if let Some(event_type) = event_type {
        // The upper half of `config` names the PMU of a generic hardware event (Linux 5.13).
        attributes.config |= u64::from(event_type) << 32;
    }
    if user_access != 0 {
        attributes.__bindgen_anon_3.config1 = user_access;
    }
    let counter = builder.build()?;
    let page = MappedPage::map(counter.as_raw_fd()).ok();
    Ok(KernelEvent { counter, page })
}

impl Event for KernelEvent {
    fn reset(&mut self) -> io::Result<()> {
        self.counter.reset()
    }

    fn enable(&mut self) -> io::Result<()> {
        self.counter.enable()
    }

    fn disable(&mut self) -> io::Result<()> {
        self.counter.disable()
    }

    fn read(&self) -> io::Result<Option<Reading>> {
        read_descriptor(self.counter.as_raw_fd())
    }

    #[inline(always)]
    fn read_in_user_space(&self) -> Option<u64> {
        page::read_count(self.page.as_ref()?)
    }
}

/// Reads count, time enabled and time running: what `perf_event::Counter` asks the kernel for.
/// Done here because it must not need `&mut`, and because a pinned event that lost its place
/// shows as an end of file.
fn read_descriptor(descriptor: RawFd) -> io::Result<Option<Reading>> {
    let mut buffer = [0u64; 3];
    let size = size_of_val(&buffer);
    // SAFETY: the buffer is valid for `size` bytes, and any bytes make valid integers.
    let length = unsafe { libc::read(descriptor, buffer.as_mut_ptr().cast(), size) };
    match usize::try_from(length) {
        Err(_) => Err(io::Error::last_os_error()),
        Ok(0) => Ok(None),
        Ok(length) if length == size => Ok(Some(Reading {
            count: buffer[0],
            time_enabled_ns: buffer[1],
            time_running_ns: buffer[2],
        })),
        Ok(_) => Err(io::Error::from_raw_os_error(libc::EIO)),
    }
}

#[cfg(test)]
#[path = "perf_tests.rs"]
pub(crate) mod tests;
