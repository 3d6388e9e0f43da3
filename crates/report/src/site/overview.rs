//! One table of every operation, to sort and to filter.

use std::fmt::Write;

use assay_evidence::TimingRecord;
use assay_manifest::Function;

use crate::context::{Context, failed, is_optimised};
use crate::counter::{mean, unit_name};
use crate::format::{self, ABSENT};
use crate::page::html::{attribute, plain, text};
use crate::sections::{memory, symmetric};

/// Columns: heading, and whether they are numbers.
const COLUMNS: [(&str, bool); 15] = [
    ("candidate", false),
    ("algorithm", false),
    ("instance", false),
    ("function", false),
    ("level (bits)", true),
    ("operation", false),
    ("mean count", true),
    ("unit", false),
    ("mean time", true),
    ("hash share", true),
    ("stack (bytes)", true),
    ("heap (bytes)", true),
    ("KAT", false),
    ("variant", false),
    ("code", false),
];

pub(super) fn section<'a>(
    written: &mut String,
    warnings: &str,
    rows: impl Iterator<Item = &'a str>,
) {
    written.push_str(
        "<section id=\"overview\" aria-labelledby=\"overview-title\"><h2 id=\"overview-title\">Overview</h2>\n\
         <p>One row per operation that was timed. Counts of different units cannot be compared: choose one unit before sorting by count. \
         The security level is read from the instance's name and is missing where the name has none. Read a candidate's page before \
         drawing conclusions: it says whose code was measured, on what kind of host, and what is missing. ⚠ at a count: disturbed in every attempt.</p>\n",
    );
    written.push_str(warnings);
    written.push_str(
        "<form id=\"filters\" hidden aria-label=\"Filters of the overview\"></form>\n\
         <p id=\"shown\" role=\"status\" hidden></p>\n\
         <div class=\"scroll tall\" role=\"region\" tabindex=\"0\" aria-label=\"Overview of all operations\"><table id=\"operations\">\
         <caption class=\"unseen\">Overview of all operations</caption>\n<thead><tr>",
    );
    for (name, number) in COLUMNS {
        let class = if number { " class=\"n\"" } else { "" };
        let _ = write!(written, "<th scope=\"col\"{class}>{name}</th>");
    }
    written.push_str("</tr></thead>\n<tbody>\n");
    let before = written.len();
    for rows in rows {
        written.push_str(rows);
    }
    let empty = written.len() == before;
    written.push_str("</tbody></table></div>\n");
    if empty {
        written.push_str("<p>not measured: there is no record in this run</p>\n");
    }
    written.push_str("</section>\n");
}

/// Rows of a candidate.
pub(super) fn rows(context: &Context<'_>) -> String {
    let mut written = String::new();
    for label in &context.labels {
        for record in context.records_of(label) {
            row(&mut written, context, label, record);
        }
    }
    written
}

fn row(written: &mut String, context: &Context<'_>, label: &str, record: &TimingRecord) {
    let facts = context.facts;
    let function = match facts.function {
        Function::Kem => "KEM",
        Function::Sig => "signature",
        Function::Kex => "key exchange",
        Function::Hash => "hash",
    };
    let level = level(label);
    let _ = write!(
        written,
        "<tr><th scope=\"row\"><a href=\"#{}\">{}</a></th><td>{}</td><td><code>{}</code></td><td>{function}</td>",
        attribute(&facts.id),
        text(&facts.id),
        text(&facts.algorithm),
        text(label)
    );
    number(
        written,
        level.map(f64::from),
        &level.map_or(ABSENT.to_owned(), |level| level.to_string()),
    );
    let _ = write!(written, "<td>{}</td>", text(&record.head.operation_key()));
    measured(written, context, label, record);
    let variant = if is_optimised(context, label) {
        "optimised"
    } else {
        "reference"
    };
    let kat = if record.head.kat_not_passed {
        format!("⚠ {}", record.head.kat)
    } else {
        record.head.kat.clone()
    };
    let origins: Vec<&str> = context.origins(label).into_iter().collect();
    let code = if origins.is_empty() {
        ABSENT.to_owned()
    } else {
        origins.join(", ")
    };
    let _ = writeln!(
        written,
        "<td>{}</td><td>{variant}</td><td>{}</td></tr>",
        text(&kat),
        text(&code)
    );
}

