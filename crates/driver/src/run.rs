//! The parent's side: start a driver process, listen, and end it in time.

use std::io::{self, Write};
use std::os::fd::{AsFd as _, AsRawFd as _, BorrowedFd, OwnedFd};
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::pipe::{PipeFlags, pipe_with};

use crate::cancel::Cancel;
use crate::ending::Ending;
use crate::lines::Lines;
use crate::output::{CappedLog, Tail};
use crate::process::{Process, start, streams, token};
use crate::protocol::{Answer, Envelope, Job};

/// A driver binary that can be started.
#[derive(Clone, Debug)]
pub struct Driver {
    binary: PathBuf,
}

/// How a driver process went.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// Wall time of the whole process, in seconds.
    pub wall_s: f64,
    /// Exit code; `None` when it died of a signal.
    pub exit_code: Option<i32>,
    /// The last 2000 characters of stderr.
    pub stderr_tail: String,
    /// Which limits were in force: names and states, such as `active` or `not available: …`.
    pub sandbox: Vec<(String, String)>,
    /// Lines on the answer descriptor that did not carry the token: not ours, and ignored.
    pub forged_lines: u64,
    /// Bytes that the candidate printed beyond what the log takes.
    pub dropped_log_bytes: u64,
}

/// Why a driver process could not be used at all.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The binary did not start.
    #[error("failed to start the driver {path}: {source}")]
    Start {
        /// The binary.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Something between us and the process failed.
    #[error("failed to {what} of the driver {path}: {source}")]
    Io {
        /// The binary.
        path: PathBuf,
        /// What was tried.
        what: &'static str,
        /// Why.
        source: io::Error,
    },
}

impl Driver {
    /// The driver at this path. It is not looked at before it is started.
    #[must_use]
    pub fn new(binary: impl Into<PathBuf>) -> Self {
        Self {
            binary: binary.into(),
        }
    }

    /// Path of the binary.
    #[must_use]
    pub fn binary(&self) -> &Path {
        &self.binary
    }

    /// Runs one job to its end, to the deadline, or until it is cancelled.
    ///
    /// `log` takes what the candidate prints, up to 1 MiB. `on_answer` sees every answer as it
    /// comes, except those that become part of the [`Outcome`]. When this returns, no process of the
    /// group is left.
    ///
    /// # Errors
    /// When the process cannot be started or talked to. Everything that a candidate can cause is an
    /// ending, not an error.
    pub fn run(
        &self,
        job: &Job,
        deadline: Duration,
        log: &mut dyn Write,
        cancel: &Cancel,
        on_answer: &mut dyn FnMut(Answer),
    ) -> Result<Outcome, RunError> {
        let io_error = |what| {
            move |source: io::Error| RunError::Io {
                path: self.binary.clone(),
                what,
                source,
            }
        };
        let started = Instant::now();
        let token = token().map_err(io_error("make the token"))?;
        let (answers, answers_of_child) = pipe_with(PipeFlags::CLOEXEC)
            .map_err(io::Error::from)
            .map_err(io_error("make the pipe"))?;
        let mut process =
            start(&self.binary, &answers_of_child).map_err(|source| RunError::Start {
                path: self.binary.clone(),
                source,
            })?;
        let answer_descriptor = answers_of_child.as_raw_fd();
        drop(answers_of_child);
        let hand_over = process.hand_over(&Envelope {
            token: token.clone(),
            answer_descriptor,
            parent: std::process::id(),
            // Only a process that nobody watches any more comes that far.
            cpu_seconds: deadline.as_secs().saturating_add(60),
            job: job.clone(),
        });
        let mut conversation = Conversation {
            lines: Lines::new(token),
            log: CappedLog::new(log),
            tail: Tail::default(),
            sandbox: Vec::new(),
            last: None,
            on_answer,
        };
        // A process that is gone before it has read its job is not an error here: its ending says more.
        let broken = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
        if let Err(source) = hand_over
            && !broken(&source)
        {
            return Err(io_error("hand the job to the process")(source));
        }
        // A deadline that lies beyond what a clock can say is none.
        let until = started.checked_add(deadline);
        let stopped = conversation
            .listen(&mut process, &answers, until, cancel)
            .map_err(io_error("listen to the process"))?;
        let status = process.end().map_err(io_error("wait for the process"))?;
        conversation
            .drain(&process, &answers)
            .map_err(io_error("read the output"))?;

        let Conversation {
            lines,
            log,
            tail,
            sandbox,
            last,
            ..
        } = conversation;
        let dropped_log_bytes = log.finish().map_err(io_error("write the log"))?;
        let ending = match stopped {
            Some(Stop::Deadline) => Ending::Deadline { limit: deadline },
            Some(Stop::Cancelled) => Ending::Cancelled,
            None => ending(last, status),
        };
        Ok(Outcome {
            ending,
            wall_s: started.elapsed().as_secs_f64(),
            exit_code: status.code(),
            stderr_tail: tail.text(),
            sandbox,
            forged_lines: lines.foreign,
            dropped_log_bytes,
        })
    }
}

