//! Asking running drivers to stop at once.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::Arc;

use rustix::event::{EventfdFlags, eventfd};

/// A wish to stop, seen at once by every driver that was given it or a clone of it.
///
/// It can be called from a handler of Ctrl-C that runs on a thread of its own. Once cancelled, it
/// stays so.
#[derive(Clone, Debug)]
pub struct Cancel(Arc<OwnedFd>);

impl Cancel {
    /// A wish that is not expressed yet.
    ///
    /// # Errors
    /// When the system gives no descriptor.
    pub fn new() -> io::Result<Self> {
        let flags = EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK;
        Ok(Self(Arc::new(eventfd(0, flags)?)))
    }

    /// Stops every driver that has this.
    pub fn cancel(&self) {
        // The only failure is a counter that is full, and then it is set already.
        let _ = rustix::io::write(&*self.0, &1_u64.to_ne_bytes());
    }

    pub(crate) fn descriptor(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
