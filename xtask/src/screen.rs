//! What is printed: results on standard output, progress on standard error.

use std::io::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Prints a line of results. A reader that has gone away (`| head`) is no failure.
pub(crate) fn line(text: impl std::fmt::Display) {
    let _ = writeln!(std::io::stdout(), "{text}");
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
