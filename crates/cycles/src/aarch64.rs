//! The virtual counter of the generic timer and the cycle counter of the PMU.

use std::arch::asm;

use crate::refusal::Refusal;
use crate::source::{Rate, RateBasis, Source};

/// The tick counter of this architecture.
pub(crate) const TICKS: Option<Source> = Some(Source::Cntvct);

/// The kernel's number of the dedicated cycle counter (`ARMV8_PMU_CYCLE_IDX`).
const CYCLE_COUNTER: u32 = 31;

/// Whether the tick counter is fit for use; Linux gives user space access to it everywhere.
pub(crate) fn ticks_usable() -> Result<(), Refusal> {
    Ok(())
}

/// The virtual counter. The barriers keep the reading from moving in either direction.
#[inline(always)]
pub(crate) fn ticks() -> u64 {
    let value: u64;
    // SAFETY: Linux lets user space read this register; nothing else is changed.
    unsafe {
        asm!(
            "isb",
            "mrs {value}, cntvct_el0",
            "isb",
            value = out(reg) value,
            options(nostack, preserves_flags),
        );
    }
    value
}

/// The dedicated cycle counter; `None` for any other number.
///
/// # Safety
///
/// The kernel must have enabled access from user space, or the instruction faults.
#[inline(always)]
pub(crate) unsafe fn read_hardware_counter(number: u32) -> Option<u64> {
    if number != CYCLE_COUNTER {
        return None;
    }
    let value: u64;
    // SAFETY: permitted by the caller; nothing else is changed.
    unsafe {
        asm!(
            "isb",
            "mrs {value}, pmccntr_el0",
            "isb",
            value = out(reg) value,
            options(nostack, preserves_flags),
        );
    }
    Some(value)
}

/// The rate of the virtual counter, as set by firmware.
pub(crate) fn tick_rate() -> Rate {
    let hz: u64;
    // SAFETY: Linux lets user space read this register; nothing else is changed.
    unsafe {
        asm!("mrs {hz}, cntfrq_el0", hz = out(reg) hz, options(nomem, nostack, preserves_flags));
    }
    match hz {
        0 => crate::clock::measure_rate(ticks),
        hz => Rate {
            hz: hz as f64,
            basis: RateBasis::CntfrqRegister,
        },
    }
}
