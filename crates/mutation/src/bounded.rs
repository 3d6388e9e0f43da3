//! Running a test where it cannot take much.

use std::env;
use std::process::Command;

/// Address space of the process, in KiB.
const ADDRESS_SPACE_KIB: u64 = 256 * 1024;
/// Processor time of the process beyond that of its cases, in seconds.
const BASE_S: u64 = 120;
/// Cases that a second must suffice for; debug builds manage many more.
const CASES_PER_S: u64 = 20;
/// Says that the process is the bounded one.
const INSIDE: &str = "ASSAY_BOUNDED";

/// Runs a test in a process of its own with 256 MiB of address space and bounded processor time. `name` is that of the test,
/// modules in front. An allocation without bound aborts the process, a loop without end is killed.
///
/// # Panics
/// When the process does not succeed.
pub fn bounded(name: &str, test: impl FnOnce()) {
    if env::var_os(INSIDE).is_some() {
        return test();
    }
    let cases = env::var("PROPTEST_CASES").ok();
    let cases: u64 = cases.and_then(|text| text.parse().ok()).unwrap_or(1024);
    let seconds = BASE_S + cases / CASES_PER_S;
    let program = env::current_exe().expect("a test knows where it is");
    // Arguments are passed on as they are; only the two numbers are part of the text.
    let limits = format!("ulimit -v {ADDRESS_SPACE_KIB} && ulimit -t {seconds} && exec \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &limits, "sh"])
        .arg(program)
        .args([
            "--exact",
            name,
            "--include-ignored",
            "--nocapture",
            "--test-threads=1",
        ])
        .env(INSIDE, "1")
        .env("MALLOC_ARENA_MAX", "1")
        .output()
        .expect("there is a shell");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{name} within {ADDRESS_SPACE_KIB} KiB and {seconds} s: {}\n{text}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
}
