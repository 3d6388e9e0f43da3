//! The translation units of a library: which command compiles each, and what its result depends on.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use assay_iccs::Kind;
use assay_iccs::sources::{self, Purpose};
use assay_manifest::{DrngGlobal, Function, Helpers, Implementation, Instance, Origin};

use crate::error::BuildError;
use crate::store::{Key, folder_digest};

/// One source and how it is compiled.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    /// Name shown in messages: relative to the implementation's folder, or `helper drng.c`.
    pub(crate) name: String,
    /// Folder in which the compiler runs.
    pub(crate) folder: PathBuf,
    /// Arguments before `-c -o OBJECT SOURCE`.
    pub(crate) arguments: Vec<OsString>,
    /// The source as the compiler is given it.
    pub(crate) source: OsString,
    pub(crate) belongs: Belongs,
    /// Folders whose contents the key knows.
    pub(crate) known: Vec<PathBuf>,
    /// A folder inside them whose contents it does not know.
    pub(crate) unknown: Option<PathBuf>,
    /// SHA-256 of everything the object depends on.
    pub(crate) key: String,
}

/// Whose a unit is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Belongs {
    Candidate,
    Helper,
    Shim,
    Test,
}

/// What all units of one library have in common.
pub(crate) struct Recipe<'a> {
    implementation: &'a Implementation,
    flags: &'a [&'a str],
    /// Identity of the compiler.
    compiler: &'a str,
    /// Folder of the helpers, from [`write_helpers`].
    helpers: &'a Path,
    /// Digest of the implementation's folder.
    digest: String,
    /// What the digest leaves out.
    without: Option<PathBuf>,
}

/// Writes the helper sources below the cache folder; the folder is named by their contents.
///
/// Beside them stands a second copy of `drng_algorithm.c`, alone, so that with a candidate's own helpers it
/// includes the candidate's `drng.h`.
pub(crate) fn write_helpers(cache: &Path) -> Result<PathBuf, BuildError> {
    let mut key = Key::new("helpers 1");
    sources::feed_digest(|part| key.add(part));
    let folder = cache.join("helpers").join(&key.finish()[..16]);
    sources::write_to(&folder).map_err(|error| BuildError::Io {
        action: "write",
        path: error.path,
        source: error.source,
    })?;
    for file in sources::with_purpose(Purpose::DrngGlobal) {
        let alone = folder.join("alone");
        std::fs::create_dir_all(&alone).map_err(BuildError::io("create", &alone))?;
        let path = alone.join(file.name);
        if std::fs::read(&path).ok().as_deref() != Some(file.contents.as_bytes()) {
            let draft = tempfile::NamedTempFile::new_in(&alone)
                .map_err(BuildError::io("write in", &alone))?;
            crate::store::write(draft.path(), file.contents)?;
            draft.persist(&path).map_err(|error| BuildError::Io {
                action: "write",
                path,
                source: error.error,
            })?;
        }
    }
    Ok(folder)
}

