//! What a campaign came to, in a table.

use assay_campaign::{Repository, Summary};
use assay_evidence::TimingRecord;
use assay_report::{
    disturbed_in_every_attempt, disturbed_words, failure_reason, format, page_order, unit_name,
    without_errno,
};

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
    let mut records: Vec<&TimingRecord> = summary.records.iter().collect();
    records.sort_by(|a, b| page_order(a, b));
    let (mut complete, mut disturbed) = (0, 0);
    let mut failed: Vec<String> = Vec::new();
    for record in records {
        let head = &record.head;
        complete += usize::from(head.is_complete());
        let mark = head.is_complete() && disturbed_in_every_attempt(record, &summary.records);
        disturbed += usize::from(mark);
        let mut row = vec![
            format!(
                "{}/{}{}",
                head.candidate,
                head.label,
                if mark { " ⚠" } else { "" }
            ),
            head.operation_key(),
            head.kat.clone(),
        ];
        match &record.results {
            Some(results) if head.is_complete() => {
                let count = match (results.mean_cycles, results.mean_ticks, &results.tick_unit) {
                    (Some(cycles), ..) => format!("{} cycles", format::own::count(cycles)),
                    (None, Some(ticks), Some(unit)) => {
                        format!("{} {}", format::own::count(ticks), unit_name(unit))
                    }
                    _ => "not measured".to_owned(),
                };
                row.extend([
                    format::own::time(results.mean_seconds),
                    count,
                    results.measurements.to_string(),
                ]);
            }
            _ => {
                row.push("failed".to_owned());
                let reason =
                    failure_reason(record).unwrap_or_else(|| "no trial is stored".to_owned());
                failed.push(format!(
                    "{}/{} {} failed: {reason}\n",
                    head.candidate,
                    head.label,
                    head.operation_key()
                ));
            }
        }
        rows.push(row);
    }
    let mut text = setting(summary);
    text.push_str(&screen::table(&rows));
    text.extend(failed);
    if disturbed > 0 {
        text.push_str(&format!("{}\n", disturbed_words(disturbed, complete)));
    }
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
            text.push_str(&format!("- {}\n", without_errno(problem)));
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

/// What must be known before any number: machine, quick look, state of the host.
fn setting(summary: &Summary) -> String {
    let Some(record) = summary.records.first() else {
        return String::new();
    };
    let environment = &record.head.environment;
    let mut words = format!(
        "measured on {} (CPU {}{})",
        environment
            .cpu_model
            .as_deref()
            .unwrap_or("an unknown processor"),
        environment.cpu_number,
        if environment.virtualized {
            ", virtual machine"
        } else {
            ""
        }
    );
    let provenances = || {
        summary
            .records
            .iter()
            .filter_map(|record| record.head.provenance.as_ref())
    };
    if provenances().any(|provenance| provenance.quick) {
        words.push_str("; quick look");
    }
    if provenances().any(|provenance| !provenance.host_fixed) {
        words.push_str("; host not fixed: read the numbers as an indication");
    }
    format!("{words}\n\n")
}
