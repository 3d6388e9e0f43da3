use assay_host::{CpuError, check_cpu, default_cpu, format_cpu_list, pin_to_cpu};

use crate::fake::Fake;

#[test]
fn a_cpu_that_does_not_exist_is_an_error_that_names_the_others() {
    let fake = Fake::desktop();
    assert_eq!(check_cpu(&fake.machine(), 2), Ok(()));
    assert_eq!(
        check_cpu(&fake.machine(), 3).unwrap_err().to_string(),
        "CPU 3 is not online; the online CPUs are 0,2,4,6,8,10,12,14,16-19"
    );
}

#[test]
fn a_machine_that_does_not_tell_its_cpus_is_an_error() {
    let fake = Fake::new("x86_64");
    assert_eq!(check_cpu(&fake.machine(), 0), Err(CpuError::UnknownCpus));
}

#[test]
fn the_default_is_the_highest_allowed_cpu() {
    assert_eq!(default_cpu(&Fake::arm_server().machine()), Ok(3));
    let restricted = Fake::arm_server().file("proc/self/status", "Cpus_allowed_list:\t0-1,7\n");
    assert_eq!(default_cpu(&restricted.machine()), Ok(1));
}

#[test]
fn the_default_is_a_performance_core_where_there_are_two_kinds() {
    assert_eq!(default_cpu(&Fake::desktop().machine()), Ok(14));
    let restricted = Fake::desktop().file("proc/self/status", "Cpus_allowed_list:\t16-17\n");
    assert_eq!(default_cpu(&restricted.machine()), Ok(17));
}

#[test]
fn a_cpu_that_is_switched_off_is_no_default() {
    // Allowed to everybody, and one of the performance cores, but offline.
    let fake = Fake::desktop().file("sys/devices/cpu_core/cpus", "0-15\n");
    assert_eq!(default_cpu(&fake.machine()), Ok(14));
    let fake = Fake::arm_server().file("proc/self/status", "Cpus_allowed_list:\t0-63\n");
    assert_eq!(default_cpu(&fake.machine()), Ok(3));
}

#[test]
fn no_usable_cpu_is_an_error_with_both_lists() {
    let restricted = Fake::arm_server().file("proc/self/status", "Cpus_allowed_list:\t8-9\n");
    assert_eq!(
        default_cpu(&restricted.machine()).unwrap_err().to_string(),
        "no CPU is both online (0-3) and allowed to this process (8-9)"
    );
}

#[test]
fn lists_are_written_as_the_kernel_writes_them() {
    assert_eq!(format_cpu_list(&[]), "");
    assert_eq!(format_cpu_list(&[5]), "5");
    assert_eq!(format_cpu_list(&[9, 8, 1, 0, 0]), "0-1,8-9");
}

#[test]
fn pinning_to_a_cpu_beyond_all_is_refused() {
    let error = pin_to_cpu(usize::MAX).unwrap_err().to_string();
    assert!(
        error.starts_with("failed to pin this thread to CPU"),
        "{error}"
    );
    assert!(pin_to_cpu(1000).is_err());
}
