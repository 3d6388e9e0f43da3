use assay_profile::Plan;

fn plan(call_s: f64) -> (u64, u64) {
    let Plan {
        iterations,
        warmups,
    } = Plan::new(Some(call_s));
    (iterations, warmups)
}

#[test]
fn about_a_second_is_profiled() {
    assert_eq!(plan(0.0), (1000, 1));
    assert_eq!(plan(1e-7), (1000, 1));
    assert_eq!(plan(0.001), (1000, 1));
    assert_eq!(plan(1.0 / 352.0), (352, 1));
    assert_eq!(plan(0.3), (4, 1));
    assert_eq!(plan(1.0), (3, 1));
}

#[test]
fn slow_operations_are_profiled_less() {
    assert_eq!(plan(4.999), (3, 1));
    assert_eq!(plan(5.0), (3, 0));
    assert_eq!(plan(60.0), (3, 0));
    assert_eq!(plan(60.001), (1, 0));
    assert_eq!(plan(86_400.0), (1, 0));
}

#[test]
fn an_unknown_time_counts_as_one_second() {
    let expected = Plan {
        iterations: 3,
        warmups: 1,
    };
    for call_s in [None, Some(f64::NAN), Some(f64::INFINITY), Some(-1.0)] {
        assert_eq!(Plan::new(call_s), expected);
        assert_eq!(expected.timeout_s(call_s, 2.0), 3.0 * 4.0 + 6.0 + 300.0);
    }
}

#[test]
fn the_timeout_grows_with_the_work() {
    assert_eq!(
        Plan {
            iterations: 352,
            warmups: 1
        }
        .timeout_s(Some(0.5), 10.0),
        3.0 * 353.0 * 0.5 + 30.0 + 300.0
    );
}
