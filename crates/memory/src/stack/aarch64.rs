use std::arch::naked_asm;
use std::ffi::c_void;

/// Calls `work(argument)` with the stack pointer at `top`, which is a multiple of 16.
///
/// # Safety
///
/// Below `top` lies a stack that is large enough and that nothing else uses. `work` returns, and does not unwind.
#[unsafe(naked)]
pub(super) unsafe extern "C" fn call_on(
    top: usize,
    work: extern "C" fn(*mut c_void),
    argument: *mut c_void,
) {
    naked_asm!(
        ".cfi_startproc",
        "stp x29, x30, [sp, #-16]!",
        ".cfi_def_cfa_offset 16",
        ".cfi_offset x29, -16",
        ".cfi_offset x30, -8",
        "mov x29, sp",
        ".cfi_def_cfa x29, 16",
        "mov sp, x0",
        "mov x0, x2",
        "blr x1",
        "mov sp, x29",
        "ldp x29, x30, [sp], #16",
        ".cfi_def_cfa sp, 0",
        "ret",
        ".cfi_endproc",
    )
}
