//! The tables that say which files make up an instance.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;

use super::{Checker, shown};
use crate::candidate::Function;
use crate::implementation::{Define, Implementation, Library, Origin};
use crate::nearest::nearest;
use crate::raw::{RawAdditions, RawCandidate, RawImplementation, RawInstance};
use crate::sources::{Files, path_problem};

/// Extensions the toolchain compiles.
const COMPILED: &[&str] = &["c", "s", "S", "cc", "cpp", "cxx"];

/// Names that the build itself defines.
const RESERVED_PREFIX: &str = "ASSAY_";

/// Folder, beside `submission`, of files that take the place of broken ones.
const REPLACEMENTS: &str = "replacements";

/// The candidate-wide tables of both origins.
pub(super) struct Code<'a> {
    folder: &'a Path,
    function: Function,
    independent: Table<'a>,
    submitted: Table<'a>,
}

pub(super) struct Table<'a> {
    pub(super) origin: Origin,
    pub(super) root: PathBuf,
    raw: Option<&'a Spanned<RawImplementation>>,
    /// `None` when the folder does not exist or holds nothing.
    files: Option<Files>,
}

impl<'a> Code<'a> {
    pub(super) fn new(checker: &mut Checker<'_>, raw: &'a RawCandidate, folder: &'a Path) -> Self {
        let mut table = |origin, name: PathBuf, raw: Option<&'a Spanned<RawImplementation>>| {
            let root = folder.join(&name);
            let name = name.display();
            let files = match Files::list(&root, origin) {
                Ok(files) => (!files.is_empty()).then_some(files),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
                Err(error) => {
                    checker.report(
                        raw.map_or(0..0, Spanned::span),
                        format!("failed to list `{name}`: {error}"),
                    );
                    None
                }
            };
            Table {
                origin,
                root,
                raw,
                files,
            }
        };
        // An unusable folder is reported where the facts about the archive are checked.
        let inside = raw
            .submission
            .as_ref()
            .map(|submission| submission.folder.get_ref().as_str());
        let submitted = match inside.filter(|path| path_problem(path).is_none() && *path != ".") {
            Some(path) => Path::new("submission").join(path),
            None => PathBuf::from("submission"),
        };
        Self {
            folder,
            function: raw.function,
            independent: table(
                Origin::Independent,
                "independent".into(),
                raw.independent.as_ref(),
            ),
            submitted: table(Origin::Submission, submitted, raw.submitted.as_ref()),
        }
    }

    /// The implementations of one instance: independent, submitted.
    pub(super) fn of_instance(
        &self,
        checker: &mut Checker<'_>,
        instance: &RawInstance,
        span: Range<usize>,
    ) -> (Option<Implementation>, Option<Implementation>) {
        let before = checker.found.len();
        let independent =
            self.implementation(checker, &self.independent, instance.independent.as_ref());
        let submitted = self.implementation(checker, &self.submitted, instance.submitted.as_ref());
        let described = [
            (&self.independent, &instance.independent),
            (&self.submitted, &instance.submitted),
        ]
        .iter()
        .any(|(table, additions)| has_sources(table, additions.as_ref()));
        if !described && checker.found.len() == before {
            checker.report(
                span,
                format!(
                    "instance `{}` has no sources, neither independent nor submitted",
                    instance.label.get_ref()
                ),
            );
        }
        (independent, submitted)
    }

    fn implementation(
        &self,
        checker: &mut Checker<'_>,
        table: &Table<'_>,
        additions: Option<&Spanned<RawAdditions>>,
    ) -> Option<Implementation> {
        let span = additions
            .map(Spanned::span)
            .or(table.raw.map(Spanned::span))?;
        let merged = Merged::new(
            table.raw.map(Spanned::get_ref),
            additions.map(Spanned::get_ref),
        );
        let before = checker.found.len();
        merged.check_paths(checker);
        let defines = checker.defines(&merged.defines);
        let flags = checker.flags(&merged.flags);
        if !has_sources(table, additions) || checker.found.len() > before {
            return None;
        }
        let Some(files) = &table.files else {
            if table.origin == Origin::Independent {
                let shown = shown(&table.root, self.folder);
                checker.report(
                    span,
                    format!("folder `{}` does not exist or is empty", shown.display()),
                );
            }
            return None;
        };
        let mut sources = checker.sources(&merged, table, files);
        let replacements = self.folder.join(REPLACEMENTS);
        let replacements = replacements.is_dir().then_some(replacements);
        checker.replace(
            &merged.replace,
            table,
            replacements.as_deref(),
            &mut sources,
        );
        if sources.is_empty() && checker.found.len() == before {
            checker.report(span.clone(), "every source is excluded");
        }
        let mut include_directories = checker.include_directories(&merged, table, files);
        let api_header = self.api_header(
            checker,
            table,
            files,
            merged.api_header,
            &include_directories,
            span,
        )?;
        // Only what is written for the submission stands in for it.
        let replacements = replacements.filter(|_| table.origin == Origin::Submission);
        if let Some(folder) = &replacements {
            include_directories.insert(0, folder.clone());
        }
        let raw = table.raw.map(Spanned::get_ref);
        let own = additions.map(Spanned::get_ref);
        Some(Implementation {
            origin: table.origin,
            root: table.root.clone(),
            sources,
            include_directories,
            defines,
            libraries: merged.libraries,
            flags,
            replacements,
            api_header,
            helpers: own
                .and_then(|own| own.helpers)
                .or(raw.map(|raw| raw.helpers))
                .unwrap_or_default(),
            drng_global: own
                .and_then(|own| own.drng_global)
                .or(raw.map(|raw| raw.drng_global))
                .unwrap_or_default(),
        })
    }

    fn api_header(
        &self,
        checker: &mut Checker<'_>,
        table: &Table<'_>,
        files: &Files,
        given: Option<&Spanned<String>>,
        include_directories: &[PathBuf],
        span: Range<usize>,
    ) -> Option<PathBuf> {
        let name = given.map_or(self.function.default_api_header(), |name| {
            name.get_ref().as_str()
        });
        let span = given.map_or(span, Spanned::span);
        let found = std::iter::once(&table.root)
            .chain(include_directories)
            .map(|folder| folder.join(name))
            .find(|path| path.is_file() && files.confines(path));
        if found.is_none() {
            let shown = shown(&table.root, self.folder);
            let help = if given.is_some() {
                "name the header that declares the interface"
            } else {
                "set api-header"
            };
            checker.report_with_help(
                span,
                format!(
                    "API header `{name}` is neither in `{}` nor in an include directory",
                    shown.display()
                ),
                Some(help.into()),
            );
        }
        found
    }
}

