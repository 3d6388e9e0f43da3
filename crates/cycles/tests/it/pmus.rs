use std::fs;
use std::path::Path;

use assay_cycles::{core_pmu, core_pmus};
use tempfile::TempDir;

fn sysfs(pmus: &[(&str, &str, &str)]) -> TempDir {
    let root = TempDir::new().unwrap();
    for (name, event_type, cpus) in pmus {
        let folder = root.path().join("devices").join(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("type"), event_type).unwrap();
        fs::write(folder.join("cpus"), cpus).unwrap();
    }
    root
}

#[test]
fn a_hybrid_processor_has_one_pmu_for_each_core_type() {
    let root = sysfs(&[
        ("cpu_atom", "10\n", "16-19\n"),
        ("cpu_core", "4\n", "0-15\n"),
    ]);
    let on = |cpu| core_pmu(root.path(), cpu).unwrap().unwrap();
    assert_eq!((on(2).name.as_str(), on(2).event_type), ("cpu_core", 4));
    assert_eq!((on(17).name.as_str(), on(17).event_type), ("cpu_atom", 10));
}

#[test]
fn a_uniform_processor_uses_the_generic_event() {
    let root = sysfs(&[("armv8_pmuv3_0", "8\n", "0-11\n")]);
    assert_eq!(core_pmu(root.path(), 3).unwrap(), None);
    assert_eq!(core_pmus(Path::new("/nonexistent")).unwrap(), []);
}

#[test]
fn uncore_units_are_no_core_pmus() {
    let root = sysfs(&[
        ("cpu_core", "4\n", "0-15\n"),
        ("cpu_atom", "10\n", "16-19\n"),
    ]);
    let uncore = root.path().join("devices/uncore_imc");
    fs::create_dir(&uncore).unwrap();
    fs::write(uncore.join("type"), "20\n").unwrap();
    fs::write(uncore.join("cpumask"), "0\n").unwrap();
    let names: Vec<_> = core_pmus(root.path())
        .unwrap()
        .into_iter()
        .map(|pmu| pmu.name)
        .collect();
    assert_eq!(names, ["cpu_atom", "cpu_core"]);
}

#[test]
fn a_cpu_that_no_pmu_lists_is_an_error() {
    let root = sysfs(&[
        ("cpu_core", "4\n", "0-15\n"),
        ("cpu_atom", "10\n", "16-19\n"),
    ]);
    let error = core_pmu(root.path(), 40).unwrap_err().to_string();
    assert!(
        error.ends_with("no performance monitoring unit lists CPU 40"),
        "{error}"
    );
}

#[test]
fn garbage_is_named() {
    let root = sysfs(&[
        ("cpu_core", "four\n", "0-15\n"),
        ("cpu_atom", "10\n", "16-19\n"),
    ]);
    let error = core_pmus(root.path()).unwrap_err().to_string();
    assert!(
        error.ends_with("devices/cpu_core/type: unexpected content \"four\""),
        "{error}"
    );
}
