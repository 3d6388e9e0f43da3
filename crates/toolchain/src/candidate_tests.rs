//! Test programs of independent implementations, under the address and undefined-behaviour sanitizers.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use assay_manifest::{Candidate, CpuFeature, Implementation, Instance};

use crate::builder::Builder;
use crate::error::BuildError;
use crate::flags::FlagClass;
use crate::messages;
use crate::objects::Failure;
use crate::parallel::in_parallel;
use crate::process::{RunError, run};
use crate::units::{Recipe, write_helpers};

const FLAGS: &[&str] = &[
    "-std=c99",
    "-Wpedantic",
    "-Wall",
    "-Wextra",
    "-O1",
    "-g",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
];

/// Exit code of a test program that does not apply to its instance.
const SKIPPED: i32 = 77;

/// Patience with one test program.
const LIMIT: Duration = Duration::from_secs(120);

/// Lines of a failing program's standard error that are shown.
const LINES_SHOWN: usize = 40;

/// One test program of one instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestRun {
    /// The candidate.
    pub candidate: String,
    /// The instance.
    pub label: String,
    /// Name of the program: `tests/roundtrip.c`.
    pub test: String,
    /// How it ended.
    pub outcome: TestOutcome,
}

/// How a test program ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TestOutcome {
    /// It ran and holds.
    Passed,
    /// It says that it does not apply to this instance.
    DoesNotApply,
    /// It was not run, for this reason.
    NotRun(String),
    /// It does not hold, with what it said.
    Failed(String),
}

impl fmt::Display for TestRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            candidate,
            label,
            test,
            outcome,
        } = self;
        write!(f, "{candidate}/{label} {test}: ")?;
        match outcome {
            TestOutcome::Passed => f.write_str("passed"),
            TestOutcome::DoesNotApply => f.write_str("does not apply"),
            TestOutcome::NotRun(reason) => write!(f, "not run: {reason}"),
            TestOutcome::Failed(reason) => write!(f, "failed\n{reason}"),
        }
    }
}

/// Compiles and runs every `independent/tests/*.c` of a candidate once per instance that has independent code, with that
/// instance's sources, defines and include folders, the prescribed helpers and the test support. `supported` says
/// whether this processor has a feature; an instance that needs another is reported as not run.
///
/// A program passes with exit code 0 and does not apply with 77; everything else, warnings of the sanitizers included,
/// is a failure.
///
/// # Errors
///
/// When files cannot be read or written, or the build is cancelled. A program that does not compile is a failure, no error.
pub fn candidate_tests(
    builder: &Builder,
    candidate: &Candidate,
    supported: impl Fn(CpuFeature) -> bool,
) -> Result<Vec<TestRun>, BuildError> {
    let tests = programs(&candidate.independent_folder().join("tests"))?;
    let mut runs = Vec::new();
    for instance in &candidate.instances {
        let Some(implementation) = &instance.independent else {
            continue;
        };
        let missing = instance
            .requires
            .iter()
            .copied()
            .find(|feature| !supported(*feature));
        let outcomes = match missing {
            Some(feature) => {
                let reason = format!("this processor has no {feature}");
                vec![TestOutcome::NotRun(reason); tests.len()]
            }
            None => of_instance(builder, instance, implementation, &tests)?,
        };
        runs.extend(tests.iter().zip(outcomes).map(|(test, outcome)| {
            TestRun {
                candidate: candidate.id.clone(),
                label: instance.label.clone(),
                test: test
                    .strip_prefix(candidate.independent_folder())
                    .unwrap_or(test)
                    .display()
                    .to_string(),
                outcome,
            }
        }));
    }
    Ok(runs)
}