fn has_sources(table: &Table<'_>, additions: Option<&Spanned<RawAdditions>>) -> bool {
    table
        .raw
        .is_some_and(|raw| !raw.get_ref().sources.is_empty())
        || additions.is_some_and(|additions| !additions.get_ref().sources.is_empty())
}

/// The table of an origin together with what the instance adds.
struct Merged<'a> {
    sources: Vec<&'a Spanned<String>>,
    exclude: Vec<&'a Spanned<String>>,
    include_directories: Option<Vec<&'a Spanned<String>>>,
    defines: Vec<&'a Spanned<String>>,
    libraries: Vec<Library>,
    flags: Vec<&'a Spanned<String>>,
    replace: Vec<(&'a str, &'a Spanned<String>)>,
    api_header: Option<&'a Spanned<String>>,
}

impl<'a> Merged<'a> {
    fn new(table: Option<&'a RawImplementation>, additions: Option<&'a RawAdditions>) -> Self {
        fn both<'v, T>(table: Option<&'v Vec<T>>, additions: Option<&'v Vec<T>>) -> Vec<&'v T> {
            table
                .into_iter()
                .flatten()
                .chain(additions.into_iter().flatten())
                .collect()
        }
        let added_includes = additions.map(|additions| &additions.include_directories);
        let table_includes = table.and_then(|table| table.include_directories.as_ref());
        let includes = both(table_includes, added_includes);
        let mut libraries: Vec<Library> = Vec::new();
        for library in both(
            table.map(|table| &table.libraries),
            additions.map(|additions| &additions.libraries),
        ) {
            if !libraries.contains(library) {
                libraries.push(*library);
            }
        }
        Self {
            sources: both(
                table.map(|table| &table.sources),
                additions.map(|additions| &additions.sources),
            ),
            exclude: both(
                table.map(|table| &table.exclude),
                additions.map(|additions| &additions.exclude),
            ),
            include_directories: (table_includes.is_some() || !includes.is_empty())
                .then_some(includes),
            defines: both(
                table.map(|table| &table.defines),
                additions.map(|additions| &additions.defines),
            ),
            libraries,
            flags: both(
                table.map(|table| &table.flags),
                additions.map(|additions| &additions.flags),
            ),
            replace: table
                .map(|table| &table.replace)
                .into_iter()
                .chain(additions.map(|additions| &additions.replace))
                .flatten()
                .map(|(path, by)| (path.as_str(), by))
                .collect(),
            api_header: additions
                .and_then(|additions| additions.api_header.as_ref())
                .or(table.and_then(|table| table.api_header.as_ref())),
        }
    }

