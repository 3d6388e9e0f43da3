//! Number formats of the pages. Values are converted from the exact double, correctly rounded to the digits shown, with
//! ties to even; thresholds use the unrounded value.

pub mod own;

/// What stands for a value that does not apply.
pub const ABSENT: &str = "–";

/// `1.45 G`, `1.72 M`, `741.6 k`, `4276`: a count of cycles or ticks.
#[must_use]
pub fn cycles(count: f64) -> String {
    match count {
        _ if count >= 1e9 => format!("{:.2} G", count / 1e9),
        _ if count >= 1e6 => format!("{:.2} M", count / 1e6),
        _ if count >= 1e4 => format!("{:.1} k", count / 1e3),
        _ => format!("{count:.0}"),
    }
}

/// `355 µs`, `2.45 ms`: a time in seconds, in the first unit in which it is at least 1.
#[must_use]
pub fn time(seconds: f64) -> String {
    let units = [(1.0, "s"), (1e3, "ms"), (1e6, "µs"), (1e9, "ns")];
    let (scale, unit) = units
        .into_iter()
        .find(|(scale, _)| (seconds * scale).abs() >= 1.0)
        .unwrap_or((1e9, "ns"));
    format!("{} {unit}", significant(seconds * scale))
}

/// Three significant digits in shortest general form: `2.82e+03`, `54.4`, `3.5`.
#[must_use]
pub fn significant(value: f64) -> String {
    let scientific = format!("{value:.2e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else {
        return scientific;
    };
    match exponent.parse::<i32>() {
        Ok(exponent @ -4..=2) => shortened(&format!("{value:.*}", (2 - exponent) as usize)),
        Ok(exponent) => {
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{}e{sign}{:02}", shortened(mantissa), exponent.abs())
        }
        Err(_) => scientific,
    }
}

fn shortened(decimal: &str) -> String {
    if decimal.contains('.') {
        decimal
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    } else {
        decimal.to_owned()
    }
}

/// `70%`, `2.2%`: a share between 0 and 1.
#[must_use]
pub fn share(share: f64) -> String {
    if share >= 0.095 {
        format!("{:.0}%", share * 100.0)
    } else {
        format!("{:.1}%", share * 100.0)
    }
}

/// `drng 3, pseudoXOF 92`: calls of each function per operation, in the order given.
#[must_use]
pub fn calls<N: std::fmt::Display>(calls: &[(N, f64)]) -> String {
    if calls.is_empty() {
        return ABSENT.to_owned();
    }
    let calls: Vec<String> = calls
        .iter()
        .map(|(name, count)| format!("{name} {}", significant(*count)))
        .collect();
    calls.join(", ")
}

/// `13510 (5 × 2702)`: calls, trials and calls per trial.
#[must_use]
pub fn n(measurements: u64, trials: usize, iterations: u64) -> String {
    format!("{measurements} ({trials} × {iterations})")
}

/// `1684 KiB`, rounded down.
#[must_use]
pub fn kib(bytes: u64) -> String {
    format!("{} KiB", bytes / 1024)
}

/// `31788 MiB` from KiB, rounded down.
#[must_use]
pub fn mib(kib: u64) -> String {
    format!("{} MiB", kib / 1024)
}

/// One decimal: cycles per byte, megabytes per second.
#[must_use]
pub fn one_decimal(value: f64) -> String {
    format!("{value:.1}")
}

/// `0.76×`: a ratio.
#[must_use]
pub fn ratio(value: f64) -> String {
    format!("{value:.2}×")
}

/// `2.10 GHz` from Hz.
#[must_use]
pub fn ghz(hz: f64) -> String {
    format!("{:.2} GHz", hz / 1e9)
}

/// The first 19 characters of an ISO 8601 time: to the second, without zone.
#[must_use]
pub fn second(iso: &str) -> String {
    iso.chars().take(19).collect()
}

