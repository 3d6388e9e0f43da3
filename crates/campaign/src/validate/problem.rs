//! What does not hold, said so that it can be looked up.

use std::fmt;

use assay_evidence::Discrepancy;

use crate::dataset::Dataset;
use crate::load::ReadFile;

/// Something that does not hold, and the file it is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Path relative to the folder of the run or system.
    pub file: String,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// A member has another value than follows from something else.
    Differs {
        /// The member.
        member: String,
        /// Its value in the file.
        stored: String,
        /// The value it should have.
        recomputed: String,
        /// Where that comes from: `the raw data give`.
        source: &'static str,
    },
    /// Anything else, as a sentence about the file.
    Wrong(String),
}

impl Problem {
    pub(crate) fn wrong(file: impl Into<String>, what: impl Into<String>) -> Problem {
        Problem {
            file: file.into(),
            fault: Fault::Wrong(what.into()),
        }
    }

    pub(crate) fn differs(
        file: impl Into<String>,
        member: &str,
        stored: &str,
        recomputed: &str,
        source: &'static str,
    ) -> Problem {
        Problem {
            file: file.into(),
            fault: Fault::Differs {
                member: member.to_owned(),
                stored: stored.to_owned(),
                recomputed: recomputed.to_owned(),
                source,
            },
        }
    }

    pub(crate) fn of(file: String, discrepancy: &Discrepancy, source: &'static str) -> Problem {
        let shown = |value: &Option<serde_json::Value>| {
            value
                .as_ref()
                .map_or_else(|| "absent".to_owned(), ToString::to_string)
        };
        Problem::differs(
            file,
            &discrepancy.member,
            &shown(&discrepancy.stored),
            &shown(&discrepancy.recomputed),
            source,
        )
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            Fault::Differs {
                member,
                stored,
                recomputed,
                source,
            } => write!(
                f,
                "{}: {member} is {stored}, but {source} {recomputed}",
                self.file
            ),
            Fault::Wrong(what) => write!(f, "{}: {what}", self.file),
        }
    }
}

/// What is wrong with a file whatever it is about.
pub(super) fn of_file<T>(dataset: &Dataset, file: &ReadFile<T>, problems: &mut Vec<Problem>) {
    let name = || dataset.shown(&file.name);
    if let Err(error) = &file.content {
        problems.push(Problem::wrong(name(), error.to_string()));
    }
    if let Some(line) = file.other_form {
        problems.push(Problem::wrong(
            name(),
            format!("line {line} is not in the form in which evidence is written"),
        ));
    }
    if let Some(path) = &file.local_path {
        problems.push(Problem::wrong(
            name(),
            format!("holds a path of the machine it was made on: {path}"),
        ));
    }
}
