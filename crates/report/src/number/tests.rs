use proptest::prelude::*;

use super::*;

#[test]
fn counts_change_unit_before_rounding() {
    for (value, text) in [
        (4275.6, "4276"),
        (9999.6, "10000"),
        (10_000.0, "10.0 k"),
        (999_996.0, "1000.0 k"),
        (741_617.409_548, "741.6 k"),
        (999_999_999.0, "1000.00 M"),
        (1_718_000.0, "1.72 M"),
        (1.45e9, "1.45 G"),
        (0.0, "0"),
        (0.5, "0"),
        (1.5, "2"),
        (2.5, "2"),
    ] {
        assert_eq!(count(value), text);
    }
}

#[test]
fn times_change_unit_before_rounding() {
    for (seconds, text) in [
        (0.000_354_518_952, "355 µs"),
        (0.002_45, "2.45 ms"),
        (1.939_782e-6, "1.94 µs"),
        (0.079, "79 ms"),
        (9.48, "9.48 s"),
        (5589.0, "5.59e+03 s"),
        (999.6e-6, "1e+03 µs"),
        (1e-3, "1 ms"),
        (4.2e-10, "0.42 ns"),
        (0.0, "0 ns"),
    ] {
        assert_eq!(time(seconds), text);
    }
}

#[test]
fn three_digits_as_published() {
    for (value, text) in [
        (2820.7, "2.82e+03"),
        (54.4, "54.4"),
        (8.09, "8.09"),
        (516_000.0, "5.16e+05"),
        (3.5, "3.5"),
        (11_000.0, "1.1e+04"),
        (0.105, "0.105"),
        (999.5, "1e+03"),
        (999.4, "999"),
        (0.000_1, "0.0001"),
        (0.000_099_99, "0.0001"),
        (0.000_099_94, "9.99e-05"),
        (1e-100, "1e-100"),
        (100.0, "100"),
        (-12.5, "-12.5"),
    ] {
        assert_eq!(three_significant(value), text);
    }
}

/// These doubles are exact ties between two decimals; the even digit wins.
#[test]
fn exact_ties_go_to_even() {
    assert_eq!(three_significant(1125.0), "1.12e+03");
    assert_eq!(three_significant(1135.0), "1.14e+03");
    assert_eq!(three_significant(0.1875), "0.188");
    assert_eq!(three_significant(0.312_5), "0.312");
    assert_eq!(one_decimal(0.25), "0.2");
    assert_eq!(one_decimal(0.75), "0.8");
    assert_eq!(count(10_250.0), "10.2 k");
    assert_eq!(share(0.125), "12%");
    assert_eq!(share(0.135), "14%");
}

#[test]
fn shares_lose_their_decimal_at_nine_and_a_half_percent() {
    for (value, text) in [
        (0.0949, "9.5%"),
        (0.0951, "10%"),
        (0.094_999, "9.5%"),
        (0.095, "10%"),
        (0.022, "2.2%"),
        (0.0, "0.0%"),
        (1.0, "100%"),
        (0.699, "70%"),
    ] {
        assert_eq!(share(value), text);
    }
}

#[test]
fn sizes_and_lengths() {
    assert_eq!(kib(1_724_416), "1684 KiB");
    assert_eq!(mib(32_551_768), "31788 MiB");
    assert_eq!(gigahertz(2_100_000.0 * 1e3), "2.10 GHz");
    assert_eq!(message_length(65_536), "64 KiB");
    assert_eq!(message_length(512), "512 B");
    assert_eq!(message_length(1500), "1500 B");
    assert_eq!(deviation(-0.000_82), "-0.08%");
    assert_eq!(calls_per_operation(&[]), NONE);
}

/// Digits of a value that is an integer number of `10^-digits`, rounded half to even with integers alone.
fn rounded_in_integers(scaled: u64, drop: u64) -> u64 {
    let (quotient, remainder) = (scaled / drop, scaled % drop);
    match (remainder * 2).cmp(&drop) {
        std::cmp::Ordering::Less => quotient,
        std::cmp::Ordering::Greater => quotient + 1,
        std::cmp::Ordering::Equal => quotient + quotient % 2,
    }
}

proptest! {
    /// Whole numbers are exact doubles, so integer arithmetic is an independent judge.
    #[test]
    fn three_digits_agree_with_integer_rounding(value in 1u64..1 << 53) {
        let mut drop = 1;
        while value / drop >= 1000 {
            drop *= 10;
        }
        let digits = rounded_in_integers(value, drop);
        let shown: f64 = three_significant(value as f64).parse().unwrap();
        prop_assert_eq!(shown, format!("{digits}e{}", drop.ilog10()).parse::<f64>().unwrap());
    }

    /// Quarters are exact doubles.
    #[test]
    fn small_counts_agree_with_integer_rounding(quarters in 0u64..40_000) {
        prop_assert_eq!(count(quarters as f64 / 4.0), rounded_in_integers(quarters, 4).to_string());
    }

    /// What is shown is off by half a unit of the last digit at most, and shows itself again.
    #[test]
    fn shown_numbers_are_near_and_stable(value in 1e-12f64..1e15) {
        let shown: f64 = three_significant(value).parse().unwrap();
        prop_assert!((shown - value).abs() <= 0.005_000_001 * value);
        prop_assert_eq!(three_significant(shown), three_significant(value));
    }

    #[test]
    fn times_read_back(seconds in 1e-9f64..1e6) {
        let text = time(seconds);
        let (value, unit) = text.split_once(' ').unwrap();
        let scale = match unit { "s" => 1.0, "ms" => 1e-3, "µs" => 1e-6, _ => 1e-9 };
        let read = value.parse::<f64>().unwrap() * scale;
        prop_assert!((read - seconds).abs() <= 0.005_000_001 * seconds);
    }
}
