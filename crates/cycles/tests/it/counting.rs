use std::hint::black_box;

use assay_cycles::{Count, Counter, Floor, Preference, Source, Unit};

fn work(rounds: u64) -> u64 {
    (0..rounds).fold(0, |sum, value| black_box(sum ^ value.wrapping_mul(3)))
}

/// Every source that this machine lets us use; the others must say why not.
fn usable() -> Vec<Counter> {
    Source::ALL
        .into_iter()
        .filter_map(|source| match Counter::open(Preference::Only(source)) {
            Ok(counter) => Some(counter),
            Err(error) => {
                println!("skipped: {error}");
                assert_eq!(error.refused.len(), 1);
                None
            }
        })
        .collect()
}

#[test]
fn the_monotonic_clock_is_always_there() {
    let counter = Counter::open(Preference::Only(Source::Monotonic)).unwrap();
    assert_eq!(counter.unit(), Unit::Nanoseconds);
    assert_eq!(counter.rate().unwrap().hz, 1e9);
}

#[test]
fn the_best_source_is_the_first_usable_one_and_the_others_are_explained() {
    let counter = Counter::open(Preference::Best).unwrap();
    let first = usable()[0].source();
    assert_eq!(counter.source(), first);
    let refused: Vec<_> = counter
        .refused()
        .iter()
        .map(|refused| refused.source_tried)
        .collect();
    let before: Vec<_> = Source::ALL
        .into_iter()
        .take_while(|&source| source != first)
        .collect();
    assert_eq!(refused, before);
}

#[test]
fn a_window_counts_in_the_unit_of_its_source() {
    for mut counter in usable() {
        let source = counter.source();
        let (_, window) = counter.measure(|| work(100_000)).unwrap();
        assert_eq!(window.count.unit, source.unit());
        assert!(window.count.value > 0, "{source} counted nothing");
        assert!(window.nanoseconds > 0);
        assert_eq!(window.coverage.is_some(), source.is_hardware_cycles());
    }
}

#[test]
fn more_work_counts_more() {
    for mut counter in usable() {
        // A thousand times the work: no disturbance of a busy machine turns that round.
        let (_, little) = counter.measure(|| work(5_000)).unwrap();
        let (_, much) = counter.measure(|| work(5_000_000)).unwrap();
        assert!(much.count > little.count, "{}", counter.source());
    }
}

#[test]
fn stamps_agree_with_the_window_of_their_unit() {
    for mut counter in usable() {
        let sampler = counter.sampler().unwrap();
        let outer_start = sampler.start();
        let mut inner = Count::new(0, outer_unit(&sampler, outer_start));
        for _ in 0..100 {
            let (_, count) = sampler.measure(|| black_box(work(100)));
            inner = inner.saturating_add(count).unwrap();
        }
        let outer_stop = sampler.stop();
        let outer = sampler.elapsed(outer_start, outer_stop);
        sampler.finish().unwrap();
        assert!(inner.value > 0);
        assert!(inner <= outer, "{inner} in parts, {outer} altogether");
    }
}

fn outer_unit(sampler: &assay_cycles::Sampler<'_>, stamp: assay_cycles::Stamp) -> Unit {
    sampler.elapsed(stamp, stamp).unit
}

#[test]
fn a_pair_that_runs_backwards_spoils_the_sampling() {
    let mut counter = Counter::open(Preference::Only(Source::Monotonic)).unwrap();
    let sampler = counter.sampler().unwrap();
    let early = sampler.start();
    std::thread::sleep(std::time::Duration::from_millis(1));
    let late = sampler.stop();
    assert_eq!(sampler.elapsed(late, early).value, 0);
    let error = sampler.finish().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the counter ran backwards between 1 pairs of readings; pin the thread to one CPU"
    );
}

#[test]
fn the_floor_is_kept_and_subtracted() {
    for mut counter in usable() {
        assert_eq!(counter.floor(), None);
        let floor = counter.measure_floor().unwrap();
        assert_eq!(counter.floor(), Some(floor));
        assert_eq!(floor.unit, counter.unit());
        assert_eq!(floor.pairs, 1001);
        assert!(floor.minimum <= floor.median);
    }
}

#[test]
fn subtracting_a_floor_stops_at_zero_and_keeps_units_apart() {
    let floor = Floor::of(vec![30, 20, 25], Unit::TscTicks).unwrap();
    assert_eq!((floor.minimum, floor.median), (20, 25));
    let ticks = |value| Count::new(value, Unit::TscTicks);
    assert_eq!(floor.subtract(ticks(100)), Ok(ticks(75)));
    assert_eq!(floor.subtract(ticks(7)), Ok(ticks(0)));
    let error = floor
        .subtract(Count::new(100, Unit::CoreCycles))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot combine a count in core_cycles with one in tsc_ticks"
    );
    assert_eq!(Floor::of(vec![], Unit::TscTicks), None);
}