/// What made us end a process before its time.
enum Stop {
    Deadline,
    Cancelled,
}

struct Conversation<'a> {
    lines: Lines,
    log: CappedLog<'a>,
    tail: Tail,
    sandbox: Vec<(String, String)>,
    last: Option<Answer>,
    on_answer: &'a mut dyn FnMut(Answer),
}

impl Conversation<'_> {
    /// Listens until the process has ended, or there is a reason to end it.
    fn listen(
        &mut self,
        process: &mut Process,
        answers: &OwnedFd,
        until: Option<Instant>,
        cancel: &Cancel,
    ) -> io::Result<Option<Stop>> {
        let mut open = [true; 3];
        loop {
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            if left.is_some_and(|left| left.is_zero()) {
                return Ok(Some(Stop::Deadline));
            }
            let timeout = left.and_then(|left| Timespec::try_from(left).ok());
            let streams = streams(process, answers);
            let mut polled = vec![
                PollFd::from_borrowed_fd(cancel.descriptor(), PollFlags::IN),
                PollFd::from_borrowed_fd(process.pidfd.as_fd(), PollFlags::IN),
            ];
            // A stream that has ended would wake us for ever.
            let listened: Vec<usize> = (0..3).filter(|&index| open[index]).collect();
            let stream = |&index: &usize| PollFd::from_borrowed_fd(streams[index], PollFlags::IN);
            polled.extend(listened.iter().map(stream));
            match poll(&mut polled, timeout.as_ref()) {
                Ok(_) => {}
                Err(rustix::io::Errno::INTR) => continue,
                Err(error) => return Err(error.into()),
            }
            let ready: Vec<bool> = polled
                .iter()
                .map(|descriptor| !descriptor.revents().is_empty())
                .collect();
            if ready[0] {
                return Ok(Some(Stop::Cancelled));
            }
            for (&index, _) in listened
                .iter()
                .zip(&ready[2..])
                .filter(|(_, ready)| **ready)
            {
                open[index] = self.hear(index, streams[index])?;
            }
            if ready[1] {
                return Ok(None);
            }
        }
    }

    /// Reads once from a stream that is ready; `false` when it has ended.
    fn hear(&mut self, index: usize, stream: BorrowedFd<'_>) -> io::Result<bool> {
        let mut piece = [0; 16384];
        let length = match rustix::io::read(stream, &mut piece) {
            Ok(length) => length,
            Err(rustix::io::Errno::INTR | rustix::io::Errno::AGAIN) => return Ok(true),
            Err(error) => return Err(error.into()),
        };
        let piece = &piece[..length];
        match index {
            0 => {
                for answer in self.lines.add(piece) {
                    self.take(answer);
                }
            }
            1 => self.log.add(piece)?,
            _ => {
                self.log.add(piece)?;
                self.tail.add(piece);
            }
        }
        Ok(length > 0)
    }

    /// The first last answer is the last; what comes after it is not listened to.
    fn take(&mut self, answer: Answer) {
        if self.last.is_some() {
            return;
        }
        match answer {
            Answer::Done | Answer::Failed(_) | Answer::Fault(_) | Answer::Error(_) => {
                self.last = Some(answer);
            }
            Answer::Sandbox(layers) => self.sandbox.extend(layers),
            answer => (self.on_answer)(answer),
        }
    }

    /// Takes what is still in the pipes, without waiting for more.
    fn drain(&mut self, process: &Process, answers: &OwnedFd) -> io::Result<()> {
        for (index, stream) in streams(process, answers).into_iter().enumerate() {
            let flags = rustix::fs::fcntl_getfl(stream)?;
            rustix::fs::fcntl_setfl(stream, flags | rustix::fs::OFlags::NONBLOCK)?;
            // At most what a pipe can hold, in case somebody outside the group still writes.
            for _ in 0..(1 << 20) / 16384 {
                let mut waiting = [PollFd::from_borrowed_fd(stream, PollFlags::IN)];
                let now = Timespec {
                    tv_sec: 0,
                    tv_nsec: 0,
                };
                let something = poll(&mut waiting, Some(&now)).unwrap_or(0) > 0;
                if !something || !self.hear(index, stream)? {
                    break;
                }
            }
        }
        Ok(())
    }
}

fn ending(last: Option<Answer>, status: ExitStatus) -> Ending {
    match (last, status.signal(), status.code()) {
        (Some(Answer::Failed(failure)), ..) => Ending::Failed(failure),
        (Some(Answer::Error(message)), ..) => Ending::Error(message),
        (Some(Answer::Fault(failure)), signal, _) => Ending::Fault { failure, signal },
        (Some(Answer::Done), None, Some(0)) => Ending::Done,
        (_, Some(signal), _) => Ending::Signalled { signal },
        (_, None, code) => Ending::Exited {
            code: code.unwrap_or(-1),
        },
    }
}