    fn check_paths(&self, checker: &mut Checker<'_>) {
        let named = [("source", &self.sources), ("exclude", &self.exclude)];
        for (what, paths) in named {
            for path in paths {
                checker.path(what, path);
            }
        }
        for path in self.include_directories.iter().flatten() {
            checker.path("include directory", path);
        }
        if let Some(header) = self.api_header {
            checker.path("api-header", header);
        }
    }
}

impl Checker<'_> {
    fn sources(&mut self, merged: &Merged<'_>, table: &Table<'_>, files: &Files) -> Vec<PathBuf> {
        let mut chosen: BTreeSet<&Path> = BTreeSet::new();
        for pattern in &merged.sources {
            chosen.extend(self.matching(pattern, files));
        }
        for pattern in &merged.exclude {
            for file in self.matching(pattern, files) {
                chosen.remove(file);
            }
        }
        let mut sources = Vec::new();
        for file in chosen {
            let path = table.root.join(file);
            let span = merged.sources.iter().find(|pattern| {
                files
                    .matching(pattern.get_ref())
                    .is_ok_and(|found| found.contains(file))
            });
            let span = span.map_or(0..0, |pattern| pattern.span());
            let extension = file
                .extension()
                .and_then(|extension| extension.to_str())
                .unwrap_or_default();
            if !COMPILED.contains(&extension) {
                self.report_with_help(
                    span,
                    format!(
                        "source `{}` is not C, C++ or assembly (.c, .cc, .cpp, .cxx, .s, .S)",
                        file.display()
                    ),
                    Some("narrow the glob or exclude the file".into()),
                );
            } else if !files.confines(&path) {
                self.report(
                    span,
                    format!(
                        "source `{}` is a link out of the implementation's folder",
                        file.display()
                    ),
                );
            } else {
                sources.push(path);
            }
        }
        sources
    }

    fn matching<'f>(&mut self, pattern: &Spanned<String>, files: &'f Files) -> BTreeSet<&'f Path> {
        files.matching(pattern.get_ref()).unwrap_or_else(|message| {
            let help = nearest(pattern.get_ref(), files.names())
                .map(|name| format!("did you mean `{name}`?"));
            self.report_with_help(pattern.span(), message, help);
            BTreeSet::new()
        })
    }

    fn include_directories(
        &mut self,
        merged: &Merged<'_>,
        table: &Table<'_>,
        files: &Files,
    ) -> Vec<PathBuf> {
        let Some(directories) = &merged.include_directories else {
            return vec![table.root.clone()];
        };
        let mut found = Vec::new();
        for directory in directories {
            let name = directory.get_ref().as_str();
            let path = if name == "." {
                table.root.clone()
            } else {
                table.root.join(name)
            };
            if !path.is_dir() {
                self.report(
                    directory.span(),
                    format!("missing include directory `{name}`"),
                );
            } else if !files.confines(&path) {
                self.report(
                    directory.span(),
                    format!(
                        "include directory `{name}` is a link out of the implementation's folder"
                    ),
                );
            } else if !found.contains(&path) {
                found.push(path);
            }
        }
        found
    }

    fn defines(&mut self, raw: &[&Spanned<String>]) -> Vec<Define> {
        let mut defines: Vec<Define> = Vec::new();
        for text in raw {
            let (name, value) = match text.get_ref().split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (text.get_ref().as_str(), None),
            };
            let identifier = name
                .starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
                && name
                    .chars()
                    .all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
            if !identifier || value.is_some_and(|value| value.contains(['\0', '\n', '\r'])) {
                self.report(
                    text.span(),
                    format!(
                        "define `{}` must be NAME or NAME=VALUE on one line, NAME a C identifier",
                        text.get_ref().escape_debug()
                    ),
                );
            } else if name.starts_with(RESERVED_PREFIX) {
                self.report(text.span(), format!("define `{name}` is reserved: names that start with {RESERVED_PREFIX} belong to the build"));
            } else if defines.iter().any(|define| define.name == name) {
                self.report(text.span(), format!("duplicate define `{name}`"));
            } else {
                defines.push(Define {
                    name: name.into(),
                    value: value.map(Into::into),
                });
            }
        }
        defines
    }
}
