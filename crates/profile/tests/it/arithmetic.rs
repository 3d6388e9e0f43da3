use assay_profile::{
    CallShape, Discrepancy, Function, HashShare, LowerBound, Profile, Shares, Total,
};
use proptest::{collection::vec, prelude::*, sample::select};
use serde_json::json;

fn shape(function: Function, out_bits: u64, calls: u64, ticks: u64) -> CallShape {
    CallShape {
        function,
        in_bits: 0,
        out_bits,
        calls,
        ticks,
    }
}

fn total(operations: u64, ticks: u64) -> Option<Total> {
    Some(Total { operations, ticks })
}

#[test]
fn shares_stand_in_order_of_first_occurrence() {
    use Function::*;
    let calls = [
        shape(Sm3hash, 1, 1, 100),
        shape(Drng, 2, 1, 200),
        shape(PseudoXof, 3, 1, 300),
        shape(Sm3hash, 4, 1, 50),
    ];
    let profile = Profile::new(total(10, 1000), calls);
    assert_eq!(
        profile.share,
        Some(Shares(vec![(Sm3hash, 0.15), (Drng, 0.2), (PseudoXof, 0.3)]))
    );
    assert_eq!(profile.hash_share.map(HashShare::value), Some(0.15 + 0.3));
    assert_eq!(profile.calls_per_operation(Sm3hash), Some(0.2));
}

#[test]
fn without_a_total_there_are_no_shares() {
    for total in [None, total(0, 0), total(5, 0)] {
        let profile = Profile::new(total, [shape(Function::Drng, 1, 0, 0)]);
        assert_eq!((&profile.share, profile.hash_share), (&None, None));
        assert_eq!(profile.check(), []);
        let written = serde_json::to_value(&profile).expect("JSON");
        assert!(
            written.get("share").is_none() && written.get("hash_share").is_none(),
            "{written}"
        );
        assert_eq!(written["total"].is_null(), total.is_none());
    }
    assert_eq!(
        Profile::new(None, [shape(Function::Drng, 1, 3, 5)]).calls_per_operation(Function::Drng),
        None
    );
}

#[test]
fn a_measured_hash_share_of_0_is_not_the_same_as_none() {
    let called = Profile::new(total(1, 1000), [shape(Function::PseudoXof, 8, 1, 0)]);
    assert_eq!(
        serde_json::to_string(&called.hash_share).expect("JSON"),
        "0.0"
    );
    let not_called = Profile::new(total(1, 1000), [] as [CallShape; 0]);
    assert_eq!(
        serde_json::to_string(&not_called.hash_share).expect("JSON"),
        "0"
    );
    for share in [called.hash_share, not_called.hash_share] {
        let text = serde_json::to_string(&share).expect("JSON");
        assert_eq!(
            serde_json::from_str::<Option<HashShare>>(&text).expect("a share"),
            share
        );
    }
}

#[test]
fn ticks_beyond_64_bits_do_not_wrap() {
    let calls = [
        shape(Function::PseudoXof, 1, 1, u64::MAX),
        shape(Function::PseudoXof, 2, 1, u64::MAX),
    ];
    let profile = Profile::new(total(1, u64::MAX), calls);
    assert_eq!(
        profile
            .share
            .as_ref()
            .and_then(|shares| shares.get(Function::PseudoXof)),
        Some(2.0)
    );
    assert!(matches!(
        profile.check()[..],
        [Discrepancy::MoreThanTotal { .. }]
    ));
}

