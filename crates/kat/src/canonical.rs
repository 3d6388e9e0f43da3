//! The canonical form of a known-answer file, and its digest.
//!
//! Text is split at line feeds; carriage returns, spaces and tabs at line ends and empty lines are
//! dropped; on request also the lines that hold lengths. The digest is SHA-256 over the remaining
//! lines, each followed by one line feed. Lines may be of any length: text is never held whole.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::record::hexadecimal;

/// Which lines count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// All lines.
    Strict,
    /// All but the lines that hold lengths, for references made without them.
    NoLen,
}

impl Mode {
    /// The word in `kat.sha256`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::NoLen => "nolen",
        }
    }
}

/// What a whole text came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// SHA-256 of the canonical form, 64 lower-case digits.
    pub sha256: String,
    /// Lines that counted.
    pub lines: u64,
    /// Lines that start a record of a KEM, signature or key-exchange file (`Count = …`).
    pub records: u64,
    /// Whether a length is empty, as in files made from a blank template.
    pub blank_lengths: bool,
}

/// Takes text in pieces of any size and digests its canonical form.
pub struct Canonicaliser {
    mode: Mode,
    record_limit: Option<u64>,
    digest: Sha256,
    line: Line,
    lines: u64,
    records: u64,
    blank_lengths: bool,
    beyond_limit: bool,
}

#[derive(Default)]
struct Line {
    /// The text before the first equals sign, held back until it is known whether it counts.
    head: Vec<u8>,
    /// Blanks that are dropped if the line ends here.
    blanks: Vec<u8>,
    has_equals: bool,
    is_length: bool,
    has_value: bool,
    skipped: bool,
}

impl Canonicaliser {
    /// A canonicaliser that stops counting before record number `record_limit` (from 0), if given.
    #[must_use]
    pub fn new(mode: Mode, record_limit: Option<u64>) -> Self {
        Self {
            mode,
            record_limit,
            digest: Sha256::new(),
            line: Line::default(),
            lines: 0,
            records: 0,
            blank_lengths: false,
            beyond_limit: false,
        }
    }

    /// Ends the text.
    #[must_use]
    pub fn finish(mut self) -> Canonical {
        self.end_line();
        Canonical {
            sha256: hexadecimal::lower(&self.digest.finalize()),
            lines: self.lines,
            records: self.records,
            blank_lengths: self.blank_lengths,
        }
    }

    fn add(&mut self, mut bytes: &[u8]) {
        while let Some((&first, rest)) = bytes.split_first() {
            if self.line.has_equals && !is_blank(first) {
                let end = bytes
                    .iter()
                    .position(|&byte| is_blank(byte))
                    .unwrap_or(bytes.len());
                self.value(&bytes[..end]);
                bytes = &bytes[end..];
            } else if is_blank(first) {
                self.line.blanks.push(first);
                bytes = rest;
            } else {
                let blanks = std::mem::take(&mut self.line.blanks);
                self.line.head.extend(blanks);
                self.line.head.push(first);
                if first == b'=' {
                    self.end_head();
                }
                bytes = rest;
            }
        }
    }

    fn value(&mut self, bytes: &[u8]) {
        let blanks = std::mem::take(&mut self.line.blanks);
        self.line.has_value = true;
        if !self.line.skipped {
            self.digest.update(&blanks);
            self.digest.update(bytes);
        }
        self.line.blanks = blanks;
        self.line.blanks.clear();
    }

    /// The text up to the first equals sign is complete: decide whether the line counts.
    fn end_head(&mut self) {
        let head = std::mem::take(&mut self.line.head);
        let name = head.strip_suffix(b"=").unwrap_or(&head);
        self.line.has_equals = true;
        self.line.is_length = name.len() >= 5 && name.trim_ascii().ends_with(b"_Len");
        if name == b"Count " {
            self.beyond_limit |= self.record_limit.is_some_and(|limit| self.records >= limit);
            self.records += u64::from(!self.beyond_limit);
        }
        self.line.skipped = self.beyond_limit || (self.line.is_length && self.mode == Mode::NoLen);
        if !self.line.skipped {
            self.digest.update(&head);
        }
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        if line.is_length && !line.has_value && !self.beyond_limit {
            self.blank_lengths = true;
        }
        let skipped = line.skipped || self.beyond_limit;
        if skipped || (line.head.is_empty() && !line.has_equals) {
            return;
        }
        self.digest.update(&line.head);
        self.digest.update(b"\n");
        self.lines += 1;
    }
}

impl Write for Canonicaliser {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut pieces = bytes.split(|&byte| byte == b'\n').peekable();
        while let Some(piece) = pieces.next() {
            self.add(piece);
            if pieces.peek().is_some() {
                self.end_line();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}
