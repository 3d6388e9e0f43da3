//! The log of a known-answer test: `name = value` lines, what was compared, and a last line with
//! the verdict.

use std::fmt::Write as _;

use crate::{Verdict, verdict::UnknownVerdict};

/// The log of the known-answer test of one library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KatLog {
    /// Candidate id.
    pub candidate: String,
    /// Instance name as the library reports it.
    pub instance: String,
    /// Facts about the library in order: `library`, `type`, `compiler`, `pk_len`, …
    pub facts: Vec<(String, String)>,
    /// The generated files.
    pub files: Vec<LoggedFile>,
    /// Things worth knowing that are no verdict, one line each.
    pub findings: Vec<String>,
    /// What the library printed, if anything.
    pub output: String,
    /// The verdict.
    pub verdict: Verdict,
    /// What explains the verdict, one line, may be empty.
    pub detail: String,
}

/// A generated known-answer file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoggedFile {
    /// Its name.
    pub name: String,
    /// Length of the text in bytes.
    pub bytes: u64,
    /// Records in it.
    pub records: u64,
    /// SHA-256 of the strict canonical form.
    pub strict_sha256: String,
}

impl KatLog {
    /// The text of the log. Equal logs give equal text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        let width = self
            .facts
            .iter()
            .map(|(name, _)| name.len())
            .max()
            .unwrap_or(0);
        for (name, value) in &self.facts {
            line(
                &mut text,
                format_args!("{name:width$} = {}", one_line(value)),
            );
        }
        for file in &self.files {
            let LoggedFile {
                name,
                bytes,
                records,
                strict_sha256,
            } = file;
            line(
                &mut text,
                format_args!("generated {name} ({bytes} bytes, {records} records)"),
            );
            line(
                &mut text,
                format_args!("manifest {strict_sha256} strict {name}"),
            );
        }
        for finding in &self.findings {
            line(&mut text, format_args!("finding {}", one_line(finding)));
        }
        for printed in self.output.lines() {
            line(&mut text, format_args!("printed: {printed}"));
        }
        let Self {
            candidate,
            instance,
            verdict,
            detail,
            ..
        } = self;
        line(
            &mut text,
            format_args!(
                "RESULT {candidate} {} {verdict} {}",
                word(instance),
                one_line(detail)
            ),
        );
        text
    }
}

/// Why a log has no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogError {
    /// No line starts with RESULT.
    #[error("the log has no RESULT line; the test did not end")]
    NoResult,
    /// The last RESULT line is cut short.
    #[error("the last RESULT line lacks candidate, instance or verdict: {0:?}")]
    Short(String),
    /// The word is no verdict.
    #[error(transparent)]
    Unknown(#[from] UnknownVerdict),
}

/// The verdict of a log: the third word after RESULT on the last such line.
///
/// # Errors
/// When there is no such line, or the word is no verdict.
pub fn verdict_of_log(text: &str) -> Result<Verdict, LogError> {
    let last = text.lines().rev().find(|line| line.starts_with("RESULT "));
    let last = last.ok_or(LogError::NoResult)?;
    let word = last
        .split_whitespace()
        .nth(3)
        .ok_or_else(|| LogError::Short(last.to_owned()))?;
    Ok(word.parse()?)
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{arguments}");
}

fn one_line(text: &str) -> String {
    text.split(['\n', '\r']).collect::<Vec<_>>().join(" ")
}

/// An instance name must stay one word, whatever a library reports.
fn word(text: &str) -> String {
    if text.is_empty() {
        return "-".to_owned();
    }
    text.chars()
        .map(|c| {
            if c.is_whitespace() || c.is_control() {
                '_'
            } else {
                c
            }
        })
        .collect()
}
