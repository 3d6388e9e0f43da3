use assay_cycles::Refusal;
use assay_host::{CounterState, CpuError, MeasuredClock, Probes, Readiness, State};

use crate::fake::{Fake, good_probes};

fn readiness(fake: &Fake, cpu: usize, probes: &Probes) -> Readiness {
    Readiness::of(&fake.machine(), cpu, probes).unwrap()
}

/// Everything a reader sees.
fn text(readiness: &Readiness) -> String {
    let mut lines = Vec::new();
    for item in &readiness.items {
        lines.push(format!(
            "{}: {:?}, {} (wanted: {})",
            item.name, item.state, item.found, item.wanted
        ));
        lines.extend(item.problem.iter().map(|problem| format!("    {problem}")));
        lines.extend(
            item.command
                .iter()
                .map(|command| format!("    $ {command}")),
        );
    }
    lines.join("\n")
}

/// The only problem that a change of a machine makes, and its command.
fn only_problem(fake: &Fake, cpu: usize, probes: &Probes) -> (String, Option<String>) {
    let readiness = readiness(fake, cpu, probes);
    let problems = readiness.problems();
    assert_eq!(problems.len(), 1, "{problems:?}");
    let mut items = readiness.items.into_iter();
    let item = items
        .find(|item| item.problem.as_ref() == Some(&problems[0]))
        .unwrap();
    assert_eq!(item.state, State::NotOk);
    (problems[0].clone(), item.command)
}

#[test]
fn the_desktop_of_the_published_dataset_is_ready() {
    let readiness = readiness(&Fake::desktop(), 2, &good_probes());
    assert!(readiness.is_ready());
    insta::assert_snapshot!(text(&readiness));
}

#[test]
fn the_same_desktop_before_it_was_set_up() {
    let fake = Fake::desktop()
        .file("proc/sys/kernel/perf_event_paranoid", "3\n")
        .file("sys/devices/system/cpu/online", "0-19\n")
        .file("sys/devices/system/cpu/smt/control", "on\n")
        .file("sys/devices/system/cpu/intel_pstate/no_turbo", "0\n")
        .file(
            "sys/devices/system/cpu/cpu2/cpufreq/scaling_governor",
            "powersave\n",
        )
        .file(
            "sys/devices/system/cpu/cpu2/topology/core_cpus_list",
            "2-3\n",
        );
    let probes = Probes {
        counter: CounterState::NotPermitted { paranoid: Some(3) },
        ..good_probes()
    };
    let readiness = readiness(&fake, 2, &probes);
    assert!(!readiness.is_ready());
    insta::assert_snapshot!(text(&readiness));
}

#[test]
fn a_virtual_machine_without_counters() {
    let probes = Probes {
        counter: CounterState::NoHardwareCounter,
        ..good_probes()
    };
    let readiness = readiness(&Fake::virtual_machine(), 1, &probes);
    insta::assert_snapshot!(text(&readiness));
    assert_eq!(
        readiness.remarks(),
        [
            "other work is going on: the load average is 3.5",
            "this is a virtual machine: its host may take the core away without notice",
        ]
    );
}

#[test]
fn a_cpu_that_does_not_exist_is_an_error() {
    let error = Readiness::of(&Fake::virtual_machine().machine(), 9, &good_probes()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "CPU 9 is not online; the online CPUs are 0-1"
    );
}

#[test]
fn boost_counts_as_turbo() {
    let boost = "sys/devices/system/cpu/cpufreq/boost";
    let amd = Fake::desktop().without("sys/devices/system/cpu/intel_pstate/no_turbo");
    assert!(
        readiness(&amd, 2, &good_probes()).is_ready(),
        "unknown is no problem"
    );
    let amd = amd.file(boost, "1\n");
    let (_, command) = only_problem(&amd, 2, &good_probes());
    assert_eq!(
        command.as_deref(),
        Some("echo 0 > /sys/devices/system/cpu/cpufreq/boost")
    );
    assert!(readiness(&amd.file(boost, "0\n"), 2, &good_probes()).is_ready());
}

#[test]
fn an_efficiency_core_is_no_place_to_measure() {
    let (problem, command) = only_problem(&Fake::desktop(), 16, &good_probes());
    assert_eq!(
        problem,
        "CPU 16 is not one of the performance cores 0,2,4,6,8,10,12,14"
    );
    assert_eq!(
        command.as_deref(),
        Some("choose one of the CPUs 0,2,4,6,8,10,12,14")
    );
}

