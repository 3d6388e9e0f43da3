//! The allocator of the C library.

use core::ffi::{c_int, c_void};

use super::HEAP;

unsafe extern "C" {
    fn __real_malloc(bytes: usize) -> *mut c_void;
    fn __real_calloc(count: usize, bytes: usize) -> *mut c_void;
    fn __real_realloc(block: *mut c_void, bytes: usize) -> *mut c_void;
    fn __real_reallocarray(block: *mut c_void, count: usize, bytes: usize) -> *mut c_void;
    fn __real_aligned_alloc(alignment: usize, bytes: usize) -> *mut c_void;
    fn __real_memalign(alignment: usize, bytes: usize) -> *mut c_void;
    fn __real_posix_memalign(block: *mut *mut c_void, alignment: usize, bytes: usize) -> c_int;
    fn __real_free(block: *mut c_void);
}

// SAFETY: the linker gives this name to nothing else.
#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_malloc(bytes: usize) -> *mut c_void {
    // SAFETY: the arguments are the caller's, who called the original.
    let block = unsafe { __real_malloc(bytes) };
    HEAP.allocated(block as usize, bytes);
    block
}

// SAFETY: the linker gives this name to nothing else.
#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_calloc(count: usize, bytes: usize) -> *mut c_void {
    // SAFETY: the arguments are the caller's, who called the original.
    let block = unsafe { __real_calloc(count, bytes) };
    // A product that overflows gets no block.
    HEAP.allocated(block as usize, count.wrapping_mul(bytes));
    block
}

// SAFETY: the linker gives this name to nothing else.
#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_realloc(block: *mut c_void, bytes: usize) -> *mut c_void {
    // SAFETY: the arguments are the caller's, who called the original.
    let new = unsafe { __real_realloc(block, bytes) };
    HEAP.resized(block as usize, new as usize, bytes);
    new
}

// SAFETY: the linker gives this name to nothing else.
#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_reallocarray(
    block: *mut c_void,
    count: usize,
    bytes: usize,
) -> *mut c_void {
    // SAFETY: the arguments are the caller's, who called the original.
    let new = unsafe { __real_reallocarray(block, count, bytes) };
    // A product that overflows changes nothing, and must not be taken for 0.
    let bytes = count.checked_mul(bytes).unwrap_or(usize::MAX);
    HEAP.resized(block as usize, new as usize, bytes);
    new
}

// SAFETY: the linker gives this name to nothing else.
#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_aligned_alloc(alignment: usize, bytes: usize) -> *mut c_void {
    // SAFETY: the arguments are the caller's, who called the original.
    let block = unsafe { __real_aligned_alloc(alignment, bytes) };
    HEAP.allocated(block as usize, bytes);
    block
}

// SAFETY: the linker gives this name to nothing else.
#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_memalign(alignment: usize, bytes: usize) -> *mut c_void {
    // SAFETY: the arguments are the caller's, who called the original.
    let block = unsafe { __real_memalign(alignment, bytes) };
    HEAP.allocated(block as usize, bytes);
    block
}

// SAFETY: the linker gives this name to nothing else.
#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_posix_memalign(
    block: *mut *mut c_void,
    alignment: usize,
    bytes: usize,
) -> c_int {
    // SAFETY: the arguments are the caller's, who called the original.
    let error = unsafe { __real_posix_memalign(block, alignment, bytes) };
    let given = match error {
        // SAFETY: without an error the block was stored there.
        0 => unsafe { *block as usize },
        _ => 0,
    };
    HEAP.allocated(given, bytes);
    error
}

// SAFETY: the linker gives this name to nothing else.
#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_free(block: *mut c_void) {
    HEAP.released(block as usize);
    // SAFETY: the arguments are the caller's, who called the original.
    unsafe { __real_free(block) };
}
