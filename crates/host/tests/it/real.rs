//! This machine, whatever it is: only what holds everywhere.

use assay_host::{
    Environment, Machine, Probes, Readiness, State, default_cpu, load_average, pin_to_cpu,
};

#[test]
fn this_machine_can_be_described_and_judged() {
    let machine = Machine::here();
    let cpu = default_cpu(&machine).unwrap();
    let environment = Environment::of(&machine, cpu, None, None).unwrap();
    assert_eq!(environment.architecture, std::env::consts::ARCH);
    assert!(environment.kernel.is_some());
    assert!(environment.memory_total_kib.unwrap() > 0);
    assert!(load_average(&machine).is_some());

    let probes = Probes {
        pinning: Ok(()),
        counter: assay_host::CounterState::NoHardwareCounter,
        clock: None,
    };
    let readiness = Readiness::of(&machine, cpu, &probes).unwrap();
    assert!(
        !readiness.is_ready(),
        "the probes say that there is no counter"
    );
    for item in &readiness.items {
        assert_eq!(
            item.problem.is_some(),
            item.state == State::NotOk,
            "{item:?}"
        );
        assert!(item.command.is_none() || item.problem.is_some(), "{item:?}");
        assert!(
            !item.found.is_empty() && !item.wanted.is_empty(),
            "{item:?}"
        );
    }
}

#[test]
fn a_thread_can_be_pinned_to_the_default_cpu() {
    let cpu = default_cpu(&Machine::here()).unwrap();
    let now = std::thread::spawn(move || {
        pin_to_cpu(cpu).unwrap();
        nix::sched::sched_getaffinity(nix::unistd::Pid::from_raw(0)).unwrap()
    })
    .join()
    .unwrap();
    let allowed: Vec<_> = (0..nix::sched::CpuSet::count())
        .filter(|&other| now.is_set(other).unwrap())
        .collect();
    assert_eq!(allowed, [cpu]);
}

#[test]
fn probing_does_not_pin_the_caller() {
    let affinity = || nix::sched::sched_getaffinity(nix::unistd::Pid::from_raw(0)).unwrap();
    let machine = Machine::here();
    let cpu = default_cpu(&machine).unwrap();
    let before = affinity();
    let probes = Probes::run(&machine, cpu).unwrap();
    assert_eq!(affinity(), before);
    assert_eq!(probes.pinning, Ok(()));
    assert!(probes.clock.is_none() || probes.counter.is_available());
}
