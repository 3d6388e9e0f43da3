//! A thread on a stack of our choice.

use std::any::Any;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{fmt, io, ptr};

use super::Stack;

/// Work that panicked, with its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panicked(pub String);

impl fmt::Display for Panicked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the work on the stack panicked: {}", self.0)
    }
}

impl std::error::Error for Panicked {}

struct Start<F, T> {
    work: Option<F>,
    result: Option<Result<T, Panicked>>,
}

impl Stack {
    /// Runs `work` on a new thread with this stack and waits for it.
    ///
    /// # Errors
    ///
    /// When no thread can be started. A panic of the work is given as a value.
    pub fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> io::Result<Result<T, Panicked>> {
        extern "C" fn enter<F: FnOnce() -> T, T>(start: *mut c_void) -> *mut c_void {
            // SAFETY: the pointer is to the `Start` below, which outlives the thread and is not used by anyone else while
            // it runs.
            let start = unsafe { &mut *start.cast::<Start<F, T>>() };
            if let Some(work) = start.work.take() {
                let result = catch_unwind(AssertUnwindSafe(work));
                start.result = Some(result.map_err(|panic| Panicked(message(&*panic))));
            }
            ptr::null_mut()
        }
        fn entry<F: FnOnce() -> T, T>(
            _: &Start<F, T>,
        ) -> extern "C" fn(*mut c_void) -> *mut c_void {
            enter::<F, T>
        }
        let mut start = Start {
            work: Some(work),
            result: None,
        };
        let enter = entry(&start);
        let check = |code| match code {
            0 => Ok(()),
            code => Err(io::Error::from_raw_os_error(code)),
        };
        // SAFETY: the attributes are initialised before they are used; the stack is mapped and used by this thread alone;
        // the thread is waited for before `start` goes out of scope.
        unsafe {
            let mut attributes = std::mem::zeroed();
            check(libc::pthread_attr_init(&raw mut attributes))?;
            let low = self.pointer(self.bytes).cast();
            check(libc::pthread_attr_setstack(
                &raw mut attributes,
                low,
                self.bytes,
            ))?;
            let mut thread = std::mem::zeroed();
            let argument = (&raw mut start).cast();
            check(libc::pthread_create(
                &raw mut thread,
                &raw const attributes,
                enter,
                argument,
            ))?;
            check(libc::pthread_join(thread, ptr::null_mut()))?;
        }
        Ok(start
            .result
            .unwrap_or_else(|| Err(Panicked("it ended without a result".into()))))
    }
}

pub(super) fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("without a message").to_owned()
}
