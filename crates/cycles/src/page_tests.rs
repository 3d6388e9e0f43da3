//! The protocol of the mapped page on fake pages.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU32, AtomicU64, Ordering};

use proptest::prelude::*;

use super::*;

/// A page that is changed by the "kernel" while the counter is being read, `updates` times.
struct FakePage {
    sequence: Cell<u32>,
    index: Cell<u32>,
    offset: Cell<i64>,
    allowed: bool,
    width: u16,
    hardware: Cell<u64>,
    updates: Cell<usize>,
}

impl FakePage {
    fn steady(offset: i64, hardware: u64, width: u16) -> Self {
        Self {
            sequence: Cell::new(8),
            index: Cell::new(1),
            offset: Cell::new(offset),
            allowed: true,
            width,
            hardware: Cell::new(hardware),
            updates: Cell::new(0),
        }
    }
}

impl Page for FakePage {
    fn sequence(&self) -> u32 {
        self.sequence.get()
    }
    fn index(&self) -> u32 {
        self.index.get()
    }
    fn offset(&self) -> i64 {
        self.offset.get()
    }
    fn user_read_allowed(&self) -> bool {
        self.allowed
    }
    fn width(&self) -> u16 {
        self.width
    }
    fn hardware(&self, number: u32) -> Option<u64> {
        assert_eq!(number, self.index.get() - 1);
        if self.updates.get() > 0 {
            // Folds the hardware value into the offset, as the kernel does on a context switch.
            self.updates.set(self.updates.get() - 1);
            self.sequence.set(self.sequence.get().wrapping_add(2));
            let folded = self.offset.get() + self.hardware.get().cast_signed();
            self.offset.set(folded);
            self.hardware.set(0);
        }
        Some(self.hardware.get())
    }
}

#[test]
fn adds_offset_and_hardware_value() {
    assert_eq!(read_count(&FakePage::steady(1000, 23, 48)), Some(1023));
}

#[test]
fn a_counter_that_started_below_zero_is_sign_extended() {
    // The kernel starts counters at minus the sampling period, here -500, to be notified early.
    let raw = (-500i64).cast_unsigned() & ((1 << 48) - 1);
    assert_eq!(read_count(&FakePage::steady(2000, raw, 48)), Some(1500));
}

#[test]
fn the_difference_is_right_across_the_wrap_of_48_bits() {
    let before = read_count(&FakePage::steady(0, (1 << 48) - 10, 48)).unwrap();
    let after = read_count(&FakePage::steady(0, 15, 48)).unwrap();
    assert_eq!(after.wrapping_sub(before), 25);
}

#[test]
fn a_count_beyond_32_bits_is_kept() {
    let page = FakePage::steady(1 << 33, (1 << 32) + 7, 48);
    assert_eq!(read_count(&page), Some((1 << 33) + (1 << 32) + 7));
}

#[test]
fn index_zero_means_read_by_system_call() {
    let page = FakePage::steady(1000, 23, 48);
    page.index.set(0);
    assert_eq!(read_count(&page), None);
}

#[test]
fn no_permission_means_read_by_system_call() {
    let page = FakePage {
        allowed: false,
        ..FakePage::steady(1000, 23, 48)
    };
    assert_eq!(read_count(&page), None);
}

#[test]
fn a_width_that_makes_no_sense_is_not_used() {
    assert_eq!(read_count(&FakePage::steady(0, 1, 0)), None);
    assert_eq!(read_count(&FakePage::steady(0, 1, 65)), None);
    assert_eq!(read_count(&FakePage::steady(0, 1, 64)), Some(1));
}

#[test]
fn a_disturbed_reading_is_repeated() {
    let page = FakePage::steady(1000, 23, 48);
    page.updates.set(3);
    assert_eq!(read_count(&page), Some(1023));
    assert_eq!(page.updates.get(), 0);
}

#[test]
fn nothing_is_read_in_the_middle_of_an_update() {
    let page = FakePage::steady(1000, 23, 48);
    page.sequence.set(9);
    assert_eq!(read_count(&page), None);
}

#[test]
fn a_page_that_never_rests_is_given_up() {
    let page = FakePage::steady(1000, 23, 48);
    page.updates.set(usize::MAX);
    assert_eq!(read_count(&page), None);
}

/// A page updated by another thread; whatever the split, offset + hardware is always 10_000.
#[derive(Default)]
struct SharedPage {
    sequence: AtomicU32,
    offset: AtomicI64,
    hardware: AtomicU64,
    done: AtomicBool,
}

const SHARED_SUM: u64 = 10_000;

impl SharedPage {
    fn update(&self, part: i64) {
        self.sequence.fetch_add(1, Ordering::SeqCst);
        self.offset.store(part, Ordering::SeqCst);
        self.hardware
            .store(SHARED_SUM - part.cast_unsigned(), Ordering::SeqCst);
        self.sequence.fetch_add(1, Ordering::SeqCst);
    }
}

impl Page for SharedPage {
    fn sequence(&self) -> u32 {
        self.sequence.load(Ordering::SeqCst)
    }
    fn index(&self) -> u32 {
        1
    }
    fn offset(&self) -> i64 {
        self.offset.load(Ordering::SeqCst)
    }
    fn user_read_allowed(&self) -> bool {
        true
    }
    fn width(&self) -> u16 {
        48
    }
    fn hardware(&self, _number: u32) -> Option<u64> {
        Some(self.hardware.load(Ordering::SeqCst))
    }
}

#[test]
fn concurrent_updates_never_mix_two_states() {
    let page = SharedPage::default();
    page.update(1);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for part in 0..20_000 {
                page.update(part % 9973);
            }
            page.done.store(true, Ordering::SeqCst);
        });
        let mut seen = 0u32;
        while !page.done.load(Ordering::SeqCst) || seen == 0 {
            if let Some(count) = read_count(&page) {
                assert_eq!(count, SHARED_SUM);
                seen += 1;
            }
        }
    });
}

proptest! {
    #[test]
    fn equals_the_sum_of_the_definition(offset in any::<i64>(), raw in any::<u64>(), width in 1u16..=64) {
        let modulus = 1i128 << width;
        let mut value = i128::from(raw) % modulus;
        if value >= modulus / 2 {
            value -= modulus;
        }
        let expected = ((i128::from(offset) + value).cast_unsigned() & u128::from(u64::MAX)) as u64;
        prop_assert_eq!(read_count(&FakePage::steady(offset, raw, width)), Some(expected));
    }
}
