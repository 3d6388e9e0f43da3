//! Compiles a fixture into a library, and runs jobs on it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use assay_driver::protocol::{Answer, Job, Placement, Work};
use assay_driver::{Cancel, Driver, Outcome};
use assay_iccs::Kind;
use assay_iccs::sources::{self, Purpose};

/// Long enough for any fixture that ends by itself.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

fn gcc(arguments: &[&str], folder: &Path) {
    let output = Command::new("gcc")
        .args(arguments)
        .current_dir(folder)
        .output();
    let output = output.expect("these tests need gcc");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// A folder that holds the helper sources and their objects, made once.
fn workshop() -> &'static Path {
    static WORKSHOP: OnceLock<PathBuf> = OnceLock::new();
    WORKSHOP.get_or_init(|| {
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("fixtures-{}", std::process::id()));
        remove_leftovers();
        sources::write_to(&folder).expect("the target folder is writable");
        let helpers = [Purpose::Helper, Purpose::DrngGlobal]
            .into_iter()
            .flat_map(sources::with_purpose);
        let names: Vec<&str> = helpers.map(|file| file.name).collect();
        gcc(
            &[&["-O1", "-fPIC", "-std=c99", "-c"], names.as_slice()].concat(),
            &folder,
        );
        folder
    })
}

/// Removes the folders of test processes that are gone.
fn remove_leftovers() {
    let entries = fs::read_dir(env!("CARGO_TARGET_TMPDIR"))
        .into_iter()
        .flatten()
        .flatten();
    for entry in entries {
        let name = entry.file_name();
        let process = name
            .to_str()
            .and_then(|name| name.strip_prefix("fixtures-"));
        if process.is_some_and(|id| !Path::new("/proc").join(id).exists()) {
            // Another test process may be doing the same.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Compiles a fixture; the file is named after the test that wants it, as tests run side by side.
pub(crate) fn build(fixture: &str, kind: Kind) -> PathBuf {
    build_with(fixture, kind, &[])
}

/// The same, with further arguments for the compiler.
pub(crate) fn build_with(fixture: &str, kind: Kind, further: &[&str]) -> PathBuf {
    static SERIAL: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    let folder = workshop();
    let serial = SERIAL.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    let library = folder.join(format!("lib{fixture}-{serial}.so"));
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let source = fixtures.join(format!("{fixture}.c"));
    let helpers = [Purpose::Helper, Purpose::DrngGlobal]
        .into_iter()
        .flat_map(sources::with_purpose);
    let objects: Vec<String> = helpers.map(|file| file.name.replace(".c", ".o")).collect();
    let kind = format!("-DASSAY_KIND={}", kind.code());
    let name = format!("-DASSAY_INSTANCE_NAME=\"{fixture}\"");
    let output = library.to_str().expect("the path is text");
    let mut arguments = vec![
        "-O1",
        "-fPIC",
        "-std=gnu99",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-shared",
        "-I.",
        &kind,
        &name,
        "-DASSAY_BUILD_FLAGS=\"-O1\"",
        "-DASSAY_DIGEST_BITS=256",
        "-Wl,-Bsymbolic",
        "-Wl,--version-script=exports.map",
        source.to_str().expect("the path is text"),
        "shim.c",
        "instance_name.c",
        "-o",
        output,
    ];
    arguments.extend(objects.iter().map(String::as_str));
    arguments.extend(further);
    gcc(&arguments, folder);
    library
}

const WRAPPED: [&str; 8] = [
    "pseudoXOF",
    "get_random_number",
    "malloc",
    "calloc",
    "realloc",
    "aligned_alloc",
    "posix_memalign",
    "free",
];

/// Compiles a fixture with wrappers around the helper functions and the allocator.
pub(crate) fn build_instrumented(fixture: &str, kind: Kind) -> PathBuf {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrap");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args([
            "rustc",
            "--quiet",
            "--package",
            "assay-wrap",
            "--profile",
            "wrap",
        ])
        .args([
            "--crate-type",
            "staticlib",
            "--features",
            "staticlib",
            "--target-dir",
        ])
        .arg(&target)
        .status();
    assert!(
        status.expect("cargo starts").success(),
        "the wrappers are built"
    );
    let archive = target.join("wrap/libassay_wrap.a");
    let archive = archive.to_str().expect("the path is text");
    let wrapped = WRAPPED.map(|name| format!("-Wl,--wrap={name}"));
    let mut further = vec!["-Wl,--gc-sections", "-Wl,--undefined=assay_wrap"];
    further.extend(wrapped.iter().map(String::as_str));
    further.push(archive);
    build_with(fixture, kind, &further)
}

/// How a job went, with everything it said.
pub(crate) struct Told {
    pub(crate) outcome: Outcome,
    pub(crate) answers: Vec<Answer>,
    pub(crate) log: String,
}

impl Told {
    /// The verdict and its sentence, or the ending when there is no verdict.
    pub(crate) fn verdict(&self) -> String {
        match self.outcome.ending.failure() {
            Some(failure) => failure.to_string(),
            None => format!("no verdict: {}", self.outcome.ending.sentence()),
        }
    }
}

pub(crate) fn driver() -> Driver {
    Driver::new(env!("CARGO_BIN_EXE_assay-driver"))
}

/// Runs a job to its end.
pub(crate) fn tell(job: &Job) -> Told {
    tell_within(job, PATIENCE)
}

/// Runs a job with a deadline.
pub(crate) fn tell_within(job: &Job, deadline: Duration) -> Told {
    let (mut log, mut answers) = (Vec::new(), Vec::new());
    let cancel = Cancel::new().expect("a descriptor");
    let outcome = driver()
        .run(job, deadline, &mut log, &cancel, &mut |answer| {
            answers.push(answer)
        })
        .expect("the driver starts");
    Told {
        outcome,
        answers,
        log: String::from_utf8_lossy(&log).into_owned(),
    }
}

/// The first known-answer records of a fixture.
pub(crate) fn kat(fixture: &str, count: u64) -> Told {
    let work = Work::Kat {
        first: 0,
        count,
        file: None,
        placement: Placement::Flush,
    };
    tell(&Job::new(build(fixture, Kind::Kem), work))
}
