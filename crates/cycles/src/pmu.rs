//! Which performance monitoring unit counts on which CPU.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The performance monitoring unit of one kind of core.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorePmu {
    /// Its name in sysfs, such as `cpu_core`, `cpu_atom` or `armv8_cortex_a76`.
    pub name: String,
    /// The event type for `perf_event_open(2)`.
    pub event_type: u32,
    /// The CPUs it belongs to.
    pub cpus: Vec<usize>,
}

/// A sysfs file that could not be understood.
#[derive(Debug, thiserror::Error)]
#[error("failed to read {}: {source}", path.display())]
pub struct PmuError {
    path: PathBuf,
    source: io::Error,
}

/// The core PMUs of a machine with several kinds of cores, sorted by name; empty on others.
///
/// `sysfs` is usually `/sys`. A core PMU on such a machine is a folder in `devices` with the files
/// `type` and `cpus`; uncore units have `cpumask` instead (kernel documentation,
/// `ABI/testing/sysfs-bus-event_source-devices`).
///
/// # Errors
///
/// When a file of a core PMU is there but cannot be read or parsed.
pub fn core_pmus(sysfs: &Path) -> Result<Vec<CorePmu>, PmuError> {
    let Ok(entries) = fs::read_dir(sysfs.join("devices")) else {
        return Ok(Vec::new());
    };
    let mut pmus = Vec::new();
    for entry in entries.flatten() {
        let folder = entry.path();
        if !(folder.join("type").is_file() && folder.join("cpus").is_file()) {
            continue;
        }
        pmus.push(CorePmu {
            name: entry.file_name().to_string_lossy().into_owned(),
            event_type: parse_file(&folder.join("type"), |text| text.parse().ok())?,
            cpus: parse_file(&folder.join("cpus"), parse_cpu_list)?,
        });
    }
    pmus.sort_by(|left, right| left.name.cmp(&right.name));
    if pmus.len() < 2 {
        pmus.clear();
    }
    Ok(pmus)
}

/// The PMU that counts on `cpu`: `None` on a machine with one kind of cores, where the generic
/// event is right.
///
/// # Errors
///
/// As [`core_pmus`]; also when there are several kinds of cores and none has this CPU.
pub fn core_pmu(sysfs: &Path, cpu: usize) -> Result<Option<CorePmu>, PmuError> {
    let pmus = core_pmus(sysfs)?;
    if pmus.is_empty() {
        return Ok(None);
    }
    pmus.into_iter()
        .find(|pmu| pmu.cpus.contains(&cpu))
        .map(Some)
        .ok_or_else(|| PmuError {
            path: sysfs.join("devices"),
            source: io::Error::new(
                io::ErrorKind::NotFound,
                format!("no performance monitoring unit lists CPU {cpu}"),
            ),
        })
}

fn parse_file<T>(path: &Path, parse: impl Fn(&str) -> Option<T>) -> Result<T, PmuError> {
    fs::read_to_string(path)
        .and_then(|text| {
            parse(text.trim()).ok_or_else(|| {
                io::Error::new(
                    io::ErrorKind::InvalidData,
                    format!("unexpected content {:?}", text.trim()),
                )
            })
        })
        .map_err(|source| PmuError {
            path: path.to_owned(),
            source,
        })
}

/// The largest CPU number accepted, so that garbage cannot ask for a huge list.
const LARGEST_CPU: usize = 1 << 16;

/// Parses a kernel CPU list such as `0-3,8,10-11`; `None` when it is not one, or names a CPU
/// beyond 65536.
///
/// ```
/// assert_eq!(assay_cycles::parse_cpu_list("0-2,5"), Some(vec![0, 1, 2, 5]));
/// ```
#[must_use]
pub fn parse_cpu_list(text: &str) -> Option<Vec<usize>> {
    let mut cpus = Vec::new();
    for part in text.split(',').filter(|part| !part.is_empty()) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
        if first > last || last > LARGEST_CPU {
            return None;
        }
        cpus.extend(first..=last);
    }
    Some(cpus)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cpu_lists() {
        assert_eq!(parse_cpu_list("0-2,5"), Some(vec![0, 1, 2, 5]));
        assert_eq!(parse_cpu_list(""), Some(vec![]));
        assert_eq!(parse_cpu_list("3-1"), None);
        assert_eq!(parse_cpu_list("0-99999999999"), None);
        assert_eq!(parse_cpu_list("a"), None);
    }
}
