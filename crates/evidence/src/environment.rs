//! The state of a machine, copied into every record that was measured in it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// What a record says of the machine. Values of the kernel are strings exactly as read; `None` where a file is absent.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Environment {
    /// Name of the machine.
    pub hostname: Option<String>,
    /// `x86_64` or `aarch64`.
    pub architecture: String,
    /// Model name of the processor.
    pub cpu_model: Option<String>,
    /// Board or product name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// CPU the measurements ran on.
    pub cpu_number: u32,
    /// List of the kernel, such as `0,2,4-7`.
    pub logical_cpus_online: Option<String>,
    /// Whether a hypervisor is present.
    pub virtualized: bool,
    /// Memory in KiB.
    pub memory_total_kib: Option<u64>,
    /// Name of the distribution.
    pub os: Option<String>,
    /// Release of the kernel.
    pub kernel: Option<String>,
    /// First line of the compiler's version.
    pub compiler: Option<String>,
    /// First line of cmake's version; only in published data, as nothing here uses it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cmake: Option<String>,
    /// Version of Python; only in published data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub python: Option<String>,
    /// `kernel.perf_event_paranoid`.
    pub perf_event_paranoid: Option<String>,
    /// Frequency governor of the CPU.
    pub cpufreq_governor: Option<String>,
    /// Frequency driver of the CPU.
    pub cpufreq_driver: Option<String>,
    /// Lowest frequency in kHz.
    pub cpufreq_min_khz: Option<String>,
    /// Highest frequency in kHz.
    pub cpufreq_max_khz: Option<String>,
    /// Average frequency in kHz.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpufreq_avg_khz: Option<String>,
    /// `1` when turbo is off.
    pub intel_pstate_no_turbo: Option<String>,
    /// `0` when boost is off.
    pub cpufreq_boost: Option<String>,
    /// State of simultaneous multithreading.
    pub smt_control: Option<String>,
    /// Measured core clock, median, in Hz.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core_clock_hz: Option<u64>,
    /// Measured core clock, lowest window, in Hz.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core_clock_min_hz: Option<u64>,
    /// Measured core clock, highest window, in Hz.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core_clock_max_hz: Option<u64>,
    /// Measured core clock rounded to 50 MHz.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core_clock_mhz: Option<u64>,
    /// Members of other versions, kept as they are.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}
