//! The text of files under `/proc`.

/// The memory figures of `/proc/<pid>/status`, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    /// `VmHWM`: the largest resident set so far, or since it was last reset.
    pub high_water_bytes: u64,
    /// `VmRSS`: the resident set now, from batched counters.
    pub resident_bytes: u64,
}

/// The first figures of `/proc/<pid>/statm`, in pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statm {
    /// The whole address space.
    pub size_pages: u64,
    /// The resident set, from batched counters.
    pub resident_pages: u64,
    /// The resident pages of files and shared memory.
    pub shared_pages: u64,
}

/// A text that is not what the kernel writes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// A line or field is not there; kernel threads and zombies have no memory figures.
    #[error("{field} is missing")]
    Missing {
        /// Its name.
        field: &'static str,
    },
    /// A value is not a number of the expected form, or too large.
    #[error("{field} has the unexpected value {value:?}")]
    Unexpected {
        /// The name of the line or field.
        field: &'static str,
        /// What stands there.
        value: String,
    },
}

/// Parses `/proc/<pid>/status`.
///
/// # Errors
///
/// When `VmHWM` or `VmRSS` is missing or not a number of kB.
pub fn parse_status(text: &str) -> Result<Status, ParseError> {
    Ok(Status {
        high_water_bytes: kibibyte_line(text, "VmHWM")?,
        resident_bytes: kibibyte_line(text, "VmRSS")?,
    })
}

/// Parses `/proc/<pid>/smaps_rollup` and gives the resident set in bytes.
///
/// # Errors
///
/// When the `Rss` line is missing or not a number of kB.
pub fn parse_smaps_rollup(text: &str) -> Result<u64, ParseError> {
    kibibyte_line(text, "Rss")
}

/// Parses `/proc/<pid>/statm`.
///
/// # Errors
///
/// When there are fewer than three fields or one of them is not a number.
pub fn parse_statm(text: &str) -> Result<Statm, ParseError> {
    let mut fields = text.split_ascii_whitespace();
    let mut next = |field| {
        let value = fields.next().ok_or(ParseError::Missing { field })?;
        value.parse().map_err(|_| unexpected(field, value))
    };
    Ok(Statm {
        size_pages: next("size")?,
        resident_pages: next("resident")?,
        shared_pages: next("shared")?,
    })
}

/// The value in bytes of a line such as `VmHWM: 1752 kB`. The kernel writes kB and means KiB.
fn kibibyte_line(text: &str, field: &'static str) -> Result<u64, ParseError> {
    let value = text
        .lines()
        .find_map(|line| line.strip_prefix(field)?.strip_prefix(':'))
        .ok_or(ParseError::Missing { field })?
        .trim();
    value
        .strip_suffix("kB")
        .and_then(|number| number.trim_end().parse::<u64>().ok())
        .and_then(|kibibytes| kibibytes.checked_mul(1024))
        .ok_or_else(|| unexpected(field, value))
}

fn unexpected(field: &'static str, value: &str) -> ParseError {
    ParseError::Unexpected {
        field,
        value: value.to_owned(),
    }
}
