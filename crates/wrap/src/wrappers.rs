//! The wrappers, under the names that the linker's `--wrap` gives them.

mod allocator;

use core::ffi::{c_int, c_uchar, c_ulonglong, c_void};

use crate::{
    Function,
    heap::{BLOCKS, Block, Heap},
    table::{CAPACITY, Slot, Table},
};

static SLOTS: [Slot; CAPACITY] = [const { Slot::new() }; CAPACITY];

// SAFETY: no other symbol of a library we build has this name.
#[unsafe(no_mangle)]
static assay_wrap: Table = Table::new(&SLOTS, &HEAP, empty_call);

static PLACES: [Block; BLOCKS] = [const { Block::new() }; BLOCKS];
static HEAP: Heap = Heap::new(&PLACES);

/// Counted as the others are: a call from elsewhere, lengths that are not known here, one slot.
#[inline(never)]
extern "C" fn empty_call() {
    assay_wrap.counted(
        Function::Drng,
        core::hint::black_box(0),
        core::hint::black_box(0),
        || (),
    );
}

unsafe extern "C" {
    fn __real_pseudohash(
        bits: c_int,
        msg: *const c_uchar,
        msg_bits: c_ulonglong,
        digest: *mut c_uchar,
    ) -> c_int;
    fn __real_pseudoXOF(
        bits: c_ulonglong,
        msg: *const c_uchar,
        msg_bits: c_ulonglong,
        output: *mut c_uchar,
    ) -> c_int;
    fn __real_sm3hash(
        bits: c_int,
        msg: *const c_uchar,
        msg_bits: c_ulonglong,
        digest: *mut c_uchar,
    ) -> c_int;
    fn __real_get_random_number(
        drng: *mut c_void,
        output: *mut c_uchar,
        bits: c_ulonglong,
    ) -> c_int;
}

/// The output length to count for an `int`; the functions refuse negative ones.
fn length(bits: c_int) -> u64 {
    bits.try_into().unwrap_or(0)
}

// SAFETY: the linker gives this name to nothing else.
#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_pseudohash(
    bits: c_int,
    msg: *const c_uchar,
    msg_bits: c_ulonglong,
    digest: *mut c_uchar,
) -> c_int {
    assay_wrap.counted(Function::Pseudohash, msg_bits, length(bits), || {
        // SAFETY: the arguments are the caller's, who called the original.
        unsafe { __real_pseudohash(bits, msg, msg_bits, digest) }
    })
}

// SAFETY: the linker gives this name to nothing else.
#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_pseudoXOF(
    bits: c_ulonglong,
    msg: *const c_uchar,
    msg_bits: c_ulonglong,
    output: *mut c_uchar,
) -> c_int {
    assay_wrap.counted(Function::PseudoXof, msg_bits, bits, || {
        // SAFETY: the arguments are the caller's, who called the original.
        unsafe { __real_pseudoXOF(bits, msg, msg_bits, output) }
    })
}

// SAFETY: the linker gives this name to nothing else.
#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_sm3hash(
    bits: c_int,
    msg: *const c_uchar,
    msg_bits: c_ulonglong,
    digest: *mut c_uchar,
) -> c_int {
    assay_wrap.counted(Function::Sm3hash, msg_bits, length(bits), || {
        // SAFETY: the arguments are the caller's, who called the original.
        unsafe { __real_sm3hash(bits, msg, msg_bits, digest) }
    })
}

// SAFETY: the linker gives this name to nothing else.
#[unsafe(no_mangle)]
unsafe extern "C" fn __wrap_get_random_number(
    drng: *mut c_void,
    output: *mut c_uchar,
    bits: c_ulonglong,
) -> c_int {
    assay_wrap.counted(Function::Drng, 0, bits, || {
        // SAFETY: the arguments are the caller's, who called the original.
        unsafe { __real_get_random_number(drng, output, bits) }
    })
}

/// Only the static library needs one; in any other build the standard library brings it.
#[cfg(all(panic = "abort", not(test)))]
#[panic_handler]
fn stop(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
