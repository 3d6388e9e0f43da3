//! Compiling and linking, through the cache.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use assay_manifest::{Candidate, Implementation, Instance};
use serde::{Deserialize, Serialize};

use crate::compiler::Toolchain;
use crate::elf::{ObjectSymbols, WrapPlan, counted_by};
use crate::error::BuildError;
use crate::flags::FlagClass;
use crate::library::{BuiltLibrary, Stored, inspect};
use crate::messages;
use crate::process::{RunError, run};
use crate::slots::Slots;
use crate::store::{self, Key};
use crate::units::{Belongs, Recipe, Unit, write_helpers};

/// What to build.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// The candidate.
    pub candidate: &'a Candidate,
    /// One of its instances.
    pub instance: &'a Instance,
    /// The code: [`Instance::implementation`] or one of the two it chooses from.
    pub implementation: &'a Implementation,
    /// Class of flags.
    pub flags: FlagClass,
    /// Whether calls of the prescribed functions are counted. Needs [`Builder::wrap_library`].
    pub instrumented: bool,
}

/// Builds libraries through a cache folder. It may be shared between threads; the limit on compilers is common to all.
pub struct Builder {
    toolchain: Toolchain,
    cache: PathBuf,
    wrap_library: Option<PathBuf>,
    jobs: usize,
    slots: Slots,
    cancel: Arc<AtomicBool>,
    compilations: AtomicUsize,
}

/// A compiled unit.
pub(crate) struct Object {
    pub(crate) path: PathBuf,
    output: String,
    command: String,
}

#[derive(Serialize, Deserialize)]
struct StoredObject {
    sha256: String,
    command: String,
    output: String,
}