#[test]
fn affinity_and_pinning_are_checked() {
    let restricted = Fake::desktop().file("proc/self/status", "Cpus_allowed_list:\t16-19\n");
    let (problem, _) = only_problem(&restricted, 2, &good_probes());
    assert_eq!(
        problem,
        "CPU 2 is not among the CPUs 16-19 that this process may use"
    );
    let refused = Probes {
        pinning: Err(CpuError::Pin {
            cpu: 2,
            errno: nix::errno::Errno::EINVAL,
        }),
        ..good_probes()
    };
    let (problem, _) = only_problem(&Fake::desktop(), 2, &refused);
    assert_eq!(
        problem,
        "failed to pin this thread to CPU 2: EINVAL: Invalid argument"
    );
}

#[test]
fn an_unknown_architecture_is_a_problem() {
    let fake = Fake::new("sparc64")
        .file("sys/devices/system/cpu/online", "0\n")
        .file("proc/sys/kernel/perf_event_paranoid", "-1\n");
    let problems = readiness(&fake, 0, &good_probes()).problems();
    assert_eq!(
        problems,
        [
            "nothing is known about measuring on the architecture sparc64",
            "the clock of CPU 0 is neither controlled by the operating system nor measurable",
        ]
    );
}

#[test]
fn every_value_of_paranoid_that_counting_allows() {
    for (value, ready) in [
        ("-1", true),
        ("0", true),
        ("1", true),
        ("2", true),
        ("3", false),
        ("4", false),
        ("x", false),
    ] {
        let fake = Fake::desktop().file("proc/sys/kernel/perf_event_paranoid", value);
        assert_eq!(
            readiness(&fake, 2, &good_probes()).is_ready(),
            ready,
            "{value}"
        );
    }
    let fake = Fake::desktop().without("proc/sys/kernel/perf_event_paranoid");
    assert!(!readiness(&fake, 2, &good_probes()).is_ready());
}

#[test]
fn the_states_of_the_hardware_counter_are_told_apart() {
    let found = |counter: CounterState| {
        let probes = Probes {
            counter,
            ..good_probes()
        };
        let readiness = readiness(&Fake::desktop(), 2, &probes);
        let mut items = readiness.items.into_iter();
        let item = items
            .find(|item| item.name == "hardware cycle counter")
            .unwrap();
        (item.found, item.command)
    };
    let command = || Some("sysctl kernel.perf_event_paranoid=2".to_owned());
    assert_eq!(
        found(CounterState::Available {
            in_user_space: true
        }),
        ("available".to_owned(), None)
    );
    assert_eq!(
        found(CounterState::NoHardwareCounter),
        ("no hardware counter on this machine".to_owned(), None)
    );
    assert_eq!(
        found(CounterState::NotPermitted { paranoid: Some(4) }),
        (
            "not permitted (perf_event_paranoid = 4, needs ≤ 2)".to_owned(),
            command()
        )
    );
    assert_eq!(
        found(CounterState::NotPermitted { paranoid: None }).1,
        command()
    );
    // The sysctl is not to blame, so it is not offered.
    assert_eq!(
        found(CounterState::NotPermitted { paranoid: Some(1) }).1,
        None
    );
    assert!(
        found(CounterState::from(Refusal::Busy))
            .0
            .contains("in use by others")
    );
}

#[test]
fn aarch64_wants_a_clock_that_cannot_move() {
    let cpufreq = |name: &str| format!("sys/devices/system/cpu/cpu3/cpufreq/{name}");
    let scaled = Fake::arm_server()
        .file(&cpufreq("scaling_governor"), "performance\n")
        .file(&cpufreq("scaling_min_freq"), "1000000\n")
        .file(&cpufreq("scaling_max_freq"), "2707200\n");
    let (problem, command) = only_problem(&scaled, 3, &good_probes());
    assert_eq!(
        problem,
        "the clock of CPU 3 may move between 1000000 and 2707200 kHz"
    );
    assert_eq!(
        command.as_deref(),
        Some("cpupower -c 3 frequency-set -d 2707200 -u 2707200")
    );
    let fixed = scaled.file(&cpufreq("scaling_min_freq"), "2707200\n");
    assert!(readiness(&fixed, 3, &good_probes()).is_ready());
}

#[test]
fn a_firmware_clock_must_be_measured_and_steady() {
    let with_range = |interquartile_range_hz| Probes {
        clock: Some(MeasuredClock {
            median_hz: 2.7e9,
            minimum_hz: 2.6e9,
            maximum_hz: 2.8e9,
            interquartile_range_hz,
        }),
        ..good_probes()
    };
    assert!(readiness(&Fake::arm_server(), 3, &with_range(1e6)).is_ready());
    let (problem, _) = only_problem(&Fake::arm_server(), 3, &with_range(54e6));
    assert_eq!(
        problem,
        "the clock of CPU 3 is not steady: 2.700 GHz, middle half of the windows within 2.00 %"
    );
    let (problem, _) = only_problem(&Fake::arm_server(), 3, &good_probes());
    assert_eq!(
        problem,
        "the clock of CPU 3 is neither controlled by the operating system nor measurable"
    );
}
