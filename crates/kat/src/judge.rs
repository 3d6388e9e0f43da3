//! From generated records and a reference to a verdict.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use crate::canonical::{Canonical, Canonicaliser, Mode};
use crate::compare::{Comparison, compare};
use crate::digests::Entry;
use crate::log::LoggedFile;
use crate::record::{Form, Record, write_records};
use crate::{Failure, Verdict};

/// A known-answer file made from a library's records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// Name of the file: `KAT_KEM_<instance>.txt`, …
    pub name: String,
    /// The records made, in order from record 0 on.
    pub records: Vec<Record>,
    /// How many records the whole file has.
    pub whole: u64,
}

/// What a generated file is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reference<'a> {
    /// An expected digest.
    Digest(&'a Entry),
    /// A full reference text.
    Vectors(PathBuf),
    /// Nothing.
    None,
}

/// A verdict, the line that explains it, and how many vectors it stands on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// What explains it; may be empty for PASS.
    pub detail: String,
    /// Records compared and found equal.
    pub compared: u64,
}

impl From<Failure> for Judgement {
    fn from(failure: Failure) -> Self {
        Self {
            verdict: failure.verdict,
            detail: failure.detail,
            compared: 0,
        }
    }
}

impl Judgement {
    fn new(verdict: Verdict, detail: impl Into<String>, compared: u64) -> Self {
        Self {
            verdict,
            detail: detail.into(),
            compared,
        }
    }
}

impl Generated {
    /// The digest of the file's canonical form.
    ///
    /// # Errors
    /// None in practice: digesting does not fail.
    pub fn canonical(&self, form: Form, mode: Mode) -> io::Result<Canonical> {
        let mut canonicaliser = Canonicaliser::new(mode, None);
        write_records(&self.records, form, &mut canonicaliser)?;
        Ok(canonicaliser.finish())
    }

    /// What the log says about this file.
    ///
    /// # Errors
    /// None in practice: digesting does not fail.
    pub fn logged(&self) -> io::Result<LoggedFile> {
        let mut length = Length(0);
        write_records(&self.records, Form::Filled, &mut length)?;
        Ok(LoggedFile {
            name: self.name.clone(),
            bytes: length.0,
            records: self.records.len() as u64,
            strict_sha256: self.canonical(Form::Filled, Mode::Strict)?.sha256,
        })
    }

    /// Compares the file with its reference.
    ///
    /// # Errors
    /// When the reference text cannot be read.
    pub fn judge(&self, reference: &Reference<'_>) -> io::Result<Judgement> {
        let made = self.records.len() as u64;
        if made == 0 {
            return Ok(Judgement::new(
                Verdict::NoKat,
                format!("no record of {} was made", self.name),
                0,
            ));
        }
        match reference {
            Reference::None => {
                let detail = format!("nothing to compare {} with", self.name);
                Ok(Judgement::new(Verdict::NoKat, detail, 0))
            }
            Reference::Digest(entry) => self.judge_digest(entry),
            Reference::Vectors(path) => self.judge_vectors(path),
        }
    }

    fn judge_digest(&self, entry: &Entry) -> io::Result<Judgement> {
        let (name, made) = (&self.name, self.records.len() as u64);
        let wanted = entry.records.unwrap_or(self.whole);
        if made < wanted {
            let detail =
                format!("{made} of the {wanted} records of {name} made; a digest needs all");
            return Ok(Judgement::new(Verdict::Partial, detail, 0));
        }
        let first = usize::try_from(wanted)
            .unwrap_or(usize::MAX)
            .min(self.records.len());
        let part = Self {
            records: self.records[..first].to_vec(),
            ..self.clone()
        };
        let (compared, whole) = (first as u64, self.whole);
        let limited = match entry.records {
            Some(count) if count < whole => {
                format!("the reference of {name} covers {count} of {whole} records")
            }
            _ => String::new(),
        };
        if part.canonical(Form::Filled, entry.mode)?.sha256 == entry.sha256 {
            return Ok(Judgement::new(Verdict::Pass, limited, compared));
        }
        if part.canonical(Form::Template, entry.mode)?.sha256 == entry.sha256 {
            let detail = format!("the reference of {name} was made from the blank template");
            return Ok(Judgement::new(Verdict::Pass, detail, compared));
        }
        let detail = format!(
            "{compared} records compared, the text differs: the {} digest of {name} is not that of line {} of kat.sha256",
            entry.mode.word(),
            entry.line
        );
        Ok(Judgement::new(Verdict::Mismatch, detail, 0))
    }

    fn judge_vectors(&self, path: &Path) -> io::Result<Judgement> {
        let reference = BufReader::new(File::open(path)?);
        let generated = BufReader::new(Text::new(&self.records));
        Ok(match compare(reference, generated)? {
            Comparison::NoReference | Comparison::Equal { records: 0 } => {
                let detail = format!("the vectors of {} hold no record", self.name);
                Judgement::new(Verdict::NoKat, detail, 0)
            }
            Comparison::Equal { records } if records < self.whole => {
                let detail = format!(
                    "the vectors of {} hold {records} of {} records",
                    self.name, self.whole
                );
                Judgement::new(Verdict::Partial, detail, records)
            }
            Comparison::Equal { records } => Judgement::new(Verdict::Pass, "", records),
            Comparison::Prefix { records } => {
                let detail = format!(
                    "{records} of {} records of {} compared",
                    self.whole, self.name
                );
                Judgement::new(Verdict::Partial, detail, records)
            }
            Comparison::Different(difference) => {
                let detail = format!("{}: {difference}", self.name);
                Judgement::new(Verdict::Mismatch, detail, difference.record)
            }
        })
    }
}

/// The text of records, made a field at a time, so that a whole file is never held.
struct Text<'r> {
    records: &'r [Record],
    field: usize,
    ready: io::Cursor<Vec<u8>>,
}

impl<'r> Text<'r> {
    fn new(records: &'r [Record]) -> Self {
        Self {
            records,
            field: 0,
            ready: io::Cursor::default(),
        }
    }
}

impl io::Read for Text<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.ready.read(buffer)?;
            let Some((record, rest)) = self.records.split_first() else {
                return Ok(count);
            };
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let mut text = Vec::new();
            match record.fields.get(self.field) {
                Some(field) => {
                    let one = Record {
                        fields: vec![field.clone()],
                    };
                    one.write(&mut text, Form::Filled)?;
                    self.field += 1;
                }
                None => {
                    self.records = rest;
                    self.field = 0;
                }
            }
            self.ready = io::Cursor::new(text);
        }
    }
}

/// One verdict for several files: the worst, and PASS only if something was compared.
#[must_use]
pub fn combine(judgements: &[Judgement]) -> Judgement {
    let compared = judgements.iter().map(|judgement| judgement.compared).sum();
    let rank = |verdict: Verdict| match verdict {
        Verdict::Pass => 0,
        Verdict::NoKat => 1,
        Verdict::Partial => 2,
        Verdict::Mismatch => 3,
        _ => 4,
    };
    let Some(worst) = judgements
        .iter()
        .rev()
        .max_by_key(|judgement| rank(judgement.verdict))
    else {
        return Judgement::new(Verdict::NoKat, "no file was made", 0);
    };
    match worst.verdict {
        Verdict::Pass if compared == 0 => {
            Judgement::new(Verdict::NoKat, "no vector was compared", 0)
        }
        Verdict::NoKat if compared > 0 => Judgement {
            verdict: Verdict::Partial,
            compared,
            ..worst.clone()
        },
        _ => Judgement {
            compared,
            ..worst.clone()
        },
    }
}

struct Length(u64);

impl io::Write for Length {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
