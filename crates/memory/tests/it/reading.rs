use std::fs;
use std::process::Command;

use assay_memory::{
    SELF, counter_error_bound_bytes, exact_resident_bytes, page_size, reset_high_water_mark, statm,
    status,
};
use tempfile::TempDir;

#[test]
fn figures_of_this_process_are_plausible() {
    let now = status(SELF).unwrap();
    assert!(now.resident_bytes > 0);
    assert!(now.high_water_bytes >= now.resident_bytes);
    assert!(statm(SELF).unwrap().resident_pages > 0);
    let exact = exact_resident_bytes(SELF).unwrap();
    assert!(exact > 0);
    assert_eq!(exact % page_size().unwrap(), 0);
}

#[test]
fn touched_memory_is_seen_in_full_by_the_exact_figure() {
    const SIZE: usize = 16 << 20;
    let before = exact_resident_bytes(SELF).unwrap();
    let block = std::hint::black_box(vec![1u8; SIZE]);
    let after = exact_resident_bytes(SELF).unwrap();
    // Other tests of this process may run and free memory of their own at the same time; none
    // of them holds more than half of this block.
    assert!(after >= before + (SIZE as u64) / 2);
    drop(block);
}

#[test]
fn the_figures_of_another_folder_are_read() {
    let process = TempDir::new().unwrap();
    fs::write(
        process.path().join("status"),
        "VmHWM:\t  8 kB\nVmRSS:\t  4 kB\n",
    )
    .unwrap();
    let figures = status(process.path()).unwrap();
    assert_eq!(figures.high_water_bytes, 8192);
    assert_eq!(figures.resident_bytes, 4096);
}

#[test]
fn errors_name_the_file() {
    let process = TempDir::new().unwrap();
    let folder = process.path().display();
    assert_eq!(
        status(process.path()).unwrap_err().to_string(),
        format!("failed to read {folder}/status: No such file or directory (os error 2)")
    );
    fs::write(process.path().join("smaps_rollup"), "Pss: 1 kB\n").unwrap();
    assert_eq!(
        exact_resident_bytes(process.path())
            .unwrap_err()
            .to_string(),
        format!("failed to understand {folder}/smaps_rollup: Rss is missing")
    );
    assert_eq!(
        reset_high_water_mark(process.path())
            .unwrap_err()
            .to_string(),
        format!(
            "failed to reset the high-water mark through {folder}/clear_refs: No such file or \
             directory (os error 2)"
        )
    );
}

/// The mark belongs to the whole process, so this starts itself again as a process in which no
/// other test runs.
#[test]
fn resetting_brings_the_high_water_mark_down() {
    const CHILD: &str = "ASSAY_MEMORY_TEST_CHILD";
    if std::env::var_os(CHILD).is_none() {
        let output = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "reading::resetting_brings_the_high_water_mark_down",
            ])
            .env(CHILD, "1")
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
        return;
    }
    let block = std::hint::black_box(vec![1u8; 64 << 20]);
    let peak = status(SELF).unwrap().high_water_bytes;
    drop(block);
    // Read again after freeing, the mark may have lost up to the bound, on any of the CPUs.
    let bound = counter_error_bound_bytes(online_cpus()).unwrap();
    assert!(status(SELF).unwrap().high_water_bytes + bound >= peak);
    reset_high_water_mark(SELF).unwrap();
    let reset = status(SELF).unwrap().high_water_bytes;
    assert!(peak >= 64 << 20);
    assert!(
        reset < peak - (60 << 20),
        "{peak} bytes before, {reset} after"
    );
}

fn online_cpus() -> u64 {
    std::thread::available_parallelism().map_or(1, |cpus| cpus.get() as u64)
}