impl Builder {
    /// A builder with its cache in `cache`, usually `target/assay`, and as many compilers at a time as there are processors.
    #[must_use]
    pub fn new(toolchain: Toolchain, cache: impl Into<PathBuf>) -> Self {
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            toolchain,
            cache: cache.into(),
            wrap_library: None,
            jobs,
            slots: Slots::new(jobs),
            cancel: Arc::default(),
            compilations: AtomicUsize::new(0),
        }
    }

    /// Sets how many compilers may run at the same time.
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs.max(1);
        self.slots = Slots::new(self.jobs);
        self
    }

    /// Sets the flag that, once true, kills running compilers and ends every build with [`BuildError::Cancelled`].
    #[must_use]
    pub fn cancel(mut self, cancel: Arc<AtomicBool>) -> Self {
        self.cancel = cancel;
        self
    }

    /// Sets the static library that instrumented builds are linked with.
    #[must_use]
    pub fn wrap_library(mut self, path: impl Into<PathBuf>) -> Self {
        self.wrap_library = Some(path.into());
        self
    }

    /// The compiler.
    #[must_use]
    pub fn toolchain(&self) -> &Toolchain {
        &self.toolchain
    }

    /// Number of compilers started so far.
    #[must_use]
    pub fn compilations(&self) -> usize {
        self.compilations.load(Ordering::Relaxed)
    }

    /// Builds one library, or takes it from the cache.
    ///
    /// # Errors
    ///
    /// See [`BuildError`]. Nothing half-made is left behind; the compilers' output is kept in a log that the error names.
    pub fn build(&self, request: &Request<'_>) -> Result<BuiltLibrary, BuildError> {
        if request.instrumented && request.flags.optimises_at_link_time() {
            return Err(BuildError::NotProfiled { reason: "link-time optimisation".into() });
        }
        let flags = request.flags.flags();
        let build_flags = request.flags.build_flags();
        let cache = self.cache()?;
        let helpers = write_helpers(&cache)?;
        let compiler = self.toolchain.identity(&flags)?;
        let implementation = request.implementation;
        let recipe = Recipe { implementation, flags: &flags, compiler: &compiler, helpers: &helpers };
        let mut units = recipe.candidate()?;
        units.extend(recipe.helpers()?);
        units.extend(recipe.shim(request.candidate.function, request.instance, &build_flags)?);

        let key = self.library_key(request, &flags, &units)?;
        let label = &request.instance.label;
        let name = format!("lib{label}.so");
        let entry = cache.join("libraries").join(&request.candidate.id).join(label).join(&key[..32]);
        let read = |from_cache| {
            let (path, log) = (entry.join(&name), entry.join("build.log"));
            let stored: Stored = serde_json::from_slice(&std::fs::read(entry.join("build.json")).ok()?).ok()?;
            let sound = stored.key == key && log.is_file() && store::file_digest(&path).ok()? == stored.sha256;
            sound.then(|| stored.into_library(path, log, implementation.origin, from_cache))
        };
        if let Some(library) = read(true) {
            return Ok(library);
        }
        let draft = store::draft(&entry)?;
        let stored = self.make(request, &flags, &units, key.clone(), &helpers, draft.path())?;
        let json = serde_json::to_string_pretty(&stored).map_err(std::io::Error::other);
        let path = draft.path().join("build.json");
        store::write(&path, json.map_err(BuildError::io("write", &path))? + "\n")?;
        store::publish(&draft, &entry, || read(true).is_some())?;
        read(false).ok_or_else(|| BuildError::Io {
            action: "read back",
            path: entry.clone(),
            source: std::io::Error::other("the library just built is not there or has changed"),
        })
    }

    /// Builds several libraries at the same time and returns the results in the order of the requests.
    /// `done` is told of each as soon as it is there, by its position.
    pub fn build_all(
        &self,
        requests: &[Request<'_>],
        done: impl Fn(usize, &Result<BuiltLibrary, BuildError>) + Sync,
    ) -> Vec<Result<BuiltLibrary, BuildError>> {
        in_parallel(self.jobs, requests, |position, request| {
            let result = self.build(request);
            done(position, &result);
            result
        })
    }

    /// The cache folder, absolute and existing.
    pub(crate) fn cache(&self) -> Result<PathBuf, BuildError> {
        let cache = std::path::absolute(&self.cache).map_err(BuildError::io("find", &self.cache))?;
        std::fs::create_dir_all(&cache).map_err(BuildError::io("create", &cache))?;
        Ok(cache)
    }

    pub(crate) fn cancel_flag(&self) -> &AtomicBool {
        &self.cancel
    }

    fn library_key(&self, request: &Request<'_>, flags: &[&str], units: &[Unit]) -> Result<String, BuildError> {
        let mut key = Key::new("library 1");
        for part in flags.iter().copied().chain(units.iter().map(|unit| unit.key.as_str())) {
            key.add(part);
        }
        for library in &request.implementation.libraries {
            key.add(library.link_name());
        }
        if request.instrumented {
            let wrap = self.wrap()?;
            key.add("instrumented");
            key.add(store::file_digest(wrap).map_err(BuildError::io("read", wrap))?);
        }
        Ok(key.finish())
    }

    fn wrap(&self) -> Result<&Path, BuildError> {
        let missing = || BuildError::NotProfiled { reason: "the wrap library is not built".into() };
        self.wrap_library.as_deref().ok_or_else(missing)
    }

    /// Compiles and links into `draft`.
    fn make(
        &self,
        request: &Request<'_>,
        flags: &[&str],
        units: &[Unit],
        key: String,
        helpers: &Path,
        draft: &Path,
    ) -> Result<Stored, BuildError> {
        let log = Log::new(&self.cache()?, request);
        let objects = self.compile(units).map_err(|failure| failure.into_error(&log, request))?;
        let plan = if request.instrumented { self.plan(units, &objects)? } else { WrapPlan::default() };
        let library = draft.join(format!("lib{}.so", request.instance.label));
        let arguments = self.link_arguments(request, flags, &objects, helpers, &plan, &library)?;
        let (success, output, command) = self.compiler(draft, &arguments)?;
        let mut text = String::new();
        for object in &objects {
            let _ = writeln!(text, "$ {}\n{}", object.command, object.output);
        }
        let _ = writeln!(text, "$ {command}\n{output}");
        for reason in &plan.lower_bound {
            let _ = writeln!(text, "lower bound: {reason}");
        }
        if !success {
            if messages::disk_is_full(&output) {
                return Err(full(draft));
            }
            return Err(BuildError::Link {
                candidate: request.candidate.id.clone(),
                label: request.instance.label.clone(),
                flags: request.flags.to_string(),
                undefined: messages::undefined_symbols(&output),
                excerpt: messages::link_errors(&output),
                log: log.keep(&text)?,
            });
        }
        store::write(&draft.join("build.log"), &text)?;
        let (segments, imports) = inspect(&library)?;
        Ok(Stored {
            key,
            sha256: store::file_digest(&library).map_err(BuildError::io("read", &library))?,
            flags_class: request.flags,
            build_flags: request.flags.build_flags(),
            origin: request.implementation.origin.to_string(),
            compiler: self.toolchain.version.clone(),
            warnings: objects.iter().map(|object| messages::warnings(&object.output)).sum(),
            segments,
            wrapped: plan.wrapped,
            lower_bound: plan.lower_bound,
            imports,
        })
    }

    fn plan(&self, units: &[Unit], objects: &[Object]) -> Result<WrapPlan, BuildError> {
        let wrap = self.wrap()?;
        let unreadable = |path: &Path, reason| BuildError::Program { program: path.display().to_string(), reason };
        let available = counted_by(wrap).map_err(|reason| unreadable(wrap, reason))?;
        let mut symbols = Vec::new();
        for (unit, object) in units.iter().zip(objects) {
            let bytes = std::fs::read(&object.path).map_err(BuildError::io("read", &object.path))?;
            let mut parsed = ObjectSymbols::parse(&bytes).map_err(|reason| unreadable(&object.path, reason))?;
            parsed.name.clone_from(&unit.name);
            parsed.of_candidate = unit.belongs == Belongs::Candidate;
            parsed.is_shim = unit.belongs == Belongs::Shim;
            symbols.push(parsed);
        }
        Ok(WrapPlan::new(&symbols, &available))
    }

    fn link_arguments(
        &self,
        request: &Request<'_>,
        flags: &[&str],
        objects: &[Object],
        helpers: &Path,
        plan: &WrapPlan,
        library: &Path,
    ) -> Result<Vec<OsString>, BuildError> {
        let mut arguments: Vec<OsString> = flags.iter().map(Into::into).collect();
        arguments.push("-shared".into());
        // Not -Wl, which takes commas in a path apart.
        let script = helpers.join("exports.map");
        let options: [&OsStr; 4] =
            [OsStr::new("--version-script"), script.as_os_str(), OsStr::new("-Bsymbolic"), OsStr::new("--no-undefined")];
        for option in options {
            arguments.extend(["-Xlinker".into(), option.to_owned()]);
        }
        arguments.extend(["-o".into(), library.into()]);
        arguments.extend(objects.iter().map(|object| object.path.clone().into_os_string()));
        if request.instrumented {
            for name in &plan.wrapped {
                arguments.extend(["-Xlinker".into(), format!("--wrap={name}").into()]);
            }
            // The table is wanted even when nothing is counted.
            for option in ["--gc-sections", "--undefined=assay_wrap"] {
                arguments.extend(["-Xlinker".into(), option.into()]);
            }
            arguments.push(self.wrap()?.into());
        }
        arguments.extend(request.implementation.libraries.iter().map(|library| format!("-l{library}").into()));
        Ok(arguments)
    }

    /// Compiles units at the same time; the first failure, in the order of the units, is returned.
    pub(crate) fn compile(&self, units: &[Unit]) -> Result<Vec<Object>, Failure> {
        let failed = AtomicBool::new(false);
        let results = in_parallel(self.jobs, units, |_, unit| {
            if failed.load(Ordering::Relaxed) {
                return None;
            }
            let result = self.compile_unit(unit);
            if result.is_err() {
                failed.store(true, Ordering::Relaxed);
            }
            Some(result)
        });
        results.into_iter().flatten().collect()
    }

    fn compile_unit(&self, unit: &Unit) -> Result<Object, Failure> {
        let entry = self.cache()?.join("objects").join(&unit.key[..2]).join(&unit.key[2..]);
        let path = entry.join("object.o");
        let read = || {
            let stored: StoredObject = serde_json::from_slice(&std::fs::read(entry.join("object.json")).ok()?).ok()?;
            let sound = store::file_digest(&path).ok()? == stored.sha256;
            sound.then(|| Object { path: path.clone(), output: stored.output, command: stored.command })
        };
        if let Some(object) = read() {
            return Ok(object);
        }
        let draft = store::draft(&entry)?;
        let object = draft.path().join("object.o");
        let mut arguments = unit.arguments.clone();
        arguments.extend(["-c".into(), "-o".into(), object.clone().into(), unit.source.clone()]);
        let (success, output, command) = {
            let _slot = self.slots.take();
            self.compilations.fetch_add(1, Ordering::Relaxed);
            self.compiler(&unit.folder, &arguments)?
        };
        if !success {
            if messages::disk_is_full(&output) {
                return Err(full(&entry).into());
            }
            return Err(Failure::Compile { file: unit.name.clone(), command, output });
        }
        let sha256 = store::file_digest(&object).map_err(BuildError::io("read", &object))?;
        let stored = serde_json::to_vec(&StoredObject { sha256, command, output }).map_err(std::io::Error::other);
        store::write(&draft.path().join("object.json"), stored.map_err(BuildError::io("write", &entry))?)?;
        store::publish(&draft, &entry, || read().is_some())?;
        Ok(read().ok_or_else(|| BuildError::Io {
            action: "read back",
            path: entry.clone(),
            source: std::io::Error::other("the object just compiled is not there or has changed"),
        })?)
    }

    /// Runs the compiler: whether it succeeded, what it said, and the command for the log.
    pub(crate) fn compiler(&self, folder: &Path, arguments: &[OsString]) -> Result<(bool, String, String), BuildError> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(BuildError::Cancelled);
        }
        let command = self.toolchain.command(folder, arguments)?;
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        let shown: Vec<String> = words.map(|word| word.to_string_lossy().into_owned()).collect();
        match run(command, &self.cancel, None) {
            Ok(finished) => {
                let mut output = finished.stdout + &finished.stderr;
                if !finished.status.success() {
                    let _ = writeln!(output, "{}", finished.status);
                }
                Ok((finished.status.success(), output, shown.join(" ")))
            }
            Err(RunError::Start(error)) => Err(BuildError::Program {
                program: self.toolchain.compiler.display().to_string(),
                reason: error.to_string(),
            }),
            Err(RunError::Cancelled | RunError::TimedOut(_)) => Err(BuildError::Cancelled),
        }
    }
}

