use assay_cycles::{Count, Unit, Window};
use assay_host::{MeasuredClock, WINDOWS};

fn window(value: u64, unit: Unit) -> Option<Window> {
    Some(Window {
        count: Count::new(value, unit),
        nanoseconds: 50_000_000,
        coverage: None,
    })
}

/// The clock shown by windows with the given numbers of cycles, the untimed one first.
fn clock_of(cycles: impl IntoIterator<Item = u64>) -> Option<MeasuredClock> {
    let mut cycles = cycles.into_iter();
    MeasuredClock::from_windows(|| window(cycles.next()?, Unit::CoreCycles))
}

#[test]
fn the_first_window_does_not_count() {
    let mut cycles = vec![1];
    cycles.extend([135_000_000; WINDOWS]);
    let clock = clock_of(cycles).unwrap();
    assert_eq!(clock.minimum_hz, 2.7e9);
    assert_eq!(clock.interquartile_range_hz, 0.0);
    assert!(clock.is_steady());
}

#[test]
fn median_extremes_and_quartiles_of_21_windows() {
    // 100, 101, … 120 million cycles in 50 ms, in another order.
    let mut cycles = vec![0];
    cycles.extend((0..WINDOWS as u64).map(|index| (100 + index * 8 % 21) * 1_000_000));
    let clock = clock_of(cycles).unwrap();
    assert_eq!(clock.minimum_hz, 2.0e9);
    assert_eq!(clock.median_hz, 2.2e9);
    assert_eq!(clock.maximum_hz, 2.4e9);
    assert_eq!(clock.interquartile_range_hz, 0.2e9);
    assert!(!clock.is_steady());
}

#[test]
fn half_a_percent_is_still_steady() {
    let clock = |interquartile_range_hz| MeasuredClock {
        median_hz: 2e9,
        minimum_hz: 1e9,
        maximum_hz: 3e9,
        interquartile_range_hz,
    };
    assert!(clock(10e6).is_steady());
    assert!(!clock(10.1e6).is_steady());
}

#[test]
fn the_clock_is_rounded_to_50_mhz() {
    let mut cycles = vec![0];
    // 2.694 GHz.
    cycles.extend([134_700_000; WINDOWS]);
    assert_eq!(clock_of(cycles).unwrap().rounded_mhz(), 2700);
}

#[test]
fn ticks_tell_nothing_about_the_core() {
    for unit in [Unit::TscTicks, Unit::CntvctTicks, Unit::Nanoseconds] {
        assert_eq!(
            MeasuredClock::from_windows(|| window(1_000_000, unit)),
            None
        );
    }
}

#[test]
fn a_window_that_fails_gives_no_clock() {
    assert_eq!(clock_of([100; 10]), None);
    assert_eq!(clock_of([]), None);
}