impl<'a> Recipe<'a> {
    /// Reads every file of the implementation's folder. The test programs of an independent one are no part of its library.
    pub(crate) fn new(
        implementation: &'a Implementation,
        flags: &'a [&'a str],
        compiler: &'a str,
        helpers: &'a Path,
    ) -> Result<Self, BuildError> {
        let tests = implementation.root.join("tests");
        let without = (implementation.origin == Origin::Independent).then_some(tests);
        let mut digest = folder_digest(&implementation.root, without.as_deref())?;
        if let Some(replacements) = &implementation.replacements {
            digest.push_str(&folder_digest(replacements, None)?);
        }
        Ok(Self {
            implementation,
            flags,
            compiler,
            helpers,
            digest,
            without,
        })
    }

    /// The candidate's sources.
    pub(crate) fn candidate(&self) -> Vec<Unit> {
        let root = &self.implementation.root;
        let sources = self.implementation.sources.iter();
        sources
            .map(|source| {
                let relative = source.strip_prefix(root).unwrap_or(source);
                let name = relative.display().to_string();
                let mut arguments = self.candidate_arguments();
                if is_cpp(source) {
                    arguments.retain(|flag| !flag.to_string_lossy().starts_with("-std="));
                    arguments.push(CPP_STANDARD.into());
                }
                self.unit(
                    name,
                    root,
                    arguments,
                    Path::new(".").join(relative),
                    Belongs::Candidate,
                    &self.digest,
                )
            })
            .collect()
    }

    /// The prescribed helpers, as far as the candidate does not bring them.
    pub(crate) fn helpers(&self) -> Vec<Unit> {
        let mut units = Vec::new();
        let helpers = self.implementation.helpers;
        let own = matches!(helpers, Helpers::Own | Helpers::OwnDrng);
        let linked = |name: &str| match helpers {
            Helpers::Assay => true,
            Helpers::Own => false,
            Helpers::OwnDrng => name != "drng.c",
            Helpers::OwnAuxfunc => name != "auxfunc.c",
        };
        let all = self.of_purpose(Purpose::Helper);
        units.extend(all.into_iter().filter(|unit| {
            let name = unit.name.strip_prefix(HELPER).unwrap_or(&unit.name);
            linked(name)
        }));
        if self.implementation.drng_global == DrngGlobal::Assay {
            if own {
                for file in sources::with_purpose(Purpose::DrngGlobal) {
                    let source = self.helpers.join("alone").join(file.name);
                    let (name, root) = (helper_name(file.name), &self.implementation.root);
                    units.push(self.unit(
                        name,
                        root,
                        self.candidate_arguments(),
                        source,
                        Belongs::Helper,
                        &self.digest,
                    ));
                }
            } else {
                units.extend(self.of_purpose(Purpose::DrngGlobal));
            }
        }
        units
    }

    /// The shim, which makes the library's table.
    pub(crate) fn shim(
        &self,
        function: Function,
        instance: &Instance,
        build_flags: &str,
    ) -> Result<Vec<Unit>, BuildError> {
        let header = &self.implementation.api_header;
        let Some(header_text) = header
            .to_str()
            .filter(|path| !path.contains(['"', '\\', '\n']))
        else {
            return Err(BuildError::UnusablePath {
                path: header.clone(),
            });
        };
        let kind = match function {
            Function::Kem => Kind::Kem,
            Function::Kex => Kind::Kex,
            Function::Sig => Kind::Sig,
            Function::Hash => Kind::Hash,
        };
        let mut settings = vec![
            OsString::from(format!("-DASSAY_KIND={}", kind.code())),
            OsString::from(format!("-DASSAY_BUILD_FLAGS={}", c_string(build_flags))),
            OsString::from(format!("-DASSAY_API_HEADER=\"{header_text}\"")),
        ];
        if self.implementation.drng_global == DrngGlobal::None {
            settings.push("-DASSAY_NO_DRNG".into());
        }
        if let Some(bits) = instance.digest_bits {
            settings.push(format!("-DASSAY_DIGEST_BITS={bits}").into());
        }
        if let Some(name) = &instance.instance {
            settings.push(format!("-DASSAY_INSTANCE_NAME={}", c_string(name)).into());
        }
        let root = &self.implementation.root;
        Ok(sources::with_purpose(Purpose::Shim)
            .map(|file| {
                let arguments = [self.candidate_arguments(), settings.clone()].concat();
                let source = self.helpers.join(file.name);
                self.unit(
                    helper_name(file.name),
                    root,
                    arguments,
                    source,
                    Belongs::Shim,
                    &self.digest,
                )
            })
            .collect())
    }

    /// One test program of an independent implementation.
    pub(crate) fn test(&self, source: &Path) -> Result<Unit, BuildError> {
        let root = &self.implementation.root;
        let relative = source.strip_prefix(root).unwrap_or(source);
        let mut arguments = self.candidate_arguments();
        arguments.push(include(&self.helpers.join("testing")));
        let digest = folder_digest(root, None)?;
        let name = relative.display().to_string();
        Ok(self.unit(
            name,
            root,
            arguments,
            Path::new(".").join(relative),
            Belongs::Test,
            &digest,
        ))
    }

    /// Support for test programs.
    pub(crate) fn testing(&self) -> Vec<Unit> {
        self.of_purpose(Purpose::Testing)
    }

    fn of_purpose(&self, purpose: Purpose) -> Vec<Unit> {
        sources::with_purpose(purpose)
            .map(|file| {
                let mut arguments: Vec<OsString> = self.flags.iter().map(Into::into).collect();
                arguments.push(include(self.helpers));
                let source = Path::new(".").join(file.name);
                self.unit(
                    helper_name(file.name),
                    self.helpers,
                    arguments,
                    source,
                    Belongs::Helper,
                    "",
                )
            })
            .collect()
    }

    fn candidate_arguments(&self) -> Vec<OsString> {
        let implementation = self.implementation;
        let mut arguments: Vec<OsString> = self.flags.iter().map(Into::into).collect();
        arguments.extend(implementation.flags.iter().map(Into::into));
        arguments.extend(
            implementation
                .defines
                .iter()
                .map(|define| OsString::from(format!("-D{define}"))),
        );
        for directory in &implementation.include_directories {
            let relative = directory
                .strip_prefix(&implementation.root)
                .unwrap_or(directory);
            arguments.push(include(&Path::new(".").join(relative)));
        }
        arguments.push(include(self.helpers));
        arguments
    }

    /// `inputs` is the digest of what the unit may include beside the helpers.
    fn unit(
        &self,
        name: String,
        folder: &Path,
        arguments: Vec<OsString>,
        source: PathBuf,
        belongs: Belongs,
        inputs: &str,
    ) -> Unit {
        let source = source.into_os_string();
        let mut key = Key::new("object 2");
        key.add(self.compiler);
        sources::feed_digest(|part| key.add(part));
        key.add(inputs);
        for argument in arguments.iter().chain([&source]) {
            // The place of cache and repository is no input: the same files elsewhere give the same key.
            let argument = argument.to_string_lossy();
            let argument = argument.replace(&*self.helpers.to_string_lossy(), "<helpers>");
            let argument = match &self.implementation.replacements {
                Some(folder) => argument.replace(&*folder.to_string_lossy(), "<replacements>"),
                None => argument,
            };
            key.add(argument.replace(&*self.implementation.root.to_string_lossy(), "<root>"));
        }
        let mut known = vec![self.implementation.root.clone(), self.helpers.to_owned()];
        known.extend(self.implementation.replacements.clone());
        Unit {
            name,
            folder: folder.to_owned(),
            arguments,
            source,
            known,
            unknown: self.without.clone().filter(|_| belongs != Belongs::Test),
            belongs,
            key: key.finish(),
        }
    }
}

/// In front of the names of this project's own sources.
const HELPER: &str = "helper ";

/// Standard of a candidate's C++ sources; the classes of flags have one for C only.
const CPP_STANDARD: &str = "-std=gnu++17";

/// Whether a source is compiled as C++.
pub(crate) fn is_cpp(source: &Path) -> bool {
    source
        .extension()
        .is_some_and(|extension| ["cc", "cpp", "cxx"].iter().any(|cpp| extension == *cpp))
}

fn helper_name(file: &str) -> String {
    format!("{HELPER}{file}")
}

/// `-I` and the folder in one argument.
fn include(folder: &Path) -> OsString {
    let mut argument = OsString::from("-I");
    argument.push(folder);
    argument
}

/// A C string literal.
fn c_string(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
