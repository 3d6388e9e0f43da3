//! What is printed: results on standard output, progress on standard error. Nothing else prints.

use std::io::{self, ErrorKind, Write};
use std::sync::Mutex;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Why results could not be written, the first time.
static FAILED: Mutex<Option<io::Error>> = Mutex::new(None);

/// Prints a line of results. What goes wrong is told by [`finish`].
pub(crate) fn line(text: impl std::fmt::Display) {
    note(writeln!(io::stdout(), "{text}"));
}

/// Prints results that end their last line themselves.
pub(crate) fn text(text: impl std::fmt::Display) {
    note(write!(io::stdout(), "{text}"));
}

/// Prints a line beside the results. When that fails there is nowhere to say so.
pub(crate) fn remark(text: impl std::fmt::Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Writes out what is left, and says why results could not be written. A reader that has gone away (`| head`) is no
/// failure.
pub(crate) fn finish() -> io::Result<()> {
    note(io::stdout().flush());
    failed().take().map_or(Ok(()), Err)
}

fn note(written: io::Result<()>) {
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        failed().get_or_insert(error);
    }
}

fn failed() -> std::sync::MutexGuard<'static, Option<io::Error>> {
    FAILED
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// A line of progress that is redrawn on a terminal, and silent elsewhere.
pub(crate) fn activity(message: impl Into<String>) -> ProgressBar {
    let activity = ProgressBar::new_spinner().with_message(message.into());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
        activity.set_style(style);
    }
    activity.enable_steady_tick(Duration::from_millis(120));
    activity
}

/// Rows with columns that are as wide as their widest cell; the last column is not padded.
pub(crate) fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(&format!("{cell:width$}  "));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
