//! What counting costs is not in the shares.

use assay_profile::{CallRange, CallShape, Discrepancy, Function, Overhead, Profile, Total};
use proptest::{collection::vec, prelude::*, sample::select};

fn shape(function: Function, calls: u64, ticks: u64) -> CallShape {
    CallShape {
        function,
        in_bits: 0,
        out_bits: 8,
        calls,
        ticks,
    }
}

const OVERHEAD: Overhead = Overhead {
    counted_ticks: 10.0,
    whole_ticks: 30.0,
    reading_ticks: 5.0,
};

const TOTAL: Option<Total> = Some(Total {
    operations: 4,
    ticks: 4020,
});

/// 4 operations of 1005 ticks, 25 calls in each of which cost 30: 100 · 30 + 4 · 5 of 4020 ticks are not the operations'.
#[test]
fn shares_are_those_without_counting() {
    let calls = [
        shape(Function::PseudoXof, 80, 1200),
        shape(Function::Drng, 20, 300),
    ];
    let profile = Profile::without_overhead(TOTAL, calls, Some(OVERHEAD), Vec::new());
    let shares = profile.share.as_ref().expect("a total");
    assert_eq!(shares.get(Function::PseudoXof), Some(0.4));
    assert_eq!(shares.get(Function::Drng), Some(0.1));
    assert_eq!(profile.check(), []);
    let uncorrected = Profile::new(TOTAL, calls).share.expect("a total");
    assert_ne!(uncorrected, *shares);
    let mut forged = profile;
    forged.share = Some(uncorrected);
    assert!(matches!(forged.check()[0], Discrepancy::Share { .. }));
}

#[test]
fn an_overhead_that_is_no_number_of_ticks_is_found() {
    let calls = [shape(Function::Drng, 20, 300)];
    let mut profile = Profile::without_overhead(TOTAL, calls, Some(OVERHEAD), Vec::new());
    for ticks in [-1.0, f64::NAN, f64::INFINITY] {
        profile.overhead = Some(Overhead {
            counted_ticks: ticks,
            ..OVERHEAD
        });
        assert_eq!(profile.check(), [Discrepancy::Overhead]);
    }
}

#[test]
fn calls_in_one_operation_fit_those_in_all() {
    let range = |fewest, most| CallRange {
        function: Function::Drng,
        fewest,
        most,
    };
    let with = |range| {
        let calls = [shape(Function::Drng, 20, 300)];
        Profile::without_overhead(TOTAL, calls, None, vec![range])
    };
    assert_eq!(with(range(5, 5)).exact_calls(Function::Drng), Some(5));
    assert_eq!(with(range(4, 6)).exact_calls(Function::Drng), None);
    assert_eq!(with(range(5, 5)).exact_calls(Function::Sm3hash), None);
    for sound in [range(5, 5), range(4, 6)] {
        assert_eq!(with(sound).check(), []);
    }
    for unsound in [range(4, 4), range(7, 6)] {
        let found = with(unsound).check();
        assert!(
            matches!(found[..], [Discrepancy::CallsInOne { calls: 20, .. }]),
            "{found:?}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever was measured, the parts are not more than the whole, and what was written is what is read.
    #[test]
    fn shares_are_at_most_1(
        operations in 1..100_u64,
        ticks in 0..1_000_000_u64,
        counted_ticks in 0.0..100.0_f64,
        whole_ticks in 0.0..100.0_f64,
        calls in vec((select(Function::ALL.to_vec()), 0..1000_u64, 0..1_000_000_u64), 0..12),
    ) {
        let overhead = Overhead { counted_ticks, whole_ticks, reading_ticks: 20.0 };
        let shapes = calls.iter().enumerate().map(|(index, &(function, calls, ticks))| CallShape {
            in_bits: index as u64,
            ..shape(function, calls, ticks)
        });
        let total = Some(Total { operations, ticks });
        let profile = Profile::without_overhead(total, shapes, Some(overhead), Vec::new());
        if let Some(shares) = &profile.share {
            let sum: f64 = shares.0.iter().map(|(_, share)| share).sum();
            prop_assert!(sum <= 1.0 + 1e-12, "{sum}");
            prop_assert!(shares.0.iter().all(|(_, share)| (0.0..=1.0).contains(share)));
        }
        let text = serde_json::to_string(&profile).expect("JSON");
        prop_assert_eq!(serde_json::from_str::<Profile>(&text).expect("a profile"), profile);
    }
}
