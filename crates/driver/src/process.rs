//! A process that leads a group, and the streams between it and us.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::os::fd::{AsFd as _, AsRawFd as _, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};

use crate::protocol::Envelope;

/// A started process. Its group does not outlive it.
pub(crate) struct Process {
    pub(crate) child: Child,
    pid: Pid,
    pub(crate) pidfd: OwnedFd,
    reaped: bool,
}

impl Process {
    /// Hands over the job and closes standard input.
    pub(crate) fn hand_over(&mut self, envelope: &Envelope) -> io::Result<()> {
        let Some(mut stdin) = self.child.stdin.take() else {
            return Ok(());
        };
        serde_json::to_writer(&mut stdin, envelope)?;
        stdin.flush()
    }

    /// Kills what is left of the group, then waits. The process is not reaped before, so that the
    /// number of the group cannot belong to anyone else.
    pub(crate) fn end(&mut self) -> io::Result<ExitStatus> {
        let _ = kill_process_group(self.pid, Signal::KILL);
        let status = self.child.wait()?;
        self.reaped = true;
        Ok(status)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if !self.reaped {
            let _ = self.end();
        }
    }
}

/// Starts the binary, which inherits the writing end of the pipe for answers under the same number.
pub(crate) fn start(binary: &Path, answers: &OwnedFd) -> io::Result<Process> {
    let mut command = Command::new(binary);
    command
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.process_group(0);
    let answers = answers.as_raw_fd();
    // SAFETY: between fork and exec only `fcntl` is called, which is allowed there; the descriptor is
    // open, as the caller keeps it until the process has started.
    unsafe {
        command.pre_exec(move || match libc::fcntl(answers, libc::F_SETFD, 0) {
            0 => Ok(()),
            _ => Err(io::Error::last_os_error()),
        });
    }
    let mut child = command.spawn()?;
    let pid = Pid::from_child(&child);
    let pidfd = pidfd_open(pid, PidfdFlags::empty()).inspect_err(|_| {
        // Without the descriptor there would be no deadline.
        let _ = kill_process_group(pid, Signal::KILL);
        let _ = child.wait();
    })?;
    Ok(Process {
        child,
        pid,
        pidfd,
        reaped: false,
    })
}

/// The streams of a process in a fixed order: answers, stdout, stderr.
pub(crate) fn streams<'a>(process: &'a Process, answers: &'a OwnedFd) -> [BorrowedFd<'a>; 3] {
    let answers = answers.as_fd();
    let stdout = process
        .child
        .stdout
        .as_ref()
        .map_or(answers, |stream| stream.as_fd());
    let stderr = process
        .child
        .stderr
        .as_ref()
        .map_or(answers, |stream| stream.as_fd());
    [answers, stdout, stderr]
}

/// 128 random bits as 32 hexadecimal digits.
pub(crate) fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
