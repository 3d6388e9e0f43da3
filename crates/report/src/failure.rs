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
