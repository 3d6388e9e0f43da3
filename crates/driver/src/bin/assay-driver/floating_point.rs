//! The floating-point control register, which functions must leave as they found it (System V ABI of x86-64; Arm AAPCS64).

use assay_kat::{Failure, Verdict};

/// How numbers are rounded and subnormal ones treated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Control(u64);

impl Control {
    /// That of the calling thread.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn now() -> Control {
        // Rounding, and subnormal numbers as zero in operands and results; the rest are flags and masks of exceptions.
        const MODES: u32 = 0b11 << 13 | 1 << 15 | 1 << 6;
        let mut register = 0_u32;
        // SAFETY: the instruction writes 32 bits to the address it is given.
        unsafe {
            std::arch::asm!("stmxcsr [{}]", in(reg) &raw mut register, options(nostack, preserves_flags));
        }
        Control((register & MODES).into())
    }

    /// That of the calling thread.
    #[cfg(target_arch = "aarch64")]
    pub(crate) fn now() -> Control {
        // Rounding and flushing to zero; the rest enables traps.
        const MODES: u64 = 0b111 << 22;
        let register: u64;
        // SAFETY: reading the register changes nothing.
        unsafe {
            std::arch::asm!("mrs {}, fpcr", out(reg) register, options(nomem, nostack, preserves_flags));
        }
        Control(register & MODES)
    }

    /// A failure when it is not what it was.
    pub(crate) fn check(self) -> Result<(), Failure> {
        if Control::now() == self {
            return Ok(());
        }
        Err(Failure::new(
            Verdict::Forbidden,
            "it left the floating-point rounding mode changed, which every caller of it would compute with",
        ))
    }
}
