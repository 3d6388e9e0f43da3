//! What a timing job reads: the counter, scheduler statistics and memory figures.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt as _;

use assay_cycles::{Counter, Floor, Preference, Source};
use assay_driver::protocol::{CounterDescription, TimePlan};

/// What is opened before foreign code runs.
pub(crate) struct Instruments {
    pub(crate) counter: Counter,
    pub(crate) description: CounterDescription,
    pub(crate) floor: Floor,
    scheduling: Option<File>,
    pub(crate) memory: MemoryFiles,
    /// How far the resident set may be off, in bytes: it grows with the number of CPUs, which is read from files.
    pub(crate) rss_error_bound_bytes: Option<u64>,
}

impl Instruments {
    /// To be called on the measuring thread.
    pub(crate) fn open(plan: &TimePlan) -> Result<Self, String> {
        let preference = match plan.counter.as_deref() {
            None => Preference::Best,
            Some(name) => {
                let source: Source = name
                    .parse()
                    .map_err(|error: assay_cycles::ParseSourceError| error.to_string())?;
                Preference::Only(source)
            }
        };
        let mut counter = Counter::open(preference).map_err(|error| error.to_string())?;
        let floor = counter.measure_floor().map_err(|error| error.to_string())?;
        // Who names the source knows its rate, and measuring one takes a tenth of a second.
        let rate = if plan.counter.is_none() {
            counter.rate()
        } else {
            None
        };
        let description = CounterDescription {
            source: counter.source().name().to_owned(),
            unit: counter.unit().name().to_owned(),
            rate_hz: rate.map(|rate| rate.hz),
            rate_basis: rate.map(|rate| rate.basis.to_string()),
            floor: floor.median,
            floor_minimum: floor.minimum,
            refused: counter.refused().iter().map(ToString::to_string).collect(),
        };
        let memory = MemoryFiles::open()
            .map_err(|error| format!("failed to open memory figures: {error}"))?;
        let scheduling = File::open("/proc/thread-self/schedstat").ok();
        Ok(Self {
            counter,
            description,
            floor,
            scheduling,
            memory,
            // Two: the CPU the process was started on, and the one it was then pinned to.
            rss_error_bound_bytes: assay_memory::counter_error_bound_bytes(2).ok(),
        })
    }

    /// Nanoseconds for which this thread was ready to run and did not.
    pub(crate) fn run_delay_ns(&self) -> Option<u64> {
        let mut text = [0; 128];
        let length = self.scheduling.as_ref()?.read_at(&mut text, 0).ok()?;
        let text = std::str::from_utf8(&text[..length]).ok()?;
        text.split_whitespace().nth(1)?.parse().ok()
    }
}

/// Memory figures of this process, opened early.
pub(crate) struct MemoryFiles {
    status: File,
}

impl MemoryFiles {
    fn open() -> io::Result<Self> {
        Ok(Self {
            status: File::open("/proc/self/status")?,
        })
    }

    pub(crate) fn read(&self) -> Result<assay_memory::Status, String> {
        let mut text = [0; 4096];
        let length = self
            .status
            .read_at(&mut text, 0)
            .map_err(|error| format!("failed to read memory figures: {error}"))?;
        assay_memory::parse_status(&String::from_utf8_lossy(&text[..length]))
            .map_err(|error| format!("failed to understand memory figures: {error}"))
    }
}