/// Why units could not be compiled.
pub(crate) enum Failure {
    Compile { file: String, command: String, output: String },
    Other(BuildError),
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Self {
        Self::Other(error)
    }
}

impl Failure {
    fn into_error(self, log: &Log, request: &Request<'_>) -> BuildError {
        match self {
            Self::Other(error) => error,
            Self::Compile { file, command, output } => match log.keep(&format!("$ {command}\n{output}")) {
                Err(error) => error,
                Ok(log) => BuildError::Compile {
                    candidate: request.candidate.id.clone(),
                    label: request.instance.label.clone(),
                    flags: request.flags.to_string(),
                    file,
                    excerpt: messages::compile_errors(&output),
                    log,
                },
            },
        }
    }
}

/// Where the output of a failed build is kept.
struct Log(PathBuf);

impl Log {
    fn new(cache: &Path, request: &Request<'_>) -> Self {
        let instrumented = if request.instrumented { "-instrumented" } else { "" };
        let (label, flags) = (&request.instance.label, request.flags);
        Self(cache.join("logs").join(&request.candidate.id).join(format!("{label}-{flags}{instrumented}.log")))
    }

    fn keep(&self, text: &str) -> Result<PathBuf, BuildError> {
        if let Some(folder) = self.0.parent() {
            std::fs::create_dir_all(folder).map_err(BuildError::io("create", folder))?;
        }
        store::write(&self.0, text)?;
        Ok(self.0.clone())
    }
}

fn full(path: &Path) -> BuildError {
    BuildError::Io { action: "write", path: path.into(), source: std::io::ErrorKind::StorageFull.into() }
}

/// Applies `work` to every item on up to `threads` threads; results come in the order of the items.
pub(crate) fn in_parallel<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    work: impl Fn(usize, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(items.len()));
    std::thread::scope(|scope| {
        for _ in 0..threads.min(items.len()) {
            scope.spawn(|| {
                loop {
                    let position = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(position) else { break };
                    let result = work(position, item);
                    results.lock().unwrap_or_else(PoisonError::into_inner).push((position, result));
                }
            });
        }
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_by_key(|(position, _)| *position);
    results.into_iter().map(|(_, result)| result).collect()
}
