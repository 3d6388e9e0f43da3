//! Everything but the clock.

use assay_cycles::{PARANOID_NEEDED, parse_cpu_list};

use super::{Item, Probes};
use crate::counter::CounterState;
use crate::cpus::{allowed_cpus, format_cpu_list, performance_cpus};
use crate::environment::load_average;
use crate::machine::Machine;
use crate::model;

const SET_PARANOID: &str = "sysctl kernel.perf_event_paranoid=2";

/// The load above which somebody else is at work.
const QUIET_LOAD: f64 = 0.5;

pub(super) fn architecture(machine: &Machine) -> Item {
    let item = Item::about("architecture", "x86_64 or aarch64");
    match machine.architecture() {
        known @ ("x86_64" | "aarch64") => item.ok(known),
        other => item.not_ok(
            other,
            format!("nothing is known about measuring on the architecture {other}"),
            None,
        ),
    }
}

pub(super) fn affinity(machine: &Machine, cpu: usize) -> Item {
    let item = Item::about("affinity", format!("CPU {cpu} allowed"));
    match allowed_cpus(machine) {
        None => item.unknown("the affinity of this process cannot be read"),
        Some(allowed) => {
            let list = format_cpu_list(&allowed);
            if allowed.contains(&cpu) {
                item.ok(format!("CPUs {list} allowed"))
            } else {
                item.not_ok(
                    format!("CPUs {list} allowed"),
                    format!("CPU {cpu} is not among the CPUs {list} that this process may use"),
                    Some(format!(
                        "start it without taskset and outside a restricting cpuset, or choose one of {list}"
                    )),
                )
            }
        }
    }
}

pub(super) fn pinning(cpu: usize, probes: &Probes) -> Item {
    let item = Item::about("pinning", format!("possible to CPU {cpu}"));
    match &probes.pinning {
        Ok(()) => item.ok("possible"),
        Err(error) => item.not_ok("refused", error.to_string(), None),
    }
}

pub(super) fn core_type(machine: &Machine, cpu: usize) -> Item {
    let item = Item::about("core type", "a performance core");
    match performance_cpus(machine) {
        None => item.not_applicable("all cores are alike"),
        Some(cores) if cores.contains(&cpu) => item.ok("a performance core"),
        Some(cores) => {
            let list = format_cpu_list(&cores);
            item.not_ok(
                "an efficiency core",
                format!("CPU {cpu} is not one of the performance cores {list}"),
                Some(format!("choose one of the CPUs {list}")),
            )
        }
    }
}

pub(super) fn sibling_threads(machine: &Machine, cpu: usize) -> Item {
    let item = Item::about("sibling threads", "none on this core");
    let list = machine
        .read_cpu(cpu, "topology/core_cpus_list")
        .or_else(|| machine.read_cpu(cpu, "topology/thread_siblings_list"));
    let smt = machine
        .read_cpus("smt/control")
        .unwrap_or_else(|| "absent".to_owned());
    match list.as_deref().and_then(parse_cpu_list) {
        None => item.unknown("the topology of this core cannot be read"),
        Some(siblings) if siblings.iter().all(|&sibling| sibling == cpu) => {
            item.ok(format!("none (SMT {smt})"))
        }
        Some(siblings) => {
            let list = format_cpu_list(&siblings);
            item.not_ok(
                format!("CPUs {list} share the core (SMT {smt})"),
                format!("CPU {cpu} shares its core: CPUs {list} are threads of the same core"),
                Some("echo off > /sys/devices/system/cpu/smt/control".to_owned()),
            )
        }
    }
}

pub(super) fn paranoid(machine: &Machine) -> Item {
    let item = Item::about("perf_event_paranoid", format!("≤ {PARANOID_NEEDED}"));
    let command = Some(SET_PARANOID.to_owned());
    match machine.read("proc/sys/kernel/perf_event_paranoid") {
        None => item.not_ok(
            "absent",
            "the kernel has no kernel.perf_event_paranoid and so no performance counters",
            None,
        ),
        Some(text) => match text.parse::<i32>() {
            Ok(value) if (-1..=PARANOID_NEEDED).contains(&value) => item.ok(text),
            _ => {
                let problem = format!(
                    "kernel.perf_event_paranoid is {text}; counting needs at most {PARANOID_NEEDED}"
                );
                item.not_ok(text, problem, command)
            }
        },
    }
}

pub(super) fn hardware_counter(probes: &Probes) -> Item {
    let item = Item::about("hardware cycle counter", "available");
    let found = probes.counter.to_string();
    let command = match &probes.counter {
        CounterState::Available { .. } => return item.ok(found),
        CounterState::NotPermitted { paranoid }
            if paranoid.is_none_or(|value| value > PARANOID_NEEDED) =>
        {
            Some(SET_PARANOID.to_owned())
        }
        _ => None,
    };
    let problem = format!("core cycles cannot be counted: {found}");
    item.not_ok(found, problem, command)
}

pub(super) fn load(machine: &Machine) -> Item {
    let item = Item::about(
        "load average",
        format!("below {QUIET_LOAD} over the last minute"),
    )
    .only_informs();
    match load_average(machine) {
        None => item.unknown("the load average cannot be read"),
        Some([minute, five, fifteen]) => {
            let found = format!("{minute} {five} {fifteen}");
            if minute < QUIET_LOAD {
                item.ok(found)
            } else {
                let problem = format!("other work is going on: the load average is {minute}");
                item.not_ok(found, problem, None)
            }
        }
    }
}

pub(super) fn hypervisor(machine: &Machine) -> Item {
    let item = Item::about("hypervisor", "none").only_informs();
    if model::is_virtualized(machine) {
        item.not_ok(
            "this is a virtual machine",
            "this is a virtual machine: its host may take the core away without notice",
            None,
        )
    } else {
        item.ok("none noticed")
    }
}
