//! Building libraries, through the cache.

use std::fmt;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use assay_manifest::{Candidate, Implementation, Instance};

use crate::compiler::Toolchain;
use crate::dependencies;
use crate::error::BuildError;
use crate::flags::FlagClass;
use crate::library::{BuiltLibrary, Stored};
use crate::parallel::{Slots, in_parallel};
use crate::store::{self, Key};
use crate::units::{Recipe, Unit, write_helpers};

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

impl fmt::Display for Request<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let instrumented = if self.instrumented {
            ", instrumented"
        } else {
            ""
        };
        write!(
            f,
            "{}/{} ({}{instrumented})",
            self.candidate.id, self.instance.label, self.flags
        )
    }
}

/// Builds libraries through a cache folder. It may be shared between threads; the limit on compilers is common to all.
pub struct Builder {
    pub(crate) toolchain: Toolchain,
    cache: PathBuf,
    pub(crate) wrap_library: Option<PathBuf>,
    pub(crate) jobs: usize,
    pub(crate) slots: Slots,
    pub(crate) cancel: Arc<AtomicBool>,
    pub(crate) compilations: AtomicUsize,
    system_folders: OnceLock<Vec<PathBuf>>,
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
            system_folders: OnceLock::new(),
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
            return Err(BuildError::NotProfiled {
                reason: "link-time optimisation".into(),
            });
        }
        let flags = request.flags.flags();
        let build_flags = request.flags.build_flags();
        let cache = self.cache()?;
        let helpers = write_helpers(&cache)?;
        let compiler = self.toolchain.identity(&flags)?;
        let implementation = request.implementation;
        let recipe = Recipe::new(implementation, &flags, &compiler, &helpers)?;
        let mut units = recipe.candidate();
        units.extend(recipe.helpers());
        units.extend(recipe.shim(request.candidate.function, request.instance, &build_flags)?);

        let key = self.library_key(request, &flags, &units)?;
        let label = &request.instance.label;
        let name = format!("lib{label}.so");
        let entry = cache
            .join("libraries")
            .join(&request.candidate.id)
            .join(label)
            .join(&key[..32]);
        let read = |from_cache| {
            let (path, log) = (entry.join(&name), entry.join("build.log"));
            let stored: Stored =
                serde_json::from_slice(&std::fs::read(entry.join("build.json")).ok()?).ok()?;
            let sound = stored.key == key
                && log.is_file()
                && store::file_digest(&path).ok()? == stored.sha256;
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
        let cache =
            std::path::absolute(&self.cache).map_err(BuildError::io("find", &self.cache))?;
        std::fs::create_dir_all(&cache).map_err(BuildError::io("create", &cache))?;
        Ok(cache)
    }

    pub(crate) fn system_folders(&self) -> &[PathBuf] {
        self.system_folders
            .get_or_init(|| dependencies::system_folders(&self.toolchain))
    }

    pub(crate) fn cancel_flag(&self) -> &AtomicBool {
        &self.cancel
    }

    fn library_key(
        &self,
        request: &Request<'_>,
        flags: &[&str],
        units: &[Unit],
    ) -> Result<String, BuildError> {
        let mut key = Key::new("library 1");
        for part in flags
            .iter()
            .copied()
            .chain(units.iter().map(|unit| unit.key.as_str()))
        {
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
}
