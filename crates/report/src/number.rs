//! Number formats. Every conversion is correctly rounded from the exact value of the double, exact ties to even;
//! thresholds are compared with the value before rounding, so 9999.6 cycles are `10000` and not `10.0 k`.

/// What stands where there is no value: an en dash.
pub const NONE: &str = "–";

/// A count of cycles or ticks: `4276`, `741.6 k`, `1.72 M`, `1.45 G`.
#[must_use]
pub fn count(value: f64) -> String {
    if value >= 1e9 {
        format!("{:.2} G", value / 1e9)
    } else if value >= 1e6 {
        format!("{:.2} M", value / 1e6)
    } else if value >= 1e4 {
        format!("{:.1} k", value / 1e3)
    } else {
        format!("{value:.0}")
    }
}

/// A time in seconds, in the first of s, ms, µs and ns in which it is at least 1: `355 µs`, `9.48 s`.
#[must_use]
pub fn time(seconds: f64) -> String {
    let units = [(1.0, "s"), (1e3, "ms"), (1e6, "µs")];
    let (value, unit) = units
        .into_iter()
        .map(|(scale, unit)| (seconds * scale, unit))
        .find(|(value, _)| *value >= 1.0)
        .unwrap_or((seconds * 1e9, "ns"));
    format!("{} {unit}", three_significant(value))
}

/// Three significant digits without trailing zeros; scientific from 1000 and below 0.0001: `2.82e+03`, `54.4`, `0.105`.
#[must_use]
pub fn three_significant(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value:.0}");
    }
    // The exponent that counts is the one after rounding.
    let scientific = format!("{value:.2e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else {
        return scientific;
    };
    let Ok(exponent) = exponent.parse::<i32>() else {
        return scientific;
    };
    if (-4..3).contains(&exponent) {
        let decimals = usize::try_from(2 - exponent).unwrap_or(0);
        without_trailing_zeros(&format!("{value:.decimals$}")).to_owned()
    } else {
        let sign = if exponent < 0 { '-' } else { '+' };
        format!(
            "{}e{sign}{:02}",
            without_trailing_zeros(mantissa),
            exponent.unsigned_abs()
        )
    }
}

fn without_trailing_zeros(decimal: &str) -> &str {
    if decimal.contains('.') {
        decimal.trim_end_matches('0').trim_end_matches('.')
    } else {
        decimal
    }
}

/// A share between 0 and 1 as percent, with a decimal below 9.5 %: `70%`, `2.2%`.
#[must_use]
pub fn share(share: f64) -> String {
    if share >= 0.095 {
        format!("{:.0}%", share * 100.0)
    } else {
        format!("{:.1}%", share * 100.0)
    }
}

/// A small signed deviation as percent with two decimals: `+0.11%`.
#[must_use]
pub fn deviation(relative: f64) -> String {
    format!("{:+.2}%", relative * 100.0)
}

/// A memory size in bytes as whole KiB.
#[must_use]
pub fn kib(bytes: u64) -> String {
    format!("{} KiB", bytes / 1024)
}

/// A memory size in KiB as whole MiB.
#[must_use]
pub fn mib(kib: u64) -> String {
    format!("{} MiB", kib / 1024)
}

/// A frequency in Hz: `2.10 GHz`.
#[must_use]
pub fn gigahertz(hertz: f64) -> String {
    format!("{:.2} GHz", hertz / 1e9)
}

/// A value with one decimal: cycles per byte, MB/s.
#[must_use]
pub fn one_decimal(value: f64) -> String {
    format!("{value:.1}")
}

/// A message length in headings: `64 KiB`, `512 B`.
#[must_use]
pub fn message_length(bytes: u64) -> String {
    if bytes >= 1024 && bytes.is_multiple_of(1024) {
        format!("{} KiB", bytes / 1024)
    } else {
        format!("{bytes} B")
    }
}

/// Average calls of functions per operation: `drng 3, pseudoXOF 92`.
#[must_use]
pub fn calls_per_operation(calls: &[(String, f64)]) -> String {
    if calls.is_empty() {
        return NONE.to_owned();
    }
    let calls: Vec<String> = calls
        .iter()
        .map(|(function, calls)| format!("{function} {}", three_significant(*calls)))
        .collect();
    calls.join(", ")
}

#[cfg(test)]
mod tests;
