//! Writing JSON the way the published dataset does, so that equal content gives equal bytes.
//!
//! One blank of indent per level, every member on its own line, non-ASCII characters escaped, numbers in shortest
//! round-trip form with a signed exponent of at least two digits, one final newline.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};

/// The bytes of a file that holds `value`.
///
/// # Errors
/// When `value` cannot be represented in JSON (a map with keys that are not strings).
pub fn to_bytes(value: &impl Serialize) -> Result<Vec<u8>, serde_json::Error> {
    let mut bytes = Vec::with_capacity(4096);
    value.serialize(&mut Serializer::with_formatter(
        &mut bytes,
        DatasetFormatter(PrettyFormatter::with_indent(b" ")),
    ))?;
    bytes.push(b'\n');
    Ok(bytes)
}

struct DatasetFormatter(PrettyFormatter<'static>);

impl Formatter for DatasetFormatter {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        writer.write_all(shortest(value).as_bytes())
    }

    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        if fragment.is_ascii() {
            return writer.write_all(fragment.as_bytes());
        }
        for character in fragment.chars() {
            if character.is_ascii() {
                writer.write_all(&[character as u8])?;
            } else {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    write!(writer, "\\u{unit:04x}")?;
                }
            }
        }
        Ok(())
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_array(writer)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.0.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
    }
}

/// Shortest digits that give `value` back; scientific below 1e-4 and from 1e16.
///
/// The digits are those of serde_json, which takes the even one of two equally near candidates as the published files
/// do; `core` would take the upper one.
fn shortest(value: f64) -> String {
    let Ok(text) = serde_json::to_string(&value) else {
        return value.to_string();
    };
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, mantissa) = mantissa
        .strip_prefix('-')
        .map_or(("", mantissa), |rest| ("-", rest));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let leading_zeros = all.len() - all.trim_start_matches('0').len();
    let digits = all.trim_matches('0');
    let Ok(exponent) = exponent.parse::<i32>() else {
        return text;
    };
    if digits.is_empty() {
        return format!("{sign}0.0");
    }
    // Exponent of the first significant digit.
    let exponent = exponent + whole.len() as i32 - 1 - leading_zeros as i32;
    let (first, rest) = digits.split_at(1);
    match exponent {
        -4..0 => format!(
            "{sign}0.{:0>width$}{digits}",
            "",
            width = (-exponent - 1) as usize
        ),
        0..16 => {
            let whole_digits = exponent as usize + 1;
            let padded = format!("{digits:0<whole_digits$}");
            let (whole, fraction) = padded.split_at(whole_digits);
            format!(
                "{sign}{whole}.{}",
                if fraction.is_empty() { "0" } else { fraction }
            )
        }
        _ => {
            let point = if rest.is_empty() { "" } else { "." };
            let direction = if exponent < 0 { '-' } else { '+' };
            format!(
                "{sign}{first}{point}{rest}e{direction}{:02}",
                exponent.abs()
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_the_published_form() {
        for (value, text) in [
            (1.939_782_386_363_636_2e-6, "1.9397823863636362e-06"),
            (11_676_236_272_845.0, "11676236272845.0"),
            (0.0001, "0.0001"),
            (1e16, "1e+16"),
            (-0.5, "-0.5"),
            (0.0, "0.0"),
            (1e-100, "1e-100"),
            (1e-5, "1e-05"),
            (-1.5e300, "-1.5e+300"),
            (0.986_152_648_925_781_2, "0.9861526489257812"),
            (123_456_789_012_345_680.0, "1.2345678901234568e+17"),
            (1_234_567_890_123_456.0, "1234567890123456.0"),
            (100.0, "100.0"),
        ] {
            assert_eq!(shortest(value), text);
        }
    }

    proptest::proptest! {
        #[test]
        fn every_number_reads_back_as_itself(bits: u64) {
            let value = f64::from_bits(bits);
            proptest::prop_assume!(value.is_finite());
            proptest::prop_assert_eq!(shortest(value).parse::<f64>().unwrap().to_bits(), bits);
        }
    }

    #[test]
    fn characters_outside_ascii_are_escaped() {
        let bytes = to_bytes(&serde_json::json!({"a": "µ𝄞", "b": [], "c": {}})).unwrap();
        assert_eq!(
            String::from_utf8(bytes).unwrap(),
            "{\n \"a\": \"\\u00b5\\ud834\\udd1e\",\n \"b\": [],\n \"c\": {}\n}\n"
        );
    }
}