/// `64 KiB`, `512 B`: length of a message in headings.
#[must_use]
pub fn message_length(bytes: u64) -> String {
    if bytes >= 1024 && bytes.is_multiple_of(1024) {
        format!("{} KiB", bytes / 1024)
    } else {
        format!("{bytes} B")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn examples_of_the_published_pages() {
        assert_eq!(cycles(1_450_000_000.0), "1.45 G");
        assert_eq!(cycles(1_720_000.0), "1.72 M");
        assert_eq!(cycles(741_600.0), "741.6 k");
        assert_eq!(cycles(4276.0), "4276");
        assert_eq!(time(355e-6), "355 µs");
        assert_eq!(time(1.94e-6), "1.94 µs");
        assert_eq!(time(0.079), "79 ms");
        assert_eq!(time(9.48), "9.48 s");
        assert_eq!(time(5590.0), "5.59e+03 s");
        assert_eq!(time(5e-10), "0.5 ns");
        assert_eq!(significant(2820.0), "2.82e+03");
        assert_eq!(significant(11000.0), "1.1e+04");
        assert_eq!(significant(0.105), "0.105");
        assert_eq!(significant(0.0), "0");
        assert_eq!(significant(409.2), "409");
        assert_eq!(significant(0.000_099_99), "0.0001");
        assert_eq!(significant(0.000_09), "9e-05");
        assert_eq!(share(0.7), "70%");
        assert_eq!(share(0.0), "0.0%");
        assert_eq!(share(1.0), "100%");
        assert_eq!(
            calls(&[("drng", 1.03), ("pseudoXOF", 2290.0)]),
            "drng 1.03, pseudoXOF 2.29e+03"
        );
        assert_eq!(calls::<&str>(&[]), "–");
        assert_eq!(n(13510, 5, 2702), "13510 (5 × 2702)");
        assert_eq!(kib(2047), "1 KiB");
        assert_eq!(mib(32_551_768), "31788 MiB");
        assert_eq!(ratio(0.755), "0.76×");
        assert_eq!(ghz(2_100_000_000.0), "2.10 GHz");
        assert_eq!(
            second("2026-09-25T10:02:21.408263+00:00"),
            "2026-09-25T10:02:21"
        );
        assert_eq!(message_length(65536), "64 KiB");
        assert_eq!(message_length(512), "512 B");
        assert_eq!(message_length(1025), "1025 B");
    }

    #[test]
    fn thresholds_use_the_unrounded_value() {
        assert_eq!(cycles(9999.6), "10000");
        assert_eq!(cycles(10_000.0), "10.0 k");
        assert_eq!(cycles(999_996.0), "1000.0 k");
        assert_eq!(cycles(1_000_000.0), "1.00 M");
        assert_eq!(cycles(999_999_999.0), "1000.00 M");
        assert_eq!(time(999.6e-6), "1e+03 µs");
        assert_eq!(time(0.999_6), "1e+03 ms");
        assert_eq!(share(0.0949), "9.5%");
        assert_eq!(share(0.0951), "10%");
        assert_eq!(significant(999.4), "999");
        assert_eq!(significant(999.6), "1e+03");
    }

    #[test]
    fn exact_ties_go_to_the_even_digit() {
        // These doubles are exactly half way between two shown values.
        assert_eq!(cycles(4276.5), "4276");
        assert_eq!(cycles(4277.5), "4278");
        assert_eq!(significant(1.125), "1.12");
        assert_eq!(significant(1.375), "1.38");
        assert_eq!(significant(1.875), "1.88");
        assert_eq!(one_decimal(0.25), "0.2");
        assert_eq!(one_decimal(0.75), "0.8");
        // 1.005 is a little less than it looks, 1.115 a little more.
        assert_eq!(significant(1.005), "1");
        assert_eq!(significant(1.115), "1.11");
    }

    /// The value a text shows, without its unit.
    fn shown(text: &str) -> f64 {
        text.split(' ').next().unwrap().parse().unwrap()
    }

    proptest! {
        #[test]
        fn three_digits_are_off_by_at_most_half_a_unit(mantissa in 1.0f64..10.0, exponent in -12i32..12) {
            let value = mantissa * 10f64.powi(exponent);
            let text = significant(value);
            let error = (shown(&text) - value).abs();
            prop_assert!(error <= 0.005_000_001 * 10f64.powi(exponent), "{value} as {text}");
            let digits = text.split('e').next().unwrap().replace('.', "");
            prop_assert!(digits.trim_start_matches('0').len() <= 3, "{text}");
        }

        /// A shown number is a fixed point of its own rule.
        #[test]
        fn shown_numbers_stay_as_they_are(value in 1e-9f64..1e12) {
            let text = significant(value);
            prop_assert_eq!(significant(shown(&text)), text);
        }

        #[test]
        fn cycles_never_shrink_when_the_count_grows(a in 0f64..1e11, b in 0f64..1e11) {
            let scale = |text: &str| match text.split(' ').nth(1) {
                Some("G") => 1e9,
                Some("M") => 1e6,
                Some("k") => 1e3,
                _ => 1.0,
            };
            let back = |count| { let text = cycles(count); shown(&text) * scale(&text) };
            let (low, high) = if a <= b { (a, b) } else { (b, a) };
            prop_assert!(back(low) <= back(high) * (1.0 + 1e-12));
        }

        #[test]
        fn shares_are_off_by_at_most_half_a_unit(value in 0f64..=1.0) {
            let text = share(value);
            let unit = if value >= 0.095 { 0.01 } else { 0.001 };
            let back = text.trim_end_matches('%').parse::<f64>().unwrap() / 100.0;
            prop_assert!((back - value).abs() <= unit / 2.0 + 1e-12, "{value} as {text}");
        }
    }
}
