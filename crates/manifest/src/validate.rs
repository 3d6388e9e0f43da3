//! From raw tables to validated descriptions. Every mistake is collected, none stops the search for others.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;

use crate::candidate::{Candidate, Function, Links, SubmissionArchive, Survey};
use crate::cpu::{Architecture, CpuFeature};
use crate::diagnostic::Diagnostic;
use crate::instance::{Instance, Issue, Variant};
use crate::names::{id_problem, label_problem, too_long};
use crate::nearest::nearest;
use crate::raw::{RawCandidate, RawInstance, RawLinks, RawSubmission};
use crate::sources::path_problem;

mod code;
mod extras;
mod sizes;

/// Bytes of stack an instance may ask for.
const STACK_BYTES: std::ops::RangeInclusive<u64> = 65_536..=(1 << 36);

/// Digest lengths of the official driver, in bits.
const DIGEST_BITS: std::ops::RangeInclusive<u32> = 8..=8192;

/// The file at hand and the mistakes found so far.
pub(crate) struct Checker<'a> {
    file: &'a str,
    source: &'a str,
    pub(crate) found: Vec<Diagnostic>,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(file: &'a str, source: &'a str) -> Self {
        Self {
            file,
            source,
            found: Vec::new(),
        }
    }

    /// The mistakes in the order of the file, each once.
    pub(crate) fn into_sorted(mut self) -> Vec<Diagnostic> {
        self.found
            .sort_by(|a, b| (a.line, a.column, &a.message).cmp(&(b.line, b.column, &b.message)));
        self.found.dedup();
        self.found
    }

    pub(crate) fn report(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.report_with_help(span, message, None);
    }

    fn report_with_help(
        &mut self,
        span: Range<usize>,
        message: impl Into<String>,
        help: Option<String>,
    ) {
        self.found
            .push(Diagnostic::new(self.file, self.source, span, message, help));
    }

    /// A mistake the TOML reader found.
    pub(crate) fn report_toml(&mut self, error: &toml::de::Error) {
        let help = did_you_mean(error.message());
        let message = in_words_of_the_file(error.message());
        self.report_with_help(error.span().unwrap_or(0..0), message, help);
    }

    pub(crate) fn plain_name(&mut self, what: &str, name: &Spanned<String>) -> String {
        let text = name.get_ref();
        if text.is_empty()
            || text.contains(['/', '\\', '\0', '\n', '\r'])
            || matches!(text.as_str(), "." | "..")
        {
            self.report(
                name.span(),
                format!("{what} must be a plain file name, without folders"),
            );
        }
        if let Some(problem) = too_long(what, text) {
            self.report(name.span(), problem);
        }
        text.clone()
    }

    pub(crate) fn not_empty(&mut self, what: &str, text: &Spanned<String>) -> String {
        if text.get_ref().trim().is_empty() {
            self.report(text.span(), format!("{what} is empty"));
        }
        text.get_ref().clone()
    }

    /// Turns the raw tables of `folder` (`candidates/<id>`, absolute) into a candidate. It counts only if nothing was found.
    pub(crate) fn candidate(&mut self, raw: &RawCandidate, folder: &Path) -> Candidate {
        self.id(&raw.id, folder);
        let code = code::Code::new(self, raw, folder);
        if raw.instances.is_empty() {
            self.report(
                raw.id.span(),
                "candidate has no `[[instances]]`; every library needs one",
            );
        }
        self.labels(raw);
        let instances = raw
            .instances
            .iter()
            .map(|instance| self.instance(raw.function, instance, &code))
            .collect();
        Candidate {
            id: raw.id.get_ref().clone(),
            algorithm: self.not_empty("algorithm", &raw.algorithm),
            function: raw.function,
            links: raw
                .links
                .as_ref()
                .map(|links| self.links(links))
                .unwrap_or_default(),
            survey: raw.survey.as_ref().map(|survey| Survey {
                verdict: survey.verdict,
                notes: survey.notes.clone(),
            }),
            submission: raw
                .submission
                .as_ref()
                .map(|submission| self.submission(submission)),
            instances,
            folder: folder.to_owned(),
        }
    }

    fn id(&mut self, id: &Spanned<String>, folder: &Path) {
        let text = id.get_ref();
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        if let Some(problem) = id_problem(text) {
            self.report(id.span(), problem);
        } else if *text != name {
            self.report_with_help(
                id.span(),
                format!("id `{text}` differs from the folder name `{name}`"),
                Some(format!("write id = \"{name}\", or rename the folder")),
            );
        }
    }

    fn labels(&mut self, raw: &RawCandidate) {
        let mut first: BTreeMap<&str, Range<usize>> = BTreeMap::new();
        for instance in &raw.instances {
            let label = &instance.get_ref().label;
            let text = label.get_ref().as_str();
            if let Some(problem) = label_problem(text) {
                self.report(label.span(), problem);
            } else if let Some(earlier) = first.get(text) {
                let line = self.source[..earlier.start].matches('\n').count() + 1;
                self.report(
                    label.span(),
                    format!("duplicate label `{text}`; it is first used in line {line}"),
                );
            }
            first.entry(text).or_insert_with(|| label.span());
        }
    }

    fn links(&mut self, raw: &RawLinks) -> Links {
        let mut url = |link: &Option<Spanned<String>>| {
            let link = link.as_ref()?;
            let text = link.get_ref();
            let web = text.starts_with("https://") || text.starts_with("http://");
            if !web
                || text.contains(|letter: char| letter.is_whitespace() || "<>()\"".contains(letter))
            {
                self.report(link.span(), format!("link `{text}` must start with https:// or http:// and hold no blanks, quotes or brackets"));
            }
            Some(text.clone())
        };
        Links {
            submission: url(&raw.submission),
            security: url(&raw.security),
        }
    }

    fn submission(&mut self, raw: &RawSubmission) -> SubmissionArchive {
        let digest = raw.sha256.get_ref();
        let hexadecimal = |letter: u8| letter.is_ascii_digit() || (b'a'..=b'f').contains(&letter);
        if digest.len() != 64 || !digest.bytes().all(hexadecimal) {
            self.report(
                raw.sha256.span(),
                "sha256 must be 64 lower-case hexadecimal digits",
            );
        }
        self.path("folder", &raw.folder);
        SubmissionArchive {
            archive: self.plain_name("archive", &raw.archive),
            sha256: digest.clone(),
            size: raw.size,
            folder: raw.folder.get_ref().clone(),
        }
    }

    /// Checks a relative path; says whether it may be used.
    fn path(&mut self, what: &str, path: &Spanned<String>) -> bool {
        let problem = path_problem(path.get_ref());
        if let Some(problem) = problem {
            self.report_with_help(
                path.span(),
                format!("{what} `{}` {problem}", path.get_ref()),
                Some("paths are relative to the implementation's folder and stay inside it".into()),
            );
        }
        problem.is_none()
    }

    fn instance(
        &mut self,
        function: Function,
        raw: &Spanned<RawInstance>,
        code: &code::Code<'_>,
    ) -> Instance {
        let (span, raw) = (raw.span(), raw.get_ref());
        let requires = self.requires(raw);
        if let Some(stack) = &raw.stack_bytes
            && !STACK_BYTES.contains(stack.get_ref())
        {
            let (least, most) = (STACK_BYTES.start(), STACK_BYTES.end());
            self.report(
                stack.span(),
                format!("stack-bytes must lie between {least} and {most}"),
            );
        }
        let issues = raw
            .issues
            .iter()
            .map(|issue| Issue {
                action: issue.action,
                cause: self.not_empty("cause", &issue.cause),
            })
            .collect();
        let (independent, submitted) = code.of_instance(self, raw, span);
        Instance {
            label: raw.label.get_ref().clone(),
            instance: raw.instance.as_ref().map(|name| self.instance_name(name)),
            variant: *raw.variant.get_ref(),
            profile: raw.profile,
            requires,
            kat_file: self.plain_name("kat-file", &raw.kat_file),
            kat_folder: raw.kat_folder.as_ref().map(|folder| {
                self.path("kat-folder", folder);
                folder.get_ref().clone()
            }),
            digest_bits: raw
                .digest_bits
                .as_ref()
                .and_then(|bits| self.digest_bits(function, bits)),
            external_sizes: raw
                .external_sizes
                .as_ref()
                .and_then(|sizes| self.sizes(function, sizes)),
            stack_bytes: raw.stack_bytes.as_ref().map(|stack| *stack.get_ref()),
            issues,
            notes: raw.notes.clone(),
            independent,
            submitted,
        }
    }

    fn digest_bits(&mut self, function: Function, bits: &Spanned<u32>) -> Option<u32> {
        let valid = function == Function::Hash && DIGEST_BITS.contains(bits.get_ref());
        if !valid {
            let (least, most) = (DIGEST_BITS.start(), DIGEST_BITS.end());
            self.report(
                bits.span(),
                format!("digest-bits is for hash functions and lies between {least} and {most}"),
            );
        }
        valid.then_some(*bits.get_ref())
    }

    fn instance_name(&mut self, name: &Spanned<String>) -> String {
        let text = name.get_ref();
        if text.is_empty()
            || !text
                .chars()
                .all(|letter| letter.is_ascii_graphic() && !"\"\\".contains(letter))
        {
            self.report(
                name.span(),
                "instance must be printable ASCII without blanks, quotes and `\\`",
            );
        }
        text.clone()
    }

    fn requires(&mut self, raw: &RawInstance) -> Vec<CpuFeature> {
        let mut features = Vec::new();
        for name in &raw.requires {
            match CpuFeature::from_name(name.get_ref()) {
                Some(feature) => features.push(feature),
                None => {
                    let names: Vec<_> = CpuFeature::all().map(CpuFeature::name).collect();
                    let help = nearest(name.get_ref(), names.iter().copied())
                        .map(|name| format!("did you mean `{name}`?"));
                    self.report_with_help(
                        name.span(),
                        format!(
                            "unknown CPU feature `{}`, expected one of {}",
                            name.get_ref(),
                            quoted(&names)
                        ),
                        help,
                    );
                }
            }
        }
        let x86 = |feature: &CpuFeature| feature.exists_on(Architecture::X86_64);
        let needed = match raw.variant.get_ref() {
            Variant::OptimizedAvx2 => Some("avx2"),
            Variant::OptimizedAvx512 => Some("avx512f"),
            _ => None,
        };
        if let Some(needed) = needed
            && !raw.requires.iter().any(|name| name.get_ref() == needed)
        {
            self.report_with_help(
                raw.variant.span(),
                format!(
                    "variant `{}` does not require `{needed}`",
                    raw.variant.get_ref()
                ),
                Some(format!("add requires = [\"{needed}\"]")),
            );
        } else if features.iter().any(x86)
            && let Some(at) = features
                .iter()
                .position(|feature| !feature.exists_on(Architecture::X86_64))
        {
            self.report(
                raw.requires[at].span(),
                format!(
                    "no architecture has both `{}` and the other features",
                    features[at]
                ),
            );
        }
        features
    }
}

