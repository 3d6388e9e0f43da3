//! One attempt at an instance of a package that is being imported: with the toolchain and in the process of the gate.

use std::path::{Path, PathBuf};
use std::time::Duration;

use assay_driver::protocol::Description;
use assay_import::{Attempt, Attempted, Purpose, Trial};
use assay_kat::hash::HashFile;
use assay_kat::judge::{Generated, Reference};
use assay_kat::{RECORDS, Verdict};
use assay_manifest::{
    Candidate, CpuFeature, Define, Function, Implementation, Instance, Links, Origin, Profile,
    Selected, Variant,
};
use assay_toolchain::FlagClass;

use super::{build_all, records, unjudged};
use crate::error::Error;
use crate::workbench::Workbench;

/// Patience with record 0 of an instance that is being imported.
pub const TRIAL_DEADLINE: Duration = Duration::from_secs(120);

/// Tries instances on a workbench.
pub struct Trials<'w> {
    workbench: &'w Workbench,
}

impl<'w> Trials<'w> {
    /// On this workbench, with its deadline.
    #[must_use]
    pub fn new(workbench: &'w Workbench) -> Self {
        Self { workbench }
    }
}

impl Trial for Trials<'_> {
    fn attempt(
        &self,
        attempt: &Attempt<'_>,
    ) -> Result<Attempted, Box<dyn std::error::Error + Send + Sync>> {
        Ok(try_once(self.workbench, attempt)?)
    }
}

fn try_once(workbench: &Workbench, attempt: &Attempt<'_>) -> Result<Attempted, Error> {
    let candidate = match candidate(attempt) {
        Ok(candidate) => candidate,
        Err(why) => return Ok(Attempted::NotBuilt(why)),
    };
    let mut gated = [unjudged(Selected {
        candidate: &candidate,
        instance: &candidate.instances[0],
    })];
    if let Some(why) = &gated[0].not_run {
        return Ok(Attempted::NotHere(why.clone()));
    }
    let harness_default = attempt.harness_default;
    let flags = move |instance: &Instance| match instance.profile {
        Profile::Guide if harness_default => FlagClass::HarnessDefault,
        profile => FlagClass::from(profile),
    };
    build_all(workbench, &mut gated, flags, &|_| {})?;
    let [mut gated] = gated;
    if gated.library.is_none() {
        return Ok(Attempted::NotBuilt(gated.detail));
    }
    let not_run = |sizes: Vec<(String, u64)>, failure: assay_kat::Failure| Attempted::NotRun {
        sizes,
        slow: failure.verdict == Verdict::Timeout,
        why: format!("{}: {}", failure.verdict.word(), failure.detail),
    };
    let Description { sizes, .. } = match records::describe(workbench, &gated)? {
        Ok(description) => {
            gated.description = Some(description.clone());
            description
        }
        Err(failure) => return Ok(not_run(Vec::new(), failure)),
    };
    let file = (attempt.function == Function::Hash).then_some(HashFile::Short);
    let made = records::make(workbench, &gated, &records::Piece::first(file))?;
    if let Some(failure) = made.failure {
        return Ok(not_run(sizes, failure));
    }
    let generated = Generated {
        name: gated.instance.kat_file.clone(),
        records: made.records,
        whole: RECORDS,
    };
    let mut differences = Vec::new();
    for path in attempt.answers {
        let judgement = generated
            .judge(&Reference::Vectors(path.clone()))
            .map_err(|source| Error::Vectors {
                path: path.clone(),
                source,
            })?;
        let equal = judgement.compared > 0 || judgement.verdict == Verdict::Pass;
        differences.push((!equal).then_some(judgement.detail));
    }
    Ok(Attempted::Ran { sizes, differences })
}

/// What a manifest would say, without one.
fn candidate(attempt: &Attempt<'_>) -> Result<Candidate, String> {
    let found = attempt.instance;
    let selection = &found.selection;
    let Some(header) = &found.api_header else {
        return Err("no header declares the interface".to_owned());
    };
    let inside = |path: &String| attempt.code.join(path);
    let sources: Vec<PathBuf> = selection.sources.iter().map(inside).collect();
    if sources.is_empty() {
        return Err("no source is left to compile".to_owned());
    }
    let folders = selection
        .read_from()
        .iter()
        .chain(&selection.includes)
        .map(|folder| attempt.code.join(folder));
    let folders = folders.chain(
        sources
            .iter()
            .filter_map(|path| path.parent().map(Path::to_owned)),
    );
    let define = |text: &String| match text.split_once('=') {
        Some((name, value)) => Define {
            name: name.to_owned(),
            value: Some(value.to_owned()),
        },
        None => Define {
            name: text.clone(),
            value: None,
        },
    };
    let implementation = Implementation {
        origin: Origin::Submission,
        root: common(attempt.code.join(&found.place.folder), folders),
        include_directories: selection.includes.iter().map(inside).collect(),
        defines: selection.defines.iter().map(define).collect(),
        libraries: selection.libraries.clone(),
        flags: selection.flags.clone(),
        replacements: None,
        api_header: inside(header),
        helpers: selection.helpers,
        drng_global: selection.drng_global,
        sources,
    };
    let features = selection.requires.iter();
    let instance = Instance {
        label: found.place.label.clone(),
        instance: found.literal_name.clone(),
        variant: Variant::Reference,
        profile: match found.place.purpose {
            Purpose::Optimized => Profile::GuidePerformance,
            _ => Profile::Guide,
        },
        requires: features
            .filter_map(|name| CpuFeature::from_name(name))
            .collect(),
        kat_file: "record 0".to_owned(),
        kat_folder: None,
        digest_bits: found.digest_bits,
        external_sizes: None,
        stack_bytes: None,
        issues: Vec::new(),
        notes: Vec::new(),
        independent: None,
        submitted: Some(implementation),
    };
    Ok(Candidate {
        id: "import".to_owned(),
        algorithm: String::new(),
        function: attempt.function,
        links: Links::default(),
        survey: None,
        submission: None,
        instances: vec![instance],
        folder: attempt.code.to_owned(),
    })
}

/// The deepest folder that holds all of these.
fn common(first: PathBuf, folders: impl Iterator<Item = PathBuf>) -> PathBuf {
    folders.fold(first, |common, folder| {
        common
            .ancestors()
            .find(|above| folder.starts_with(above))
            .unwrap_or(&common)
            .to_owned()
    })
}
