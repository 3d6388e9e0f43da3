use std::arch::naked_asm;

use super::{CAPACITY, DISTANCE, LATEST, TARGETS};

/// Touches r10, which calls may clobber, and `LATEST`. Eight words of arguments on the stack are handed on.
#[unsafe(naked)]
unsafe extern "C" fn stub<const INDEX: usize>() {
    naked_asm!(
        ".cfi_startproc",
        "push rbp",
        ".cfi_def_cfa_offset 16",
        ".cfi_offset rbp, -16",
        "mov rbp, rsp",
        ".cfi_def_cfa_register rbp",
        "sub rsp, {distance}",
        "mov r10, [rbp + 16]",
        "mov [rsp + 0], r10",
        "mov r10, [rbp + 24]",
        "mov [rsp + 8], r10",
        "mov r10, [rbp + 32]",
        "mov [rsp + 16], r10",
        "mov r10, [rbp + 40]",
        "mov [rsp + 24], r10",
        "mov r10, [rbp + 48]",
        "mov [rsp + 32], r10",
        "mov r10, [rbp + 56]",
        "mov [rsp + 40], r10",
        "mov r10, [rbp + 64]",
        "mov [rsp + 48], r10",
        "mov r10, [rbp + 72]",
        "mov [rsp + 56], r10",
        "mov qword ptr [rip + {latest}], rsp",
        "call qword ptr [rip + {targets} + 8 * {index}]",
        "leave",
        ".cfi_def_cfa rsp, 8",
        "ret",
        ".cfi_endproc",
        distance = const DISTANCE,
        latest = sym LATEST,
        targets = sym TARGETS,
        index = const INDEX,
    )
}

pub(super) const STUBS: [unsafe extern "C" fn(); CAPACITY] = [
    stub::<0>, stub::<1>, stub::<2>, stub::<3>, stub::<4>, stub::<5>, stub::<6>, stub::<7>,
    stub::<8>, stub::<9>, stub::<10>, stub::<11>, stub::<12>, stub::<13>, stub::<14>, stub::<15>,
    stub::<16>, stub::<17>, stub::<18>, stub::<19>, stub::<20>, stub::<21>, stub::<22>, stub::<23>,
    stub::<24>, stub::<25>, stub::<26>, stub::<27>, stub::<28>, stub::<29>, stub::<30>, stub::<31>,
];
