//! What a campaign came to, in a table.

use assay_campaign::{Repository, Summary};
use assay_report::format;

use crate::screen;

pub(super) fn text(repository: &Repository, summary: &Summary) -> String {
    let mut rows = vec![
        [
            "instance",
            "operation",
            "KAT",
            "mean time",
            "mean count",
            "n",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    for record in &summary.records {
        let head = &record.head;
        let mut row = vec![
            format!("{}/{}", head.candidate, head.label),
            head.operation_key(),
            head.kat.clone(),
        ];
        match &record.results {
            Some(results) if head.is_complete() => {
                let count = match (results.mean_cycles, results.mean_ticks, &results.tick_unit) {
                    (Some(cycles), ..) => format!("{} cycles", format::cycles(cycles)),
                    (None, Some(ticks), Some(unit)) => {
                        format!("{} {}", format::cycles(ticks), unit.replace('_', " "))
                    }
                    _ => "not measured".to_owned(),
                };
                row.extend([
                    format::time(results.mean_seconds),
                    count,
                    results.measurements.to_string(),
                ]);
            }
            _ => row.extend(["failed".to_owned()]),
        }
        rows.push(row);
    }
    let mut text = screen::table(&rows);
    for (name, reason) in &summary.not_run {
        text.push_str(&format!("{name} not run: {reason}\n"));
    }
    for (name, verdict) in &summary.not_passed {
        text.push_str(&format!(
            "{name} does not pass its known-answer test: {verdict}\n"
        ));
    }
    if !summary.host_problems.is_empty() {
        text.push_str("host not fixed:\n");
        for problem in &summary.host_problems {
            text.push_str(&format!("- {problem}\n"));
        }
    }
    let effort = summary.effort;
    if effort.processes > 0 {
        text.push_str(&format!(
            "measured in {} processes, {:.1} s, of which {:.0} % was timed work\n",
            effort.processes,
            effort.wall_s,
            100.0 * effort.timed_s / effort.wall_s
        ));
    } else {
        text.push_str("nothing was missing\n");
    }
    text.push_str(&format!(
        "pages: {}",
        repository.shown(&summary.summary_page)
    ));
    text
}
