//! Starting this test program anew.

use std::process::Command;

const ROLE: &str = "ASSAY_SANDBOX_TEST_ROLE";

/// The role of this process in the test; `None` in the process that runs all tests.
pub(crate) fn role() -> Option<String> {
    std::env::var(ROLE).ok()
}

/// This program, set to run only the given test, in the given role.
pub(crate) fn command(test: &str, role: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", test, "--nocapture", "--test-threads=1"])
        .env(ROLE, role);
    command
}
