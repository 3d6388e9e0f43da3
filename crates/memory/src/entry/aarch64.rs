use std::arch::naked_asm;

use super::{CAPACITY, DISTANCE, LATEST, TARGETS};

/// Touches x16 and x17, which calls may clobber (Arm AAPCS64, IP0 and IP1), and `LATEST`. Eight words of arguments on the
/// stack are handed on.
#[unsafe(naked)]
unsafe extern "C" fn stub<const INDEX: usize>() {
    naked_asm!(
        ".cfi_startproc",
        "stp x29, x30, [sp, #-16]!",
        ".cfi_def_cfa_offset 16",
        ".cfi_offset x29, -16",
        ".cfi_offset x30, -8",
        "mov x29, sp",
        ".cfi_def_cfa x29, 16",
        "sub sp, sp, #{distance}",
        "ldp x16, x17, [x29, #16]",
        "stp x16, x17, [sp, #0]",
        "ldp x16, x17, [x29, #32]",
        "stp x16, x17, [sp, #16]",
        "ldp x16, x17, [x29, #48]",
        "stp x16, x17, [sp, #32]",
        "ldp x16, x17, [x29, #64]",
        "stp x16, x17, [sp, #48]",
        "mov x16, sp",
        "adrp x17, {latest}",
        "str x16, [x17, #:lo12:{latest}]",
        "adrp x16, {targets}",
        "add x16, x16, #:lo12:{targets}",
        "ldr x16, [x16, #8 * {index}]",
        "blr x16",
        "mov sp, x29",
        "ldp x29, x30, [sp], #16",
        ".cfi_def_cfa sp, 0",
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
