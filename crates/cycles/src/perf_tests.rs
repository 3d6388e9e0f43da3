//! Hardware events that misbehave.

use std::cell::Cell;

use super::*;

/// An event whose readings are given in advance, one for each call of `read`.
pub(crate) struct Scripted {
    readings: Vec<Option<Reading>>,
    next: Cell<usize>,
    in_user_space: Option<u64>,
}

impl Scripted {
    pub(crate) fn new(readings: &[Option<Reading>], in_user_space: Option<u64>) -> Self {
        Self {
            readings: readings.to_vec(),
            next: Cell::new(0),
            in_user_space,
        }
    }
}

impl Event for Scripted {
    fn reset(&mut self) -> io::Result<()> {
        Ok(())
    }
    fn enable(&mut self) -> io::Result<()> {
        Ok(())
    }
    fn disable(&mut self) -> io::Result<()> {
        Ok(())
    }
    fn read(&self) -> io::Result<Option<Reading>> {
        let reading = self.readings[self.next.get()];
        self.next.set(self.next.get() + 1);
        Ok(reading)
    }
    fn read_in_user_space(&self) -> Option<u64> {
        self.in_user_space
    }
}

pub(crate) fn reading(count: u64, time_enabled_ns: u64, time_running_ns: u64) -> Option<Reading> {
    Some(Reading {
        count,
        time_enabled_ns,
        time_running_ns,
    })
}

fn probe(readings: &[Option<Reading>], in_user_space: Option<u64>) -> Result<bool, String> {
    Cycles::new(Scripted::new(readings, in_user_space))
        .probe()
        .map_err(|error| error.to_string())
}

#[test]
fn a_sound_event_is_accepted() {
    let readings = [reading(0, 0, 0), reading(50_000, 900, 900)];
    assert_eq!(probe(&readings, Some(7)), Ok(true));
    assert_eq!(probe(&readings, None), Ok(false));
}

#[test]
fn only_the_times_of_this_window_matter() {
    // Shared before the window, not in it.
    let readings = [reading(10, 1000, 400), reading(50_000, 1900, 1300)];
    assert_eq!(probe(&readings, None), Ok(false));
}

#[test]
fn a_count_beyond_32_bits_is_kept() {
    let mut cycles = Cycles::new(Scripted::new(&[reading(5 << 32 | 3, 9, 9)], None));
    let before = reading(0, 0, 0).unwrap();
    assert_eq!(cycles.stop(before).unwrap().0, 5 << 32 | 3);
}

#[test]
fn a_shared_event_is_refused_with_both_times() {
    let error = probe(&[reading(0, 0, 0), reading(50_000, 900, 300)], None).unwrap_err();
    assert_eq!(
        error,
        "the hardware counter was multiplexed: it ran 300 of 900 ns"
    );
}

#[test]
fn an_event_that_never_gets_the_counter_is_refused() {
    let error = probe(&[reading(0, 0, 0), None], None).unwrap_err();
    assert!(error.starts_with("the hardware counter is in use by others"));
}

#[test]
fn an_event_that_stays_at_zero_is_refused() {
    let error = probe(&[reading(0, 0, 0), reading(0, 900, 900)], None).unwrap_err();
    assert!(error.starts_with("the hardware counter stays at 0"));
}
