//! Fields of a CSV file.

/// Writes one line; fields are quoted where they need it.
pub(super) fn write_line<'a>(written: &mut String, fields: impl Iterator<Item = &'a str>) {
    for (index, field) in fields.enumerate() {
        if index > 0 {
            written.push(',');
        }
        if field.contains([',', '"', '\n', '\r']) {
            written.push('"');
            written.push_str(&field.replace('"', "\"\""));
            written.push('"');
        } else {
            written.push_str(field);
        }
    }
    written.push('\n');
}

/// Text from outside. A spreadsheet would calculate what begins like a formula.
pub(super) fn text(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// Several texts in one field.
pub(super) fn texts<T: AsRef<str>>(texts: impl IntoIterator<Item = T>) -> String {
    let texts: Vec<String> = texts
        .into_iter()
        .map(|text| text.as_ref().to_owned())
        .collect();
    text(&texts.join("; "))
}

/// An exact number; empty where there is none.
pub(super) fn number<N: std::fmt::Display>(number: Option<N>) -> String {
    number.map_or_else(String::new, |number| number.to_string())
}

pub(super) fn yes_no(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

/// Seconds as nanoseconds. The point is moved, nothing is rounded.
pub(super) fn nanoseconds(seconds: Option<f64>) -> String {
    let Some(seconds) = seconds.filter(|seconds| seconds.is_finite()) else {
        return String::new();
    };
    let scientific = format!("{seconds:e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else {
        return scientific;
    };
    let (sign, mantissa) = match mantissa.strip_prefix('-') {
        Some(mantissa) => ("-", mantissa),
        None => ("", mantissa),
    };
    let digits = mantissa.replace('.', "");
    // Digits before the point, once it is moved.
    let before = 1 + exponent.parse::<i64>().unwrap_or(0) + 9;
    let moved = match usize::try_from(before) {
        Ok(before) if before >= digits.len() => {
            format!("{digits}{}", "0".repeat(before - digits.len()))
        }
        Ok(before @ 1..) => format!("{}.{}", &digits[..before], &digits[before..]),
        _ => format!("0.{}{digits}", "0".repeat(before.unsigned_abs() as usize)),
    };
    if digits == "0" {
        return digits;
    }
    format!("{sign}{moved}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn fields_are_quoted_where_they_need_it() {
        let mut line = String::new();
        write_line(
            &mut line,
            ["a", "b,c", "say \"x\"", "two\nlines", ""].into_iter(),
        );
        assert_eq!(line, "a,\"b,c\",\"say \"\"x\"\"\",\"two\nlines\",\n");
        assert_eq!(text("=1+1"), "'=1+1");
        assert_eq!(text("a=b"), "a=b");
    }

    #[test]
    fn moving_the_point_rounds_nothing() {
        let ns = |seconds| nanoseconds(Some(seconds));
        assert_eq!(ns(1.9397823863636362e-06), "1939.7823863636362");
        assert_eq!(ns(0.00026), "260000");
        assert_eq!(ns(1.5), "1500000000");
        assert_eq!(ns(2.5e-11), "0.025");
        assert_eq!(ns(2.5e-10), "0.25");
        assert_eq!(ns(1e-9), "1");
        assert_eq!(ns(-0.001), "-1000000");
        assert_eq!(ns(0.0), "0");
        assert_eq!(ns(f64::NAN), "");
        assert_eq!(nanoseconds(None), "");
    }

    proptest! {
        #[test]
        fn seconds_come_back(seconds in 1e-12f64..1e5) {
            let text = nanoseconds(Some(seconds));
            prop_assert_eq!(format!("{text}e-9").parse::<f64>().unwrap(), seconds, "{}", text);
        }
    }
}
