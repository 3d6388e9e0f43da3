//! Building every instance and proving that it reproduces its known answers, before anything is measured.

mod origins;
mod records;
mod references;

use std::collections::BTreeMap;
use std::path::PathBuf;

use assay_driver::protocol::Description;
use assay_kat::log::{KatLog, LoggedFile};
use assay_kat::{Failure, Verdict};
use assay_manifest::{Candidate, Instance, Origin, Selected};
use assay_toolchain::{BuildError, BuiltLibrary, FlagClass, Request};

pub use self::references::check_digests;
use crate::error::Error;
use crate::features;
use crate::parallel;
use crate::workbench::Workbench;

/// What is known of an instance after the gate.
#[derive(Debug, Clone)]
pub struct Gated<'a> {
    /// The candidate.
    pub candidate: &'a Candidate,
    /// The instance.
    pub instance: &'a Instance,
    /// The library that is measured, when it could be built.
    pub library: Option<BuiltLibrary>,
    /// What the library says of itself.
    pub description: Option<Description>,
    /// The verdict.
    pub verdict: Verdict,
    /// What explains it; one line, empty for a plain PASS. For a build that failed, what the compiler said.
    pub detail: String,
    /// Things worth knowing that are no verdict.
    pub findings: Vec<String>,
    /// Vectors compared and found equal.
    pub compared: u64,
    /// Verdict and detail under the guide's flags, when those of the class `harness-default` were tried as well.
    pub strict: Option<(Verdict, String)>,
    /// Why the instance does not run on this machine. Its verdict then says nothing.
    pub not_run: Option<String>,
    /// Known-answer files that were made.
    pub files: Vec<LoggedFile>,
    /// What the library printed during the test.
    pub printed: String,
    /// Log of the known-answer test.
    pub log: String,
}

impl Gated<'_> {
    /// Whether the known answers are reproduced.
    #[must_use]
    pub fn passed(&self) -> bool {
        self.verdict == Verdict::Pass && self.not_run.is_none()
    }

    /// Class of flags of the library, or the one the manifest wants.
    #[must_use]
    pub fn flags(&self) -> FlagClass {
        self.library.as_ref().map_or_else(
            || wanted_flags(self.instance),
            |library| library.flags_class,
        )
    }

    /// Where the code comes from; `None` when there is none.
    #[must_use]
    pub fn origin(&self) -> Option<Origin> {
        self.instance
            .implementation()
            .map(|implementation| implementation.origin)
    }
}

/// What to compare with.
#[derive(Debug, Clone, Default)]
pub enum References {
    /// The expected digests of the repository.
    #[default]
    Digests,
    /// Full vector texts in a folder: in the manifest's `kat-folder`, in `<label>`, directly in it, or anywhere below.
    Vectors(PathBuf),
}

/// What is done with the known-answer texts that are generated.
#[derive(Debug, Clone, Default)]
pub struct Texts {
    /// What they are compared with.
    pub references: References,
    /// Where they are written, as `<id>/<label>/<file>`.
    pub save: Option<PathBuf>,
}

/// Progress of the gate.
#[derive(Debug)]
pub enum GateEvent<'e, 'a> {
    /// Libraries are being built; so many of so many are done.
    Building {
        /// Done.
        done: usize,
        /// All.
        total: usize,
    },
    /// An instance has its verdict.
    Judged(&'e Gated<'a>),
}

/// Builds the chosen instances and judges them, in their order.
///
/// What fails to build or pass under the guide's flags is tried once more with those of the class `harness-default`; both
/// verdicts are kept. Expected digests are read before anything is built.
///
/// # Errors
/// For everything that is not a candidate's fault.
pub fn gate<'a>(
    workbench: &Workbench,
    selected: &[Selected<'a>],
    texts: &Texts,
    observer: &(dyn Fn(GateEvent<'_, 'a>) + Sync),
) -> Result<Vec<Gated<'a>>, Error> {
    if matches!(texts.references, References::Digests) {
        check_digests(&workbench.repository, selected)?;
    }
    let first = judge_all(workbench, selected, wanted_flags, texts, observer)?;
    let again: Vec<usize> = first
        .iter()
        .enumerate()
        .filter(|(_, gated)| wants_harness_default_flags(gated))
        .map(|(index, _)| index)
        .collect();
    let retried: Vec<Selected<'a>> = again.iter().map(|&index| selected[index]).collect();
    let second = judge_all(
        workbench,
        &retried,
        |_| FlagClass::HarnessDefault,
        texts,
        observer,
    )?;

    let mut all = first;
    for (index, mut second) in again.into_iter().zip(second) {
        let first = &all[index];
        if (first.verdict, second.verdict) == (Verdict::BuildFail, Verdict::BuildFail) {
            // Whoever mends it wants to know first what the guide's flags do not like.
            second.detail = format!("{}\n{}", first.detail, second.detail);
            second.log = log(workbench, &second);
        }
        second.strict = Some((first.verdict, first.detail.clone()));
        all[index] = second;
    }
    for gated in &mut all {
        origins::compare(workbench, gated)?;
    }
    for gated in &all {
        observer(GateEvent::Judged(gated));
    }
    Ok(all)
}

fn wanted_flags(instance: &Instance) -> FlagClass {
    FlagClass::from(instance.profile)
}

