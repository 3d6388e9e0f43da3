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
        "push rbp",
        ".cfi_def_cfa_offset 16",
        ".cfi_offset rbp, -16",
        "mov rbp, rsp",
        ".cfi_def_cfa_register rbp",
        "mov rsp, rdi",
        "mov rdi, rdx",
        "call rsi",
        "mov rsp, rbp",
        "pop rbp",
        ".cfi_def_cfa rsp, 8",
        "ret",
        ".cfi_endproc",
    )
}
