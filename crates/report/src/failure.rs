//! Why an operation has no result, short enough for a cell.

use assay_evidence::TimingRecord;
use serde_json::Value;

/// How the process of a record that did not complete ended: `exit code 139: segmentation fault`; `None` for complete records.
#[must_use]
pub fn failure_reason(record: &TimingRecord) -> Option<String> {
    if record.head.is_complete() {
        return None;
    }
    let processes = &record.head.processes;
    let failed = processes
        .iter()
        .find(|process| process.status != "complete");
    let Some(process) = failed else {
        return Some(match processes.len() {
            // Pages about all candidates are made without the processes.
            0 => "the candidate's page says why".to_owned(),
            _ => "fewer trials than planned".to_owned(),
        });
    };
    if let Some(why) = process.other.get("failure").and_then(Value::as_str) {
        return Some(cut(why));
    }
    let mut parts = Vec::new();
    if process.status != "failed" {
        parts.push(process.status.replace('_', " "));
    }
    if let Some(code) = process.exit_code.filter(|code| *code != 0) {
        parts.push(format!("exit code {code}"));
    }
    let mut text = parts.join(", ");
    if let Some(last) = process.stderr.as_deref().and_then(last_line) {
        let separator = if text.is_empty() { "" } else { ": " };
        text = format!("{text}{separator}{last}");
    }
    if text.is_empty() {
        text.push_str("no reason is stored");
    }
    Some(text)
}

/// The last line of an output that is not empty, short enough for a cell.
pub(crate) fn last_line(output: &str) -> Option<String> {
    output.trim().lines().last().map(cut)
}

/// Short enough for a cell; the whole text is in the evidence.
pub(crate) fn cut(text: &str) -> String {
    const LENGTH: usize = 160;
    match text.char_indices().nth(LENGTH) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Without what the operating system calls its error, which belongs in the evidence: `not here (No such file (os error 2))` is
/// `not here`.
#[must_use]
pub fn without_errno(text: &str) -> String {
    let Some(code) = text.find(" (os error ") else {
        return text.to_owned();
    };
    let closed = |from: usize| text[from..].find(')').map(|at| from + at + 1);
    let Some(mut end) = closed(code) else {
        return text.to_owned();
    };
    let mut start = code;
    // The words of the system stand in parentheses of their own, or after a colon.
    let head = &text[..code];
    if let Some(open) = head.rfind(" (").filter(|open| !head[*open..].contains(')'))
        && text[end..].starts_with(')')
    {
        (start, end) = (open, end + 1);
    }
    without_errno(&format!("{}{}", &text[..start], &text[end..]))
}

#[cfg(test)]
mod tests {
    use super::without_errno;

    #[test]
    fn error_codes_of_the_system_are_left_out() {
        let reason =
            "no hardware counter on this machine (No such file or directory (os error 2)); other";
        assert_eq!(
            without_errno(reason),
            "no hardware counter on this machine; other"
        );
        assert_eq!(
            without_errno("failed to open a counter: Permission denied (os error 13)"),
            "failed to open a counter: Permission denied"
        );
        assert_eq!(without_errno("(a) b (os error"), "(a) b (os error");
    }
}