/// Optimised builds have no other flags to try, and what has no code or does not run here has nothing to try.
fn wants_harness_default_flags(gated: &Gated<'_>) -> bool {
    gated.not_run.is_none()
        && gated.origin().is_some()
        && gated.flags() == FlagClass::Guide
        && !matches!(
            gated.verdict,
            Verdict::Pass | Verdict::NoKat | Verdict::Partial
        )
}

fn judge_all<'a>(
    workbench: &Workbench,
    selected: &[Selected<'a>],
    flags: impl Fn(&Instance) -> FlagClass,
    texts: &Texts,
    observer: &(dyn Fn(GateEvent<'_, 'a>) + Sync),
) -> Result<Vec<Gated<'a>>, Error> {
    let mut gated: Vec<Gated<'a>> = selected.iter().map(|chosen| unjudged(*chosen)).collect();
    build_all(workbench, &mut gated, flags, observer)?;

    let runnable: Vec<usize> = (0..gated.len())
        .filter(|&index| gated[index].library.is_some())
        .collect();
    let jobs = parallel::cores();
    let described = parallel::map(&runnable, jobs, |&index| {
        records::describe(workbench, &gated[index])
    });
    for (&index, description) in runnable.iter().zip(described) {
        match description? {
            Ok(description) => gated[index].description = Some(description),
            Err(failure) => fail(&mut gated[index], failure),
        }
    }
    records::judge(workbench, &mut gated, texts)?;
    for instance in &mut gated {
        instance.log = log(workbench, instance);
    }
    Ok(gated)
}

fn unjudged<'a>(chosen: Selected<'a>) -> Gated<'a> {
    Gated {
        candidate: chosen.candidate,
        instance: chosen.instance,
        library: None,
        description: None,
        verdict: Verdict::NoKat,
        detail: String::new(),
        findings: Vec::new(),
        compared: 0,
        strict: None,
        not_run: features::unsupported(chosen.instance),
        files: Vec::new(),
        printed: String::new(),
        log: String::new(),
    }
}

fn fail(gated: &mut Gated<'_>, failure: Failure) {
    gated.verdict = failure.verdict;
    gated.detail = failure.detail;
}

fn build_all<'a>(
    workbench: &Workbench,
    gated: &mut [Gated<'a>],
    flags: impl Fn(&Instance) -> FlagClass,
    observer: &(dyn Fn(GateEvent<'_, 'a>) + Sync),
) -> Result<(), Error> {
    let mut requests = Vec::new();
    let mut positions = Vec::new();
    for (index, gated) in gated.iter_mut().enumerate() {
        if gated.not_run.is_some() {
            continue;
        }
        let Some(implementation) = gated.instance.implementation() else {
            gated.verdict = Verdict::BuildFail;
            gated.detail = format!(
                "there is no code: candidates/{id}/submission is empty and candidates/{id}/independent has none for it",
                id = gated.candidate.id
            );
            continue;
        };
        positions.push(index);
        requests.push(Request {
            candidate: gated.candidate,
            instance: gated.instance,
            implementation,
            flags: flags(gated.instance),
            instrumented: false,
        });
    }
    let total = requests.len();
    let done = std::sync::atomic::AtomicUsize::new(0);
    let built = workbench.builder.build_all(&requests, |_, _| {
        let done = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
        observer(GateEvent::Building { done, total });
    });
    for (index, result) in positions.into_iter().zip(built) {
        match result {
            Ok(library) => gated[index].library = Some(library),
            Err(error) if error.is_of_the_code() => {
                gated[index].verdict = Verdict::BuildFail;
                gated[index].detail = error.to_string();
            }
            Err(BuildError::Cancelled) => return Err(Error::Interrupted),
            Err(error) => return Err(Error::Build(error)),
        }
    }
    Ok(())
}

fn log(workbench: &Workbench, gated: &Gated<'_>) -> String {
    let mut facts = BTreeMap::new();
    let mut order = Vec::new();
    let mut fact = |name: &str, value: String| {
        if facts.insert(name.to_owned(), value).is_none() {
            order.push(name.to_owned());
        }
    };
    fact("id", gated.candidate.id.clone());
    fact("type", gated.candidate.function.to_string());
    fact("algorithm", gated.candidate.algorithm.clone());
    fact("label", gated.instance.label.clone());
    fact("variant", gated.instance.variant.to_string());
    if let Some(origin) = gated.origin() {
        fact("origin", origin.to_string());
    }
    if let Some(library) = &gated.library {
        fact("library", workbench.repository.shown(&library.path));
        fact("library_sha256", library.sha256.clone());
        fact("build_key", library.key.clone());
        fact("compiler", library.compiler.clone());
        fact("build_flags", library.build_flags.clone());
    }
    if let Some(description) = &gated.description {
        for (name, bytes) in &description.sizes {
            fact(name, bytes.to_string());
        }
        if let Some(passes) = description.passes {
            fact("passes", passes.to_string());
        }
    }
    let facts = order
        .into_iter()
        .filter_map(|name| facts.remove(&name).map(|value| (name, value)))
        .collect();
    KatLog {
        candidate: gated.candidate.id.clone(),
        instance: gated.description.as_ref().map_or_else(
            || gated.instance.label.clone(),
            |description| description.instance.clone(),
        ),
        facts,
        files: gated.files.clone(),
        findings: gated.findings.clone(),
        output: gated.printed.clone(),
        verdict: gated.verdict,
        detail: gated.detail.clone(),
    }
    .text()
}
