//! Running a child to its end, or to the end of patience.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// How a child ended and what it said.
pub(crate) struct Finished {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

pub(crate) enum RunError {
    Start(io::Error),
    /// There is nowhere to put what the child says.
    Temporary(io::Error),
    Cancelled,
    /// With what it had said on standard error until then.
    TimedOut(String),
}

/// Runs a command without input, in a process group of its own, which is killed as a whole when `cancel` is set or the
/// deadline passes. Output goes through files, so no amount of it can block the child.
pub(crate) fn run(
    mut command: Command,
    cancel: &AtomicBool,
    limit: Option<Duration>,
) -> Result<Finished, RunError> {
    if cancel.load(Ordering::Relaxed) {
        return Err(RunError::Cancelled);
    }
    let output = || -> io::Result<(File, File)> {
        let file = tempfile::tempfile()?;
        Ok((file.try_clone()?, file))
    };
    let (stdout, read_stdout) = output().map_err(RunError::Temporary)?;
    let (stderr, read_stderr) = output().map_err(RunError::Temporary)?;
    command
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(stderr)
        .process_group(0);
    let mut child = command.spawn().map_err(RunError::Start)?;
    let started = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait().map_err(RunError::Start)? {
            return Ok(Finished {
                status,
                stdout: text(read_stdout),
                stderr: text(read_stderr),
            });
        }
        if cancel.load(Ordering::Relaxed) {
            kill(&mut child);
            return Err(RunError::Cancelled);
        }
        if limit.is_some_and(|limit| started.elapsed() > limit) {
            kill(&mut child);
            return Err(RunError::TimedOut(text(read_stderr)));
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    }
}

/// The child is not reaped yet, so its number, which is that of its group, cannot belong to another.
fn kill(child: &mut Child) {
    if let Some(group) = Pid::from_raw(child.id().cast_signed()) {
        // The group is gone when the child has just ended by itself.
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = child.wait();
}

fn text(mut file: File) -> String {
    let mut bytes = Vec::new();
    if file.rewind().is_ok() {
        // What cannot be read back is lost for the log, no more.
        let _ = file.read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