fn quoted(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The reader's message without the words of the program: a manifest has keys, not fields.
fn in_words_of_the_file(message: &str) -> String {
    let mut message = message.lines().collect::<Vec<_>>().join(", ");
    let words = [
        ("unknown field", "unknown key"),
        ("missing field", "missing key"),
        ("unknown variant", "unknown value"),
        ("expected u64", "expected a whole number from 0 up"),
        ("expected a sequence", "expected a list in brackets"),
        ("expected struct RawAdditions", "expected a table in braces"),
    ];
    for (theirs, ours) in words {
        message = message.replace(theirs, ours);
    }
    message
}

/// A suggestion read off serde's message "unknown field `x`, expected one of `a`, `b`".
fn did_you_mean(message: &str) -> Option<String> {
    let rest = message
        .strip_prefix("unknown field `")
        .or_else(|| message.strip_prefix("unknown variant `"))?;
    let (given, rest) = rest.split_once('`')?;
    let names = rest.split('`').skip(1).step_by(2);
    nearest(given, names).map(|name| format!("did you mean `{name}`?"))
}

/// A path as shown in messages: relative to the candidate's folder where possible.
fn shown(path: &Path, folder: &Path) -> PathBuf {
    path.strip_prefix(folder).unwrap_or(path).to_owned()
}
