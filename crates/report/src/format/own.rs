//! Formats of our own pages: always three digits, and the unit is chosen after rounding. Published pages keep theirs.

/// `355 µs`, `1.10 ms`, `1.00 ms`: a time in seconds, in the first unit in which it is at least 1 as shown.
#[must_use]
pub fn time(seconds: f64) -> String {
    scaled(
        seconds,
        &[(1e-9, "ns"), (1e-6, "µs"), (1e-3, "ms"), (1.0, "s")],
    )
}

/// `4276`, `741.6 k`, `1.72 M`, `1.45 G`: a count of cycles or ticks.
#[must_use]
pub fn count(count: f64) -> String {
    let whole = format!("{count:.0}");
    if whole.len() <= 4 {
        return whole;
    }
    let thousands = format!("{:.1}", count / 1e3);
    if thousands.len() <= "999.9".len() {
        return format!("{thousands} k");
    }
    let millions = format!("{:.2}", count / 1e6);
    if millions.len() <= "999.99".len() {
        return format!("{millions} M");
    }
    format!("{:.2} G", count / 1e9)
}

/// `54.4`, `2.82 k`, `1.10 M`: how often something happens per second.
#[must_use]
pub fn rate(per_second: f64) -> String {
    scaled(per_second, &[(1.0, ""), (1e3, "k"), (1e6, "M"), (1e9, "G")])
}

/// Three digits in the largest unit in which the rounded value is at least 1, else in the first.
fn scaled(value: f64, units: &[(f64, &str)]) -> String {
    let mut units = units.iter();
    let Some(mut unit) = units.next() else {
        return three_digits(value);
    };
    for next in units {
        if (value / unit.0).abs() < 999.5 {
            break;
        }
        unit = next;
    }
    format!("{} {}", three_digits(value / unit.0), unit.1)
        .trim_end()
        .to_owned()
}

/// `1.10`, `54.4`, `409`, `5590`; below 1, as many decimals as `0.500` has.
fn three_digits(value: f64) -> String {
    let size = value.abs();
    let decimals = match size {
        _ if size < 9.995 => 2,
        _ if size < 99.95 => 1,
        _ => 0,
    };
    let decimals = if size < 0.9995 && size > 0.0 {
        3
    } else {
        decimals
    };
    format!("{value:.decimals$}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_unit_is_chosen_after_rounding() {
        assert_eq!(time(999.6e-6), "1.00 ms");
        assert_eq!(time(999.4e-6), "999 µs");
        assert_eq!(time(0.999_6), "1.00 s");
        assert_eq!(time(0.001_1), "1.10 ms");
        assert_eq!(time(0.079), "79.0 ms");
        assert_eq!(time(9.996e-6), "10.0 µs");
        assert_eq!(time(5590.0), "5590 s");
        assert_eq!(time(5e-10), "0.500 ns");
        assert_eq!(time(0.0), "0.00 ns");
        assert_eq!(count(9999.4), "9999");
        assert_eq!(count(9999.6), "10.0 k");
        assert_eq!(count(999_996.0), "1.00 M");
        assert_eq!(count(999_949.0), "999.9 k");
        assert_eq!(count(999_996_000.0), "1.00 G");
        assert_eq!(rate(9804.0), "9.80 k");
        assert_eq!(rate(54.4), "54.4");
        assert_eq!(rate(999.6), "1.00 k");
    }

    proptest! {
        #[test]
        fn three_digits_are_shown_and_within_half_a_unit(seconds in 1e-9f64..900.0) {
            let text = time(seconds);
            let (number, unit) = text.split_once(' ').unwrap();
            prop_assert_eq!(number.replace('.', "").trim_start_matches('0').len(), 3, "{}", text);
            let scale = match unit { "ns" => 1e-9, "µs" => 1e-6, "ms" => 1e-3, _ => 1.0 };
            let back = number.parse::<f64>().unwrap() * scale;
            prop_assert!((back - seconds).abs() <= seconds * 0.005_1, "{} as {}", seconds, text);
        }
    }
}
