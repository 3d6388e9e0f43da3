//! Comparison of a generated text with a full reference text, line by line.

use std::fmt;
use std::io::{self, BufRead};

use crate::record::{Record, Value};

/// How a generated text stands to its reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Equal to the end of the reference, with that many records compared; further generated ones are not compared.
    Equal {
        /// Records compared.
        records: u64,
    },
    /// Equal as far as it goes; the reference has further records.
    Prefix {
        /// Records compared.
        records: u64,
    },
    /// The reference holds nothing to compare with.
    NoReference,
    /// They differ.
    Different(Difference),
}

/// The first place at which two texts differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Record, from 0.
    pub record: u64,
    /// Field, as it is named in the file that has it.
    pub field: String,
    /// Byte of the value, from 0; `None` when it is not bytes that differ.
    pub byte: Option<usize>,
    /// Line of the reference, from 1.
    pub line: u64,
    /// An excerpt of what the reference has there.
    pub expected: String,
    /// An excerpt of what was generated.
    pub generated: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "record {}, field {}", self.record, self.field)?;
        if let Some(byte) = self.byte {
            write!(f, ", byte {byte}")?;
        }
        let Self {
            line,
            expected,
            generated,
            ..
        } = self;
        write!(
            f,
            " (line {line}): expected {expected}, generated {generated}"
        )
    }
}

/// Compares two texts; empty lines, carriage returns and blanks at line ends do not count, and an
/// empty length in the reference fits any.
///
/// # Errors
/// When either text cannot be read.
pub fn compare(mut reference: impl BufRead, mut generated: impl BufRead) -> io::Result<Comparison> {
    let mut position = Position::default();
    let (mut expected, mut actual) = (Vec::new(), Vec::new());
    loop {
        let has_expected = next_line(&mut reference, &mut expected, &mut position.line)?;
        let has_actual = next_line(&mut generated, &mut actual, &mut 0)?;
        match (has_expected, has_actual) {
            (false, false) => {
                return Ok(Comparison::Equal {
                    records: position.records,
                });
            }
            (false, true) if position.records == 0 => return Ok(Comparison::NoReference),
            // Some submitters hand in fewer records than the official driver makes.
            (false, true) if position.begins(&actual) => {
                return Ok(Comparison::Equal {
                    records: position.records,
                });
            }
            (true, false) if expected.starts_with(b"Count = ") && position.records > 0 => {
                return Ok(Comparison::Prefix {
                    records: position.records,
                });
            }
            (has_expected, has_actual) => {
                position.enter(if has_expected { &expected } else { &actual });
                let expected = has_expected.then_some(expected.as_slice());
                let actual = has_actual.then_some(actual.as_slice());
                if expected == actual || fits_blank_length(expected, actual) {
                    continue;
                }
                return Ok(Comparison::Different(position.difference(expected, actual)));
            }
        }
    }
}

/// The first field in which two records made from the same inputs differ: its name, and the first differing byte where it
/// holds bytes. `None` when they are equal.
#[must_use]
pub fn first_difference_of_records(
    one: &Record,
    other: &Record,
) -> Option<(String, Option<usize>)> {
    let longest = one.fields.len().max(other.fields.len());
    (0..longest).find_map(|index| {
        let (a, b) = (one.fields.get(index), other.fields.get(index));
        if a == b {
            return None;
        }
        let name = a.or(b).map(|field| field.name.clone())?;
        let byte = match (a.map(|field| &field.value), b.map(|field| &field.value)) {
            (Some(Value::Bytes(a)), Some(Value::Bytes(b)))
            | (Some(Value::Digest(a)), Some(Value::Digest(b))) => Some(first_difference(a, b)),
            _ => None,
        };
        Some((name, byte))
    })
}

#[derive(Default)]
struct Position {
    line: u64,
    records: u64,
    has_counts: bool,
}

impl Position {
    /// Notes the start of a record: `Count`, or `Msg_Len` in the files of hash functions.
    fn enter(&mut self, line: &[u8]) {
        self.has_counts |= line.starts_with(b"Count = ");
        self.records += u64::from(self.begins(line));
    }

    /// Whether a line starts a record.
    fn begins(&self, line: &[u8]) -> bool {
        line.starts_with(b"Count = ") || (!self.has_counts && line.starts_with(b"Msg_Len ="))
    }

    fn difference(&self, expected: Option<&[u8]>, actual: Option<&[u8]>) -> Difference {
        let [(name, one), (other_name, other)] = [expected, actual].map(split);
        let byte = (name == other_name).then(|| first_difference(one, other) / 2);
        let byte =
            byte.filter(|_| is_bytes(one) && is_bytes(other) && one.len() + other.len() > 20);
        Difference {
            record: self.records.saturating_sub(1),
            field: String::from_utf8_lossy(if name.is_empty() { other_name } else { name }).into(),
            byte,
            line: self.line,
            expected: excerpt(expected, byte),
            generated: excerpt(actual, byte),
        }
    }
}

fn next_line(text: &mut impl BufRead, line: &mut Vec<u8>, number: &mut u64) -> io::Result<bool> {
    loop {
        line.clear();
        if text.read_until(b'\n', line)? == 0 {
            return Ok(false);
        }
        *number += 1;
        let length = line.trim_ascii_end().len();
        line.truncate(length);
        if length > 0 {
            return Ok(true);
        }
    }
}

fn split(line: Option<&[u8]>) -> (&[u8], &[u8]) {
    let line = line.unwrap_or_default();
    match line.iter().position(|&byte| byte == b'=') {
        Some(equals) => (line[..equals].trim_ascii(), line[equals + 1..].trim_ascii()),
        None => (&[], line),
    }
}

fn fits_blank_length(expected: Option<&[u8]>, actual: Option<&[u8]>) -> bool {
    let [(name, value), (other_name, _)] = [expected, actual].map(split);
    value.is_empty() && name.ends_with(b"_Len") && name == other_name
}

fn is_bytes(value: &[u8]) -> bool {
    value.len().is_multiple_of(2) && value.iter().all(u8::is_ascii_hexdigit)
}

fn first_difference(one: &[u8], other: &[u8]) -> usize {
    let shorter = one.len().min(other.len());
    one.iter()
        .zip(other)
        .position(|(a, b)| a != b)
        .unwrap_or(shorter)
}

/// At most 16 digits from the first differing byte on, or the start of the line.
fn excerpt(line: Option<&[u8]>, byte: Option<usize>) -> String {
    let Some(line) = line else {
        return "the end of the text".to_owned();
    };
    let (_, value) = split(Some(line));
    let shown = match byte {
        Some(byte) => value.get(2 * byte..).unwrap_or_default(),
        None => line,
    };
    let limit = if byte.is_some() { 16 } else { 40 };
    let text = String::from_utf8_lossy(&shown[..shown.len().min(limit)]).into_owned();
    match (text.is_empty(), shown.len() > limit) {
        (true, _) => "nothing".to_owned(),
        (false, true) => format!("{text}…"),
        (false, false) => text,
    }
}
