//! The time stamp counter and `rdpmc`.

use std::arch::asm;
use std::arch::x86_64::{__cpuid, __cpuid_count, CpuidResult};

use crate::clock;
use crate::refusal::Refusal;
use crate::source::{Rate, RateBasis, Source};

/// The tick counter of this architecture.
pub(crate) const TICKS: Option<Source> = Some(Source::Tsc);

/// Whether the tick counter is fit for use: invariant, so that it neither stops nor changes its
/// rate (Intel SDM volume 3, "Invariant TSC").
pub(crate) fn ticks_usable() -> Result<(), Refusal> {
    let invariant = cpuid(0x8000_0007, 0).is_some_and(|leaf| leaf.edx & (1 << 8) != 0);
    if invariant {
        Ok(())
    } else {
        Err(Refusal::NotInvariant)
    }
}

/// The time stamp counter. The first fence waits until everything before has finished, the second
/// one keeps what follows from starting early (Intel SDM volume 2, RDTSC).
#[inline(always)]
pub(crate) fn ticks() -> u64 {
    let (low, high): (u32, u32);
    // SAFETY: both instructions exist on every x86-64 processor and change only eax and edx.
    // Without `nomem` the compiler moves no memory access across.
    unsafe {
        asm!(
            "lfence",
            "rdtsc",
            "lfence",
            out("eax") low,
            out("edx") high,
            options(nostack, preserves_flags),
        );
    }
    u64::from(high) << 32 | u64::from(low)
}

/// The hardware counter `number`, as encoded by the kernel: bit 30 selects the fixed counters.
///
/// # Safety
///
/// The kernel must have enabled `rdpmc` for this address space, or the instruction faults.
#[inline(always)]
pub(crate) unsafe fn read_hardware_counter(number: u32) -> Option<u64> {
    let (low, high): (u32, u32);
    // SAFETY: permitted by the caller; changes only eax and edx.
    unsafe {
        asm!(
            "lfence",
            "rdpmc",
            "lfence",
            in("ecx") number,
            out("eax") low,
            out("edx") high,
            options(nostack, preserves_flags),
        );
    }
    Some(u64::from(high) << 32 | u64::from(low))
}

/// The rate of the time stamp counter. CPUID is not believed under a hypervisor, where it may
/// describe another machine, and not without the crystal frequency, where leaf 0x16 gives only a
/// marketing value that can be off by half a percent.
pub(crate) fn tick_rate() -> Rate {
    let hypervisor = cpuid(1, 0).is_some_and(|leaf| leaf.ecx & (1 << 31) != 0);
    let declared = cpuid(0x15, 0)
        .filter(|_| !hypervisor)
        .and_then(|leaf| rate_of_leaf_15(leaf.eax, leaf.ebx, leaf.ecx));
    match declared {
        Some(hz) => Rate {
            hz,
            basis: RateBasis::CpuidLeaf15,
        },
        None => clock::measure_rate(ticks),
    }
}

/// Crystal frequency `ecx` times `ebx` / `eax`; `None` when one of them is not enumerated.
fn rate_of_leaf_15(eax: u32, ebx: u32, ecx: u32) -> Option<f64> {
    (eax != 0 && ebx != 0 && ecx != 0).then(|| f64::from(ecx) * f64::from(ebx) / f64::from(eax))
}

/// A leaf of CPUID, `None` beyond the highest one.
#[allow(
    unused_unsafe,
    reason = "the intrinsics became safe after the minimum supported version"
)]
fn cpuid(leaf: u32, subleaf: u32) -> Option<CpuidResult> {
    // SAFETY: CPUID exists on every x86-64 processor.
    let highest = unsafe { __cpuid(leaf & 0x8000_0000) }.eax;
    // SAFETY: as above.
    (leaf <= highest).then(|| unsafe { __cpuid_count(leaf, subleaf) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_of_an_i7_12700_as_enumerated() {
        assert_eq!(rate_of_leaf_15(2, 110, 38_400_000), Some(2.112e9));
    }

    #[test]
    fn a_missing_crystal_frequency_gives_no_rate() {
        assert_eq!(rate_of_leaf_15(2, 176, 0), None);
        assert_eq!(rate_of_leaf_15(0, 0, 0), None);
    }

    #[test]
    fn ticks_do_not_run_backwards_on_one_thread() {
        let first = ticks();
        assert!(ticks() >= first);
    }
}
