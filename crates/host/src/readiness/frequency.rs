//! The clock of the core.

use super::{Item, Probes};
use crate::machine::Machine;

const NO_SCALING: &str = "the operating system does not scale the clock";

const NO_TURBO: &str = "/sys/devices/system/cpu/intel_pstate/no_turbo";
const BOOST: &str = "/sys/devices/system/cpu/cpufreq/boost";

pub(super) fn turbo(machine: &Machine) -> Item {
    let item = Item::about("turbo", "off");
    let no_turbo = machine.read_cpus("intel_pstate/no_turbo");
    let boost = machine.read_cpus("cpufreq/boost");
    let problem = "turbo or boost is on, so that the clock depends on heat and on the other cores";
    match (no_turbo.as_deref(), boost.as_deref()) {
        (Some("0"), _) => item.not_ok(
            "no_turbo = 0",
            problem,
            Some(format!("echo 1 > {NO_TURBO}")),
        ),
        (_, Some("1")) => item.not_ok("boost = 1", problem, Some(format!("echo 0 > {BOOST}"))),
        (Some(value), _) => item.ok(format!("no_turbo = {value}")),
        (None, Some(value)) => item.ok(format!("boost = {value}")),
        (None, None) => item.unknown("neither intel_pstate/no_turbo nor cpufreq/boost exists"),
    }
}

pub(super) fn governor(machine: &Machine, cpu: usize) -> Item {
    let item = Item::about("governor", "performance");
    match machine.read_cpu(cpu, "cpufreq/scaling_governor") {
        None => item.not_applicable(NO_SCALING),
        Some(governor) if governor == "performance" => item.ok(governor),
        Some(governor) => item.not_ok(
            &governor,
            format!("the governor of CPU {cpu} is {governor} instead of performance"),
            Some(format!("cpupower -c {cpu} frequency-set -g performance")),
        ),
    }
}

/// AArch64 has no turbo switch to speak of; there the published method wants minimum = maximum.
pub(super) fn fixed(machine: &Machine, cpu: usize) -> Item {
    let item = Item::about("fixed clock", "minimum = maximum");
    if machine.architecture() != "aarch64" {
        return item.not_applicable("asked of AArch64 only");
    }
    let minimum = machine.read_cpu(cpu, "cpufreq/scaling_min_freq");
    let maximum = machine.read_cpu(cpu, "cpufreq/scaling_max_freq");
    match (minimum, maximum) {
        (Some(minimum), Some(maximum)) if minimum == maximum => item.ok(format!("{minimum} kHz")),
        (Some(minimum), Some(maximum)) => item.not_ok(
            format!("{minimum} to {maximum} kHz"),
            format!("the clock of CPU {cpu} may move between {minimum} and {maximum} kHz"),
            Some(format!(
                "cpupower -c {cpu} frequency-set -d {maximum} -u {maximum}"
            )),
        ),
        _ if machine.has_cpufreq(cpu) => item.unknown("minimum and maximum cannot be read"),
        _ => item.not_applicable(NO_SCALING),
    }
}

/// Where the operating system does not control the clock, only measuring tells whether it stands.
pub(super) fn measured_clock(machine: &Machine, cpu: usize, probes: &Probes) -> Item {
    let item = Item::about("measured clock", "steady within 0.5 %");
    if machine.has_cpufreq(cpu) {
        return item.not_applicable("the operating system controls the clock");
    }
    match &probes.clock {
        None => item.not_ok(
            "not measured: no hardware cycles",
            format!("the clock of CPU {cpu} is neither controlled by the operating system nor measurable"),
            None,
        ),
        Some(clock) => {
            let found = format!(
                "{:.3} GHz, middle half of the windows within {:.2} %",
                clock.median_hz / 1e9,
                100.0 * clock.interquartile_range_hz / clock.median_hz
            );
            if clock.is_steady() {
                item.ok(found)
            } else {
                let problem = format!("the clock of CPU {cpu} is not steady: {found}");
                item.not_ok(found, problem, None)
            }
        }
    }
}
