//! One campaign per CPU: two would measure each other.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write as _;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use crate::error::Error;
use crate::event::Event;
use crate::interrupt::Interrupt;

/// How long to wait between two looks.
const PAUSE: Duration = Duration::from_millis(100);

/// An exclusive hold on a CPU among all campaigns of this machine. The system releases it when the process ends.
#[derive(Debug)]
pub(crate) struct CpuLock {
    _file: Option<File>,
}

/// What came of looking once.
enum Look {
    Held(CpuLock),
    /// Somebody has it; what the lock file says of them.
    Busy(String),
}

impl CpuLock {
    /// Waits for the lock, and says so once when somebody has it.
    pub(crate) fn wait<'a>(
        cpu: u32,
        interrupt: &Interrupt,
        observer: &(dyn Fn(Event<'_, 'a>) + Sync),
    ) -> Result<CpuLock, Error> {
        let mut said = false;
        loop {
            if interrupt.is_stopped() {
                return Err(Error::Interrupted);
            }
            match look(cpu) {
                Look::Held(lock) => return Ok(lock),
                Look::Busy(holder) if !said => {
                    said = true;
                    observer(Event::Note(&format!(
                        "waiting for CPU {cpu}, on which another campaign measures ({holder})"
                    )));
                }
                Look::Busy(_) => {}
            }
            thread::sleep(PAUSE);
        }
    }
}

/// Where there is no place for a lock file that others can see, such as one of another user, nothing is held: what disturbs
/// is seen in the records all the same.
fn look(cpu: u32) -> Look {
    let path = path(cpu);
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .read(true)
        .open(&path);
    let Ok(mut file) = file else {
        return Look::Held(CpuLock { _file: None });
    };
    match file.try_lock() {
        Ok(()) => {
            let holder = format!("process {}\n", std::process::id());
            // Only for the message that another one gets.
            let written = file
                .set_len(0)
                .and_then(|()| file.write_all(holder.as_bytes()));
            drop(written);
            Look::Held(CpuLock { _file: Some(file) })
        }
        Err(TryLockError::WouldBlock) => {
            let holder = fs::read_to_string(&path).unwrap_or_default();
            Look::Busy(match holder.trim() {
                "" => "of an unknown process".to_owned(),
                text => text.to_owned(),
            })
        }
        Err(TryLockError::Error(_)) => Look::Held(CpuLock { _file: None }),
    }
}

fn path(cpu: u32) -> PathBuf {
    std::env::temp_dir().join(format!("assay-cpu-{cpu}.lock"))
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn a_cpu_is_held_by_one_and_the_other_waits() {
        // A CPU that no campaign measures on.
        let cpu = 3_000_000 + std::process::id();
        let interrupt = Interrupt::new().unwrap();
        let notes = Mutex::new(Vec::new());
        let held = CpuLock::wait(cpu, &interrupt, &|_| ()).unwrap();
        let second = thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                CpuLock::wait(cpu, &interrupt, &|event| {
                    if let Event::Note(note) = event {
                        notes.lock().unwrap().push(note.to_owned());
                    }
                })
            });
            while notes.lock().unwrap().is_empty() {
                thread::sleep(PAUSE);
            }
            drop(held);
            waiting.join().unwrap()
        });
        assert!(second.is_ok());
        let expected = format!(
            "waiting for CPU {cpu}, on which another campaign measures (process {})",
            std::process::id()
        );
        assert_eq!(*notes.lock().unwrap(), [expected]);

        interrupt.stop();
        let third = CpuLock::wait(cpu, &interrupt, &|_| ());
        assert!(matches!(third, Err(Error::Interrupted)));
        fs::remove_file(path(cpu)).unwrap();
    }
}
