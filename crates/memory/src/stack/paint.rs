//! Calls on a painted stack.

use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{Ordering, compiler_fence};

use super::{Stack, switch};

/// Bytes of a word of paint.
const WORD: usize = size_of::<u64>();

/// Least bytes that are painted before a call.
const LEAST_PAINTED: usize = 64 << 10;

/// What a call did to the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Called<T> {
    /// What the call returned.
    pub value: T,
    /// The lowest address that it changed; `None` when the kernel does not tell which pages are in use. A write of what
    /// was there already is not seen; the paint is another each time, so that several calls together miss nothing.
    pub lowest: Option<usize>,
}

impl Stack {
    /// Runs `work` on this stack, on the calling thread. Returns when the work does; a panic goes on through it.
    ///
    /// # Errors
    ///
    /// Never on x86-64 and AArch64; elsewhere switching stacks is not implemented, and the work is given back.
    pub fn call<F: FnOnce() -> T, T>(&mut self, work: F) -> Result<T, F> {
        self.call_there(work)
    }

    /// Paints the stack, runs `work` on it, and looks how far down the paint is gone.
    ///
    /// # Errors
    ///
    /// As [`call`](Self::call).
    pub fn call_painted<F: FnOnce() -> T, T>(&mut self, work: F) -> Result<Called<T>, F> {
        let touched = self.touched_bytes().unwrap_or(0);
        self.paint(touched.max(LEAST_PAINTED).min(self.bytes));
        let value = self.call_there(work)?;
        let lowest = self.lowest_change();
        Ok(Called { value, lowest })
    }

    fn paint(&mut self, depth: usize) {
        self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.painted = depth / WORD * WORD;
        for below in (WORD..=self.painted).step_by(WORD) {
            // SAFETY: the words lie in the mapping, which nothing runs on: the value is borrowed for writing.
            unsafe { self.pointer(below).cast::<u64>().write(self.word(below)) };
        }
        compiler_fence(Ordering::SeqCst);
    }

    /// The lowest byte that is not as it was when the paint was new; the top when all are.
    fn lowest_change(&self) -> Option<usize> {
        compiler_fence(Ordering::SeqCst);
        // Pages below the paint that are in use now were zero before.
        let touched = self.touched_bytes()?;
        let changed = |from: usize, to: usize, expected: &dyn Fn(usize) -> u64| {
            let mut below = from;
            while below > to {
                // SAFETY: as in `paint`.
                let found = unsafe { self.pointer(below).cast::<u64>().read() };
                let (found, expected) = (found.to_ne_bytes(), expected(below).to_ne_bytes());
                if let Some(index) = (0..WORD).find(|&index| found[index] != expected[index]) {
                    return Some(self.top() - below + index);
                }
                below -= WORD;
            }
            None
        };
        let fresh = changed(touched.max(self.painted), self.painted, &|_| 0);
        let painted = || changed(self.painted, 0, &|below| self.word(below));
        Some(fresh.or_else(painted).unwrap_or_else(|| self.top()))
    }

    /// The paint of a word.
    fn word(&self, below_top: usize) -> u64 {
        let mixed = (below_top as u64 ^ self.seed).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb)
    }

    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    fn call_there<F: FnOnce() -> T, T>(&self, work: F) -> Result<T, F> {
        struct Start<F, T> {
            work: Option<F>,
            result: Option<std::thread::Result<T>>,
        }
        extern "C" fn enter<F: FnOnce() -> T, T>(start: *mut c_void) {
            // SAFETY: the pointer is to the `Start` below, which is not used by anyone else meanwhile.
            let start = unsafe { &mut *start.cast::<Start<F, T>>() };
            if let Some(work) = start.work.take() {
                start.result = Some(catch_unwind(AssertUnwindSafe(work)));
            }
        }
        let mut start = Start {
            work: Some(work),
            result: None,
        };
        let argument = (&raw mut start).cast();
        // SAFETY: the top is that of a mapped stack, aligned to a page, that nothing else runs on: callers hold the value
        // for writing, and `run` waits for its thread. No panic leaves `enter`.
        unsafe { switch::call_on(self.top(), enter::<F, T>, argument) };
        match start.result {
            Some(Ok(value)) => Ok(value),
            Some(Err(panic)) => resume_unwind(panic),
            None => unreachable!("the work was run"),
        }
    }

    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    fn call_there<F: FnOnce() -> T, T>(&self, work: F) -> Result<T, F> {
        Err(work)
    }
}
