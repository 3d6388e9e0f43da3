//! Stopping everything at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use assay_driver::Cancel;

/// A wish to stop, seen by compilers and drivers that are running.
#[derive(Clone, Debug)]
pub struct Interrupt {
    flag: Arc<AtomicBool>,
    cancel: Cancel,
}

impl Interrupt {
    /// A wish that is not expressed yet.
    ///
    /// # Errors
    /// When the system gives no descriptor.
    pub fn new() -> io::Result<Interrupt> {
        Ok(Interrupt {
            flag: Arc::new(AtomicBool::new(false)),
            cancel: Cancel::new()?,
        })
    }

    /// Stops what is running and keeps anything else from starting.
    pub fn stop(&self) {
        self.flag.store(true, Ordering::SeqCst);
        self.cancel.cancel();
    }

    /// Whether it was called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.flag.load(Ordering::SeqCst)
    }

    /// What [`stop`](Self::stop) sets.
    #[must_use]
    pub fn flag(&self) -> &Arc<AtomicBool> {
        &self.flag
    }

    pub(crate) fn cancel(&self) -> &Cancel {
        &self.cancel
    }
}
