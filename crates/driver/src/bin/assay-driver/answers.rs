//! The way back to the parent.

use std::io;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd};

use assay_driver::EXIT_CANNOT_ANSWER;
use assay_driver::protocol::{Answer, Line};

use crate::limits;

/// Where the descriptor is put if that many are allowed: beyond what code that closes "all"
/// descriptors usually reaches.
const WANTED_DESCRIPTOR: i32 = 4000;

/// The descriptor for answers, and the token that makes them ours.
pub(crate) struct Answers {
    descriptor: OwnedFd,
    token: String,
}

impl Answers {
    /// Moves the descriptor to a high number, closed on exec.
    pub(crate) fn take(inherited: i32, token: String) -> io::Result<Self> {
        let at_least = limits::raise_descriptor_limit(WANTED_DESCRIPTOR);
        // SAFETY: plain descriptor calls; the descriptor is ours by the agreement with the parent,
        // and nothing else in this process uses it.
        let descriptor = unsafe {
            let moved = libc::fcntl(inherited, libc::F_DUPFD_CLOEXEC, at_least);
            if moved < 0 {
                return Err(io::Error::last_os_error());
            }
            libc::close(inherited);
            OwnedFd::from_raw_fd(moved)
        };
        Ok(Self { descriptor, token })
    }

    pub(crate) fn number(&self) -> i32 {
        self.descriptor.as_raw_fd()
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// Sends an answer on a line of its own, whatever stands on the line before. Ends the process
    /// when that is impossible, as nothing else can be said.
    pub(crate) fn send(&self, answer: &Answer) {
        let line = Line {
            token: self.token.clone(),
            answer: answer.clone(),
        };
        let mut text = vec![b'\n'];
        let made = serde_json::to_writer(&mut text, &line).is_ok();
        text.push(b'\n');
        let mut rest = text.as_slice();
        while made && !rest.is_empty() {
            match rustix::io::write(&self.descriptor, rest) {
                Ok(written) => rest = &rest[written..],
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => break,
            }
        }
        if !made || !rest.is_empty() {
            limits::exit_now(EXIT_CANNOT_ANSWER);
        }
    }
}
