//! One record of a known-answer file, and how it becomes text.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};

/// One record: its fields in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Fields in the order of the file.
    pub fields: Vec<Field>,
}

/// One line of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// What stands before the equals sign: `PK_Len`, `Seed`, …
    pub name: String,
    /// What stands after it.
    pub value: Value,
}

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// A number that is printed in every form of the file.
    Number(u64),
    /// A number that depends on the algorithm: left out of the blank template form.
    Length(u64),
    /// Bytes, printed as upper-case hexadecimal digits.
    Bytes(#[serde(with = "hexadecimal")] Vec<u8>),
    /// Bytes that the blank template form leaves out: the digest of a hash file.
    Digest(#[serde(with = "hexadecimal")] Vec<u8>),
    /// Text as it stands.
    Text(String),
}

/// The two forms in which the official drivers print a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// With all lengths: `OUTPUT_BLANK_TEST_VECTORS` is 0.
    Filled,
    /// Lengths that depend on the algorithm are empty: `OUTPUT_BLANK_TEST_VECTORS` is 1.
    Template,
}

impl Record {
    pub(crate) fn number(&mut self, name: impl Into<String>, value: u64) {
        self.push(name, Value::Number(value));
    }

    pub(crate) fn length(&mut self, name: impl Into<String>, value: u64) {
        self.push(name, Value::Length(value));
    }

    pub(crate) fn bytes(&mut self, name: impl Into<String>, value: &[u8]) {
        self.push(name, Value::Bytes(value.to_vec()));
    }

    /// `NAME_Len` and `NAME`, the pair in which outputs are printed.
    pub(crate) fn pair(&mut self, name: &str, value: &[u8]) {
        self.length(format!("{name}_Len"), value.len() as u64);
        self.bytes(name, value);
    }

    pub(crate) fn push(&mut self, name: impl Into<String>, value: Value) {
        self.fields.push(Field {
            name: name.into(),
            value,
        });
    }

    /// The value of the field of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.fields
            .iter()
            .find(|field| field.name == name)
            .map(|field| &field.value)
    }

    /// Writes the record as the official drivers do: one line per field, then an empty line.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write, form: Form) -> io::Result<()> {
        for Field { name, value } in &self.fields {
            write!(out, "{name} = ")?;
            match value {
                Value::Length(_) | Value::Digest(_) if form == Form::Template => {}
                Value::Number(number) | Value::Length(number) => write!(out, "{number}")?,
                Value::Bytes(bytes) | Value::Digest(bytes) => {
                    out.write_all(hexadecimal::upper(bytes).as_bytes())?;
                }
                Value::Text(text) => out.write_all(text.as_bytes())?,
            }
            out.write_all(b"\n")?;
        }
        out.write_all(b"\n")
    }
}

/// The text of a whole file.
///
/// # Errors
/// Those of the writer.
pub fn write_records<'a>(
    records: impl IntoIterator<Item = &'a Record>,
    form: Form,
    out: &mut dyn Write,
) -> io::Result<()> {
    records
        .into_iter()
        .try_for_each(|record| record.write(out, form))
}

pub(crate) mod hexadecimal {
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    pub(crate) fn upper(bytes: &[u8]) -> String {
        digits(bytes, b"0123456789ABCDEF")
    }

    pub(crate) fn lower(bytes: &[u8]) -> String {
        digits(bytes, b"0123456789abcdef")
    }

    fn digits(bytes: &[u8], alphabet: &[u8; 16]) -> String {
        let mut text = String::with_capacity(2 * bytes.len());
        for byte in bytes {
            text.push(char::from(alphabet[usize::from(byte >> 4)]));
            text.push(char::from(alphabet[usize::from(byte & 15)]));
        }
        text
    }

    pub(crate) fn parse(text: &str) -> Option<Vec<u8>> {
        let digit = |byte: u8| {
            char::from(byte)
                .to_digit(16)
                .and_then(|d| u8::try_from(d).ok())
        };
        let pairs = text.as_bytes().chunks(2);
        pairs
            .map(|pair| match pair {
                [high, low] => Some(digit(*high)? << 4 | digit(*low)?),
                _ => None,
            })
            .collect()
    }

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&lower(bytes))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        parse(&text).ok_or_else(|| D::Error::custom("expected pairs of hexadecimal digits"))
    }
}
