//! A mistake in a file, with the place it was made.

use std::fmt;
use std::ops::Range;

/// One mistake in a file: the message, the place, the line and what to do.
///
/// ```text
/// candidates/kem-24/candidate.toml:3:12: unknown variant `kemm`, expected one of `kem`, `kex`, `sig`, `hash`
///   |
/// 3 | function = "kemm"
///   |            ^^^^^^
///   = help: did you mean `kem`?
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// File, relative to the repository root.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong and what is allowed.
    pub message: String,
    /// What to do, where that is known.
    pub help: Option<String>,
    text: String,
    underline: usize,
}

impl Diagnostic {
    /// A mistake at `span` (bytes) of `source`. Of a span over several lines the first is shown.
    pub(crate) fn new(
        file: &str,
        source: &str,
        span: Range<usize>,
        message: impl Into<String>,
        help: Option<String>,
    ) -> Self {
        let start = floor_boundary(source, span.start);
        let end = floor_boundary(source, span.end.max(start));
        let line_start = source[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = source[start..]
            .find('\n')
            .map_or(source.len(), |at| start + at);
        let text = source[line_start..line_end].trim_end_matches('\r');
        let marked_end = end.clamp(start, line_start + text.len().max(start - line_start));
        Self {
            file: file.to_owned(),
            line: source[..start].matches('\n').count() + 1,
            column: source[line_start..start].chars().count() + 1,
            message: message.into(),
            help,
            text: text.replace('\t', " "),
            underline: source[start..marked_end].chars().count().max(1),
        }
    }
}

fn floor_boundary(source: &str, mut at: usize) -> usize {
    at = at.min(source.len());
    while !source.is_char_boundary(at) {
        at -= 1;
    }
    at
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file,
            line,
            column,
            message,
            text,
            ..
        } = self;
        let number = line.to_string();
        let margin = " ".repeat(number.len());
        let before = " ".repeat(column - 1);
        let carets = "^".repeat(self.underline);
        writeln!(f, "{file}:{line}:{column}: {message}")?;
        writeln!(f, "{margin} |")?;
        writeln!(f, "{number} | {text}")?;
        write!(f, "{margin} | {before}{carets}")?;
        if let Some(help) = &self.help {
            write!(f, "\n{margin} = help: {help}")?;
        }
        Ok(())
    }
}
