//! From objects to a library, plain or instrumented.

use std::ffi::{OsStr, OsString};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::builder::{Builder, Request};
use crate::elf::{ObjectSymbols, WrapPlan, counted_by};
use crate::error::BuildError;
use crate::library::{Stored, inspect};
use crate::messages;
use crate::objects::{Object, full};
use crate::store;
use crate::units::{Belongs, Unit, is_cpp};

impl Builder {
    /// Compiles and links into `draft`.
    pub(crate) fn make(
        &self,
        request: &Request<'_>,
        flags: &[&str],
        units: &[Unit],
        key: String,
        helpers: &Path,
        draft: &Path,
    ) -> Result<Stored, BuildError> {
        let log = Log::new(&self.cache()?, request);
        let objects = self
            .compile(units)
            .map_err(|failure| failure.into_error(&log, request))?;
        let plan = if request.instrumented {
            self.plan(units, &objects)?
        } else {
            WrapPlan::default()
        };
        let library = draft.join(format!("lib{}.so", request.instance.label));
        let arguments = self.link_arguments(request, flags, &objects, helpers, &plan, &library)?;
        let (success, output, command) = {
            let _slot = self.slots.take();
            self.compiler(draft, &arguments)?
        };
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
                library: request.to_string(),
                undefined: messages::undefined_symbols(&output),
                excerpt: messages::link_errors(&output),
                log: log.keep(&text)?,
            });
        }
        if !library.is_file() {
            return Err(BuildError::NoObject {
                compiler: self.toolchain.compiler.display().to_string(),
                file: request.to_string(),
            });
        }
        store::write(&draft.join("build.log"), &text)?;
        let inspected = inspect(&library)?;
        Ok(Stored {
            key,
            sha256: store::file_digest(&library).map_err(BuildError::io("read", &library))?,
            flags_class: request.flags,
            build_flags: request.flags.build_flags(),
            origin: request.implementation.origin.to_string(),
            compiler: self.toolchain.version.clone(),
            warnings: objects
                .iter()
                .map(|object| messages::warnings(&object.output))
                .sum(),
            segments: inspected.sizes,
            wrapped: plan.wrapped,
            wrapped_allocator: plan.wrapped_allocator,
            lower_bound: plan.lower_bound,
            own_primitives: plan.own_primitives,
            allocating: inspected.allocating,
            imports: inspected.imports,
        })
    }

    fn plan(&self, units: &[Unit], objects: &[Object]) -> Result<WrapPlan, BuildError> {
        let wrap = self.wrap()?;
        let unreadable = |path: &Path, reason| BuildError::Program {
            program: path.display().to_string(),
            reason,
        };
        let available = counted_by(wrap).map_err(|reason| unreadable(wrap, reason))?;
        let mut symbols = Vec::new();
        for (unit, object) in units.iter().zip(objects) {
            let bytes =
                std::fs::read(&object.path).map_err(BuildError::io("read", &object.path))?;
            let mut parsed =
                ObjectSymbols::parse(&bytes).map_err(|reason| unreadable(&object.path, reason))?;
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
        arguments.extend(request.implementation.flags.iter().map(Into::into));
        arguments.push("-shared".into());
        // Not -Wl, which takes commas in a path apart.
        let script = helpers.join("exports.map");
        let options: [&OsStr; 4] = [
            OsStr::new("--version-script"),
            script.as_os_str(),
            OsStr::new("-Bsymbolic"),
            OsStr::new("--no-undefined"),
        ];
        for option in options {
            arguments.extend(["-Xlinker".into(), option.to_owned()]);
        }
        arguments.extend(["-o".into(), library.into()]);
        arguments.extend(
            objects
                .iter()
                .map(|object| object.path.clone().into_os_string()),
        );
        if request.instrumented {
            for name in plan.wrapped.iter().chain(&plan.wrapped_allocator) {
                arguments.extend(["-Xlinker".into(), format!("--wrap={name}").into()]);
            }
            // The table is wanted even when nothing is counted.
            for option in ["--gc-sections", "--undefined=assay_wrap"] {
                arguments.extend(["-Xlinker".into(), option.into()]);
            }
            arguments.push(self.wrap()?.into());
        }
        arguments.extend(
            request
                .implementation
                .libraries
                .iter()
                .map(|library| format!("-l{library}").into()),
        );
        let mut sources = request.implementation.sources.iter();
        if sources.any(|source| is_cpp(source)) {
            arguments.push("-lstdc++".into());
        }
        Ok(arguments)
    }

    pub(crate) fn wrap(&self) -> Result<&Path, BuildError> {
        let missing = || BuildError::NotProfiled {
            reason: "the wrap library is not built".into(),
        };
        self.wrap_library.as_deref().ok_or_else(missing)
    }
}

/// Where the output of a failed build is kept.
pub(crate) struct Log(PathBuf);

impl Log {
    pub(crate) fn new(cache: &Path, request: &Request<'_>) -> Self {
        let instrumented = if request.instrumented {
            "-instrumented"
        } else {
            ""
        };
        let (label, flags) = (&request.instance.label, request.flags);
        Self(
            cache
                .join("logs")
                .join(&request.candidate.id)
                .join(format!("{label}-{flags}{instrumented}.log")),
        )
    }

    pub(crate) fn keep(&self, text: &str) -> Result<PathBuf, BuildError> {
        if let Some(folder) = self.0.parent() {
            std::fs::create_dir_all(folder).map_err(BuildError::io("create", folder))?;
        }
        store::write(&self.0, text)?;
        Ok(self.0.clone())
    }
}