#[test]
fn what_does_not_follow_is_listed() {
    let good = Profile::new(
        total(1, 100),
        [
            shape(Function::Drng, 1, 1, 10),
            shape(Function::PseudoXof, 1, 1, 20),
        ],
    );
    let changed = |change: &dyn Fn(&mut Profile)| {
        let mut profile = good.clone();
        change(&mut profile);
        profile
            .check()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    assert!(changed(&|_| {}).is_empty());
    type Change<'a> = &'a dyn Fn(&mut Profile);
    let cases: [(Change<'_>, &str); 8] = [
        (
            &|p| p.share = None,
            "shares are missing, but the total is there",
        ),
        (
            &|p| p.hash_share = None,
            "shares are missing, but the total is there",
        ),
        (
            &|p| p.total = None,
            "shares are stored, but the total is missing or 0",
        ),
        (
            &|p| p.share = Some(Shares(vec![(Function::Drng, 0.1)])),
            "pseudoXOF was called, but no share is stored for it",
        ),
        (
            &|p| {
                p.share
                    .as_mut()
                    .expect("shares")
                    .0
                    .push((Function::Sm3hash, 0.0))
            },
            "a share is stored for sm3hash, which was not called",
        ),
        (
            &|p| p.share.as_mut().expect("shares").0[0].1 = f64::NAN,
            "the share of drng is stored as NaN, but its ticks give 0.1",
        ),
        (
            &|p| p.hash_share = Some(HashShare(None)),
            "the hash share is stored as 0, but the hash functions' ticks give 0.2",
        ),
        (
            &|p| p.calls.push(shape(Function::Drng, 1, 0, 0)),
            "there are two entries for drng from 0 to 1 bits",
        ),
    ];
    for (change, expected) in cases {
        assert_eq!(changed(change), [expected]);
    }
}

#[test]
fn unknown_functions_and_shares_are_refused() {
    let refused = |value: serde_json::Value| {
        serde_json::from_value::<Profile>(value)
            .expect_err("refused")
            .to_string()
    };
    let call = json!({"fn": "malloc", "in_bits": 0, "out_bits": 0, "calls": 0, "ticks": 0});
    let expected =
        "invalid value: string \"malloc\", expected pseudohash, pseudoXOF, sm3hash or drng";
    assert_eq!(refused(json!({"total": null, "calls": [call]})), expected);
    assert_eq!(
        refused(json!({"total": null, "calls": [], "share": {"malloc": 0.5}})),
        expected
    );
    assert_eq!(
        refused(json!({"total": null, "calls": [], "hash_share": 7})),
        "invalid value: integer `7`, expected a share, or the integer 0 when there is none"
    );
    let twice = "{\"total\": null, \"calls\": [], \"share\": {\"drng\": 0.5, \"drng\": 0.5}}";
    let error = serde_json::from_str::<Profile>(twice).expect_err("refused");
    assert!(
        error.to_string().starts_with("duplicate function drng"),
        "{error}"
    );
}

#[test]
fn notes_say_why_a_share_is_a_lower_bound() {
    let (function, object) = (Function::Drng, "drng.o".to_owned());
    for (note, expected) in [
        (
            LowerBound::SameObject {
                function,
                object: object.clone(),
            },
            "calls of get_random_number inside drng.o are not seen, because they stay within one object file",
        ),
        (
            LowerBound::NeverCrosses { function, object },
            "get_random_number is defined in drng.o, but no call of it crosses an object boundary",
        ),
        (
            LowerBound::Overflow { calls: 3 },
            "3 calls are in no count, because there were more call shapes than slots",
        ),
    ] {
        assert_eq!(note.to_string(), expected);
    }
    assert_eq!(LowerBound::of_overflow(0), None);
    assert_eq!(
        LowerBound::of_overflow(3),
        Some(LowerBound::Overflow { calls: 3 })
    );
}

fn any_shape() -> impl Strategy<Value = CallShape> {
    let function = select(Function::ALL.to_vec());
    (function, 0..5_u64, 0..5_u64, 0..1000_u64, 0..1_000_000_u64).prop_map(
        |(function, in_bits, out_bits, calls, ticks)| CallShape {
            function,
            in_bits,
            out_bits,
            calls,
            ticks,
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn profiles_survive_being_written_and_read(
        operations in 0..100_u64,
        ticks in 0..1_000_000_000_u64,
        calls in vec(any_shape(), 0..12),
    ) {
        let profile = Profile::new(total(operations, ticks), calls);
        let text = serde_json::to_string(&profile).expect("JSON");
        prop_assert_eq!(serde_json::from_str::<Profile>(&text).expect("a profile"), profile);
    }

    #[test]
    fn shares_add_up_to_the_ticks_of_all_calls(ticks in 1..1_000_000_000_u64, calls in vec(any_shape(), 0..12)) {
        let counted: u64 = calls.iter().map(|shape| shape.ticks).sum();
        let shares = Profile::new(total(1, ticks), calls).share.expect("a total");
        let sum: f64 = shares.0.iter().map(|(_, share)| share).sum();
        prop_assert!((sum - counted as f64 / ticks as f64).abs() <= 1e-9 * sum.max(1.0));
    }
}