/// The C files of a folder, sorted; none when it does not exist.
fn programs(folder: &Path) -> Result<Vec<PathBuf>, BuildError> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(source) => {
            return Err(BuildError::Io {
                action: "read",
                path: folder.into(),
                source,
            });
        }
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(BuildError::io("read", folder))?.path();
        if path.extension().is_some_and(|extension| extension == "c") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn of_instance(
    builder: &Builder,
    instance: &Instance,
    implementation: &Implementation,
    tests: &[PathBuf],
) -> Result<Vec<TestOutcome>, BuildError> {
    let class = FlagClass::from(instance.profile);
    let flags: Vec<&str> = FLAGS
        .iter()
        .copied()
        .chain(class.instruction_flags())
        .collect();
    let cache = builder.cache()?;
    let helpers = write_helpers(&cache)?;
    let compiler = builder.toolchain().identity(&flags)?;
    let recipe = Recipe::new(implementation, &flags, &compiler, &helpers)?;
    let mut units = recipe.candidate();
    units.extend(recipe.helpers());
    units.extend(recipe.testing());
    let common = match builder.compile(&units) {
        Ok(objects) => objects,
        Err(failure) => return Ok(vec![failed(failure)?; tests.len()]),
    };
    let common: Vec<OsString> = common
        .into_iter()
        .map(|object| object.path.into())
        .collect();
    let folder = tempfile::tempdir_in(&cache).map_err(BuildError::io("write in", &cache))?;
    let results = in_parallel(2, tests, |position, test| {
        let object = match builder.compile(&[recipe.test(test)?]) {
            Ok(objects) => objects
                .into_iter()
                .map(|object| OsString::from(object.path)),
            Err(failure) => return failed(failure),
        };
        let program = folder.path().join(format!("test-{position}"));
        let mut arguments: Vec<OsString> = flags.iter().map(Into::into).collect();
        arguments.extend(["-o".into(), program.clone().into()]);
        arguments.extend(object.chain(common.iter().cloned()));
        arguments.extend(
            implementation
                .libraries
                .iter()
                .map(|library| format!("-l{library}").into()),
        );
        let (success, output, _) = builder.compiler(folder.path(), &arguments)?;
        if !success {
            return Ok(TestOutcome::Failed(messages::link_errors(&output)));
        }
        execute(builder, &program, folder.path())
    });
    results.into_iter().collect()
}

/// A compiler's verdict is the test's; anything else ends the run.
fn failed(failure: Failure) -> Result<TestOutcome, BuildError> {
    match failure {
        Failure::Other(error) => Err(error),
        Failure::Outside { file, header, .. } => Ok(TestOutcome::Failed(format!(
            "{file} includes {header}, which lies outside the implementation's folder"
        ))),
        Failure::Compile { file, output, .. } => Ok(TestOutcome::Failed(format!(
            "{file} does not compile\n{}",
            messages::compile_errors(&output)
        ))),
    }
}

fn execute(builder: &Builder, program: &Path, folder: &Path) -> Result<TestOutcome, BuildError> {
    let mut command = Command::new(program);
    command
        .current_dir(folder)
        .env("ASAN_OPTIONS", "detect_leaks=1")
        .env("UBSAN_OPTIONS", "print_stacktrace=1");
    match run(command, builder.cancel_flag(), Some(LIMIT)) {
        Ok(finished) => Ok(match finished.status.code() {
            Some(0) => TestOutcome::Passed,
            Some(SKIPPED) => TestOutcome::DoesNotApply,
            _ => TestOutcome::Failed(format!("{}\n{}", finished.status, tail(&finished.stderr))),
        }),
        Err(RunError::TimedOut(stderr)) => Ok(TestOutcome::Failed(format!(
            "no end after {} s\n{}",
            LIMIT.as_secs(),
            tail(&stderr)
        ))),
        Err(RunError::Cancelled) => Err(BuildError::Cancelled),
        Err(RunError::Temporary(error)) => Err(BuildError::temporary(error)),
        Err(RunError::Start(error)) => Err(BuildError::Program {
            program: program.display().to_string(),
            reason: error.to_string(),
        }),
    }
}

fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(LINES_SHOWN)..].join("\n")
}
