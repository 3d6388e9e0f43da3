//! Compiler flags a candidate needs, and files that take the place of broken ones.

use std::path::{Path, PathBuf};

use toml::Spanned;

use super::Checker;
use super::code::Table;
use crate::implementation::Origin;
use crate::nearest::nearest;
use crate::sources::path_problem;

/// Flags that change what code means or which instructions it may use. Everything else belongs to the classes of flags.
const ALLOWED: &[&str] = &[
    "-fcommon",
    "-funroll-loops",
    "-fwrapv",
    "-fno-strict-aliasing",
    "-std=c11",
    "-std=gnu11",
    "-std=c17",
    "-maes",
    "-mpclmul",
    "-mpopcnt",
    "-msse4.1",
    "-msse4.2",
    "-mssse3",
    "-mavx",
    "-mavx2",
    "-mbmi",
    "-mbmi2",
    "-madx",
    "-mfma",
    "-msha",
    "-mgfni",
    "-mvaes",
    "-mvpclmulqdq",
    "-mrdrnd",
    "-mavx512f",
    "-mavx512bw",
    "-mavx512cd",
    "-mavx512dq",
    "-mavx512vl",
    "-mavx512ifma",
    "-mavx512vbmi",
    "-mavx512vbmi2",
];

impl Checker<'_> {
    pub(super) fn flags(&mut self, raw: &[&Spanned<String>]) -> Vec<String> {
        let mut flags: Vec<String> = Vec::new();
        for flag in raw {
            let text = flag.get_ref();
            if !ALLOWED.contains(&text.as_str()) {
                let help = nearest(text, ALLOWED.iter().copied())
                    .map(|name| format!("did you mean `{name}`?"));
                self.report_with_help(
                    flag.span(),
                    format!(
                        "flag `{text}` is not allowed; allowed are {}",
                        ALLOWED.join(" ")
                    ),
                    help,
                );
            } else if !flags.contains(text) {
                flags.push(text.clone());
            }
        }
        flags
    }

    /// Puts the replacement of a file in its place.
    pub(super) fn replace(
        &mut self,
        replaced: &[(&str, &Spanned<String>)],
        table: &Table<'_>,
        replacements: Option<&Path>,
        sources: &mut [PathBuf],
    ) {
        for (path, by) in replaced {
            let problem = if table.origin != Origin::Submission {
                Some("replace is for the submitter's code".to_owned())
            } else if let Some(problem) = path_problem(by.get_ref()) {
                Some(format!("replacement `{}` {problem}", by.get_ref()))
            } else {
                let file = replacements.map(|folder| folder.join(by.get_ref()));
                let source = sources
                    .iter_mut()
                    .find(|source| **source == table.root.join(path));
                match (source, file.filter(|file| file.is_file())) {
                    (None, _) => Some(format!("`{path}` is replaced but is no source")),
                    (_, None) => Some(format!("missing file `replacements/{}`", by.get_ref())),
                    (Some(source), Some(file)) => {
                        *source = file;
                        None
                    }
                }
            };
            if let Some(problem) = problem {
                self.report(by.span(), problem);
            }
        }
    }
}
