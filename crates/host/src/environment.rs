//! What a record keeps about its machine.

use serde::{Deserialize, Serialize};

use crate::clock::MeasuredClock;
use crate::cpus::{CpuError, check_cpu};
use crate::machine::Machine;
use crate::model;

/// The machine and its settings at the time of a measurement.
///
/// Members, names and order are those of the published dataset. Values of sysfs and procfs are
/// strings as read, `null` when there is no such file; members that the published dataset has only
/// in part are left out when there is no value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Environment {
    /// The name of the machine.
    pub hostname: Option<String>,
    /// `x86_64` or `aarch64`.
    pub architecture: String,
    /// The model name of the processor.
    pub cpu_model: Option<String>,
    /// The product or board name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// The CPU that was measured on.
    pub cpu_number: usize,
    /// The online CPUs, as the kernel lists them.
    pub logical_cpus_online: Option<String>,
    /// Whether a hypervisor was noticed.
    pub virtualized: bool,
    /// The memory of the machine in KiB.
    pub memory_total_kib: Option<u64>,
    /// The name and version of the operating system.
    pub os: Option<String>,
    /// The kernel release.
    pub kernel: Option<String>,
    /// The first line of the compiler's `--version`.
    pub compiler: Option<String>,
    /// Likewise of CMake, where it was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cmake: Option<String>,
    /// The version of Python, where it was used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub python: Option<String>,
    /// `kernel.perf_event_paranoid`.
    pub perf_event_paranoid: Option<String>,
    /// The governor of the CPU's clock.
    pub cpufreq_governor: Option<String>,
    /// The driver of the CPU's clock.
    pub cpufreq_driver: Option<String>,
    /// The lowest clock that the settings allow, in kHz.
    pub cpufreq_min_khz: Option<String>,
    /// The highest clock that the settings allow, in kHz.
    pub cpufreq_max_khz: Option<String>,
    /// The average clock that the kernel saw last, in kHz.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpufreq_avg_khz: Option<String>,
    /// `1` when Intel turbo is off.
    pub intel_pstate_no_turbo: Option<String>,
    /// `0` when boost is off.
    pub cpufreq_boost: Option<String>,
    /// Whether sibling threads are on.
    pub smt_control: Option<String>,
    /// The measured clock: median, in Hz.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core_clock_hz: Option<u64>,
    /// The measured clock: minimum, in Hz.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core_clock_min_hz: Option<u64>,
    /// The measured clock: maximum, in Hz.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core_clock_max_hz: Option<u64>,
    /// The measured clock rounded to 50 MHz, in MHz.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub core_clock_mhz: Option<u64>,
    /// The microcode revision; not in the published dataset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub microcode: Option<String>,
}

impl Environment {
    /// Reads the environment of a CPU. `compiler` is the first line of the compiler's `--version`,
    /// `clock` the measured clock if there is one.
    ///
    /// # Errors
    ///
    /// When there is no such CPU.
    pub fn of(
        machine: &Machine,
        cpu: usize,
        compiler: Option<String>,
        clock: Option<&MeasuredClock>,
    ) -> Result<Self, CpuError> {
        check_cpu(machine, cpu)?;
        let hertz =
            |value: fn(&MeasuredClock) -> f64| clock.map(|clock| value(clock).round() as u64);
        Ok(Self {
            hostname: machine.read("proc/sys/kernel/hostname"),
            architecture: machine.architecture().to_owned(),
            cpu_model: model::cpu_model(machine, cpu),
            machine: model::machine_name(machine),
            cpu_number: cpu,
            logical_cpus_online: machine.read_cpus("online"),
            virtualized: model::is_virtualized(machine),
            memory_total_kib: memory_total_kib(machine),
            os: operating_system(machine),
            kernel: machine.read("proc/sys/kernel/osrelease"),
            compiler,
            cmake: None,
            python: None,
            perf_event_paranoid: machine.read("proc/sys/kernel/perf_event_paranoid"),
            cpufreq_governor: machine.read_cpu(cpu, "cpufreq/scaling_governor"),
            cpufreq_driver: machine.read_cpu(cpu, "cpufreq/scaling_driver"),
            cpufreq_min_khz: machine.read_cpu(cpu, "cpufreq/scaling_min_freq"),
            cpufreq_max_khz: machine.read_cpu(cpu, "cpufreq/scaling_max_freq"),
            cpufreq_avg_khz: machine.read_cpu(cpu, "cpufreq/cpuinfo_avg_freq"),
            intel_pstate_no_turbo: machine.read_cpus("intel_pstate/no_turbo"),
            cpufreq_boost: machine.read_cpus("cpufreq/boost"),
            smt_control: machine.read_cpus("smt/control"),
            core_clock_hz: hertz(|clock| clock.median_hz),
            core_clock_min_hz: hertz(|clock| clock.minimum_hz),
            core_clock_max_hz: hertz(|clock| clock.maximum_hz),
            core_clock_mhz: clock.map(MeasuredClock::rounded_mhz),
            microcode: model::microcode(machine, cpu),
        })
    }

    /// The reference clock of the published method in Hz: the highest clock that the settings
    /// allow, else the measured one, else unknown.
    #[must_use]
    pub fn reference_clock_hz(&self) -> Option<f64> {
        let allowed = self
            .cpufreq_max_khz
            .as_deref()
            .and_then(|khz| khz.parse::<f64>().ok())
            .map(|khz| khz * 1000.0);
        allowed.or(self.core_clock_hz.map(|hz| hz as f64))
    }
}

/// The load averages over 1, 5 and 15 minutes.
pub type LoadAverage = [f64; 3];

/// The load averages; `None` when they cannot be read.
#[must_use]
pub fn load_average(machine: &Machine) -> Option<LoadAverage> {
    let text = machine.read("proc/loadavg")?;
    let mut numbers = text.split_whitespace().map(|number| number.parse().ok());
    Some([numbers.next()??, numbers.next()??, numbers.next()??])
}

fn memory_total_kib(machine: &Machine) -> Option<u64> {
    let meminfo = machine.read("proc/meminfo")?;
    let value = meminfo
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    value.trim().strip_suffix("kB")?.trim().parse().ok()
}

fn operating_system(machine: &Machine) -> Option<String> {
    let release = machine
        .read("etc/os-release")
        .or_else(|| machine.read("usr/lib/os-release"))?;
    let name = release
        .lines()
        .find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    Some(name.trim_matches(['"', '\'']).to_owned())
}