/// The cells that hold results.
fn measured(written: &mut String, context: &Context<'_>, label: &str, record: &TimingRecord) {
    let results = record
        .results
        .as_ref()
        .filter(|_| record.head.is_complete());
    let Some(results) = results else {
        let _ = write!(written, "<td class=\"wide\">{}</td>", text(&failed(record)));
        written.push_str(&format!("<td>{ABSENT}</td>").repeat(5));
        return;
    };
    let disturbed = if context.is_disturbed(record) {
        " ⚠"
    } else {
        ""
    };
    match mean(record) {
        Some(mean) => {
            let words = format!("{}{disturbed}", count(context, mean.value));
            number(written, Some(mean.value), &words);
            let _ = write!(written, "<td>{}</td>", text(unit_name(mean.unit)));
        }
        None => {
            number(written, None, &format!("{ABSENT}{disturbed}"));
            let _ = write!(written, "<td>{ABSENT}</td>");
        }
    }
    let seconds = results.mean_seconds;
    let time = if context.published {
        format::time(seconds)
    } else {
        format::own::time(seconds)
    };
    number(written, Some(seconds), &time);
    let key = record.head.operation_key();
    let mut profiles = context.profiles.iter().copied();
    let profile = profiles.find(|profile| profile.label == label && profile.operation_key() == key);
    let share = profile.and_then(|profile| {
        let share = profile
            .profile
            .hash_share
            .filter(|_| profile.is_complete())?;
        Some((share.value(), plain(symmetric::row(profile).get(2)?)))
    });
    match share {
        Some((share, words)) => number(written, Some(share), &words),
        None => number(written, None, ABSENT),
    }
    let cells = memory::cells(context, record);
    let measured = context.memory_of(record);
    let peaks = [
        measured.and_then(|memory| Some(memory.stack.as_ref()?.peak_bytes)),
        measured.and_then(|memory| Some(memory.heap.as_ref()?.peak_bytes)),
    ];
    for (index, peak) in peaks.into_iter().enumerate() {
        let words = cells.get(index).map_or(ABSENT.to_owned(), plain);
        number(written, peak.map(|bytes| bytes as f64), &words);
    }
}

fn count(context: &Context<'_>, count: f64) -> String {
    if context.published {
        format::cycles(count)
    } else {
        format::own::count(count)
    }
}

/// A cell that is sorted by its exact number. A reason why there is none may take several lines.
fn number(written: &mut String, value: Option<f64>, words: &str) {
    let class = if value.is_none() && words.chars().count() > 20 {
        "wide"
    } else {
        "n"
    };
    let value = value.map_or(String::new(), |value| format!(" data-v=\"{value}\""));
    let _ = write!(written, "<td class=\"{class}\"{value}>{}</td>", text(words));
}

/// A level of security that stands in the name of an instance: the first whole number that is one.
fn level(label: &str) -> Option<u32> {
    label
        .split(|character: char| !character.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
        .find(|number| [128, 192, 256, 384, 512].contains(number))
}

#[cfg(test)]
mod tests {
    use super::level;

    #[test]
    fn levels_are_whole_numbers_of_a_name() {
        assert_eq!(level("Mithril-256-avx2"), Some(256));
        assert_eq!(level("scabbard128"), Some(128));
        assert_eq!(level("MAMBA-NIKE-384"), Some(384));
        assert_eq!(level("set-1024"), None);
        assert_eq!(level("Garnet_768"), None);
        assert_eq!(level("x"), None);
    }
}
