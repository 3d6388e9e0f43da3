//! Comparing the pages there are with pages rendered again.

use std::path::Path;

use assay_evidence::files_below;

use super::Problem;
use crate::error::Error;
use crate::load::{first_differing_line, read};

/// Longest piece of a line in a message, and how much of it stands before the difference.
const SHOWN: usize = 100;
const BEFORE: usize = 40;

/// `all` tells whether every page was rendered again; only then is another one a page too many.
pub(super) fn check(
    folder: &Path,
    rendered: &[(String, String)],
    all: bool,
    problems: &mut Vec<Problem>,
) -> Result<(), Error> {
    let there = files_below(folder)?;
    for (name, text) in rendered {
        let file = format!("pages/{name}");
        if !there.contains(name) {
            problems.push(Problem::wrong(
                file,
                "is missing; `cargo xtask report` writes it",
            ));
            continue;
        }
        let stored = read(&folder.join(name))?;
        if let Some(line) = first_differing_line(&stored, text.as_bytes()) {
            let stored = String::from_utf8_lossy(&stored);
            let (stored, own) = (stored.lines().nth(line - 1), text.lines().nth(line - 1));
            let same = stored.zip(own).map_or(0, |(stored, own)| {
                let pairs = stored.chars().zip(own.chars());
                pairs.take_while(|(stored, own)| stored == own).count()
            });
            problems.push(Problem::differs(
                file,
                &format!("line {line}"),
                &shown(stored, same),
                &shown(own, same),
                "rendering it again gives",
            ));
        }
    }
    if all {
        for name in there {
            if !rendered.iter().any(|(known, _)| *known == name) {
                problems.push(Problem::wrong(
                    format!("pages/{name}"),
                    "is not a page of this evidence",
                ));
            }
        }
    }
    Ok(())
}

/// A line, or the piece of a long one around the character at which it differs.
fn shown(line: Option<&str>, differs_at: usize) -> String {
    let Some(line) = line else {
        return "absent".to_owned();
    };
    let from = differs_at.saturating_sub(BEFORE);
    let piece: String = line.chars().skip(from).take(SHOWN).collect();
    let dots = |cut: bool| if cut { "…" } else { "" };
    let cut = line.chars().count() > from + SHOWN;
    format!("{}{piece:?}{}", dots(from > 0), dots(cut))
}
