//! Filling the unused part of the stack one runs on.

use std::sync::atomic::{Ordering, compiler_fence};

use super::Stack;

/// Bytes above which the stack is left alone when it is filled: frames in use, and room for the function that fills.
const KEPT_BYTES: usize = 4096;

impl Stack {
    /// Fills up to `depth` bytes below the caller's frame. To be called on this stack; elsewhere it does nothing.
    #[inline(never)]
    pub fn fill_unused(&self, fill: u8, depth: usize) {
        let here = 0_u8;
        let top = (&raw const here as usize).saturating_sub(KEPT_BYTES);
        if top <= self.low || top >= self.top() {
            return;
        }
        let depth = depth.min(top - self.low);
        // SAFETY: the bytes lie in the mapping of this stack, below every frame in use by more than the frame of the
        // function called here, and hold nothing.
        unsafe {
            std::ptr::write_bytes(
                std::ptr::with_exposed_provenance_mut::<u8>(top - depth),
                fill,
                depth,
            )
        };
        compiler_fence(Ordering::SeqCst);
    }
}
