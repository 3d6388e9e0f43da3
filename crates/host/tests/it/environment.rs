use assay_host::{Environment, MeasuredClock, load_average};

use crate::fake::Fake;

/// The environment of a published record.
const PUBLISHED: &str = include_str!("published_environment.json");

fn of(fake: &Fake, cpu: usize) -> Environment {
    let compiler = Some("gcc (Debian 14.2.0-19) 14.2.0".to_owned());
    Environment::of(&fake.machine(), cpu, compiler, None).unwrap()
}

#[test]
fn a_published_environment_is_read_and_written_unchanged() {
    let environment: Environment = serde_json::from_str(PUBLISHED).unwrap();
    assert_eq!(environment.cpu_number, 2);
    assert_eq!(environment.python.as_deref(), Some("3.13.5"));
    assert_eq!(environment.cpufreq_boost, None);
    assert_eq!(pretty(&environment), PUBLISHED.trim_end());
}

fn pretty(environment: &Environment) -> String {
    let mut bytes = Vec::new();
    let formatter = serde_json::ser::PrettyFormatter::with_indent(b" ");
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    serde::Serialize::serialize(environment, &mut serializer).unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn the_same_machine_gives_the_published_values() {
    let published: Environment = serde_json::from_str(PUBLISHED).unwrap();
    let expected = Environment {
        machine: Some("OptiPlex 7000".to_owned()),
        cmake: None,
        python: None,
        microcode: Some("0x38".to_owned()),
        ..published
    };
    assert_eq!(of(&Fake::desktop(), 2), expected);
}

#[test]
fn a_machine_without_files_gives_nulls_and_no_invented_values() {
    let bare = Fake::new("x86_64").file("sys/devices/system/cpu/online", "0\n");
    insta::assert_snapshot!(pretty(
        &Environment::of(&bare.machine(), 0, None, None).unwrap()
    ));
}

#[test]
fn a_firmware_clock_is_recorded_as_measured() {
    let clock = MeasuredClock {
        median_hz: 2.694e9,
        minimum_hz: 2.69e9,
        maximum_hz: 2.7e9,
        interquartile_range_hz: 1e6,
    };
    let machine = Fake::arm_server();
    let environment = Environment::of(&machine.machine(), 3, None, Some(&clock)).unwrap();
    assert_eq!(
        environment.cpu_model.as_deref(),
        Some("Qualcomm part 0x001")
    );
    assert_eq!(environment.machine.as_deref(), Some("Example Board"));
    assert_eq!(environment.core_clock_hz, Some(2_694_000_000));
    assert_eq!(environment.core_clock_mhz, Some(2700));
    assert_eq!(environment.reference_clock_hz(), Some(2.694e9));
}

#[test]
fn the_reference_clock_is_the_highest_allowed_one() {
    assert_eq!(of(&Fake::desktop(), 2).reference_clock_hz(), Some(2.1e9));
    assert_eq!(of(&Fake::virtual_machine(), 1).reference_clock_hz(), None);
}

#[test]
fn hypervisors_show_in_several_places() {
    assert!(of(&Fake::virtual_machine(), 1).virtualized);
    assert!(!of(&Fake::desktop(), 2).virtualized);
    let by_product = Fake::desktop().file("sys/class/dmi/id/sys_vendor", "QEMU\n");
    assert!(of(&by_product, 2).virtualized);
    let by_type = Fake::desktop().file("sys/hypervisor/type", "xen\n");
    assert!(of(&by_type, 2).virtualized);
}

#[test]
fn load_averages() {
    assert_eq!(
        load_average(&Fake::desktop().machine()),
        Some([0.08, 0.2, 1.35])
    );
    let broken = Fake::new("x86_64").file("proc/loadavg", "0.08 what\n");
    assert_eq!(load_average(&broken.machine()), None);
}
