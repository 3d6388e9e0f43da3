//! Asking the compiler: what a source defines and needs, and what a macro stands for. Nothing compiled here is run.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use assay_iccs::sources;
use goblin::elf::Elf;
use goblin::elf::sym::{STB_GLOBAL, STB_WEAK};

use crate::error::Error;

/// How a symbol is defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Definition {
    /// Code or initialised data.
    Full,
    /// Data without a value, which several objects may define under `-fcommon`.
    Tentative,
}

/// A compiled source.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub(crate) path: PathBuf,
    pub(crate) defined: BTreeMap<String, Definition>,
    pub(crate) undefined: BTreeSet<String>,
}

/// An object, or the compiler's first message.
pub(crate) type Compiled = Result<Object, String>;

/// Settings common to the sources of an instance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) defines: Vec<String>,
    /// Absolute folders.
    pub(crate) includes: Vec<PathBuf>,
    /// Instruction sets and the like.
    pub(crate) flags: Vec<String>,
}

/// The C compiler, and a folder for its output that is gone in the end.
pub(crate) struct Compiler {
    program: OsString,
    scratch: tempfile::TempDir,
    serial: AtomicUsize,
}

/// Errors of newer compilers, and optimisation that leaves calls as the measured build has them.
const FLAGS: &[&str] = &[
    "-O1",
    "-w",
    "-fPIC",
    "-fcommon",
    "-fmax-errors=2",
    "-D_GNU_SOURCE",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=int-conversion",
    "-Wno-error=implicit-int",
];

impl Compiler {
    /// `$CC`, else gcc.
    pub(crate) fn new() -> Result<Self, Error> {
        let scratch = tempfile::tempdir().map_err(|source| Error::TemporaryFolder {
            folder: std::env::temp_dir(),
            source,
        })?;
        let folder = scratch.path().join("helpers");
        sources::write_to(&folder).map_err(|error| Error::Io {
            action: "write",
            path: error.path,
            source: error.source,
        })?;
        let program = std::env::var_os("CC")
            .filter(|program| !program.is_empty())
            .unwrap_or_else(|| "gcc".into());
        let compiler = Self {
            program,
            scratch,
            serial: AtomicUsize::new(0),
        };
        compiler.run(["--version"].map(OsStr::new).iter().copied())?;
        Ok(compiler)
    }

    /// Folder of this project's own helper sources and headers.
    pub(crate) fn helpers(&self) -> PathBuf {
        self.scratch.path().join("helpers")
    }

    /// Compiles one source; fails with the first message.
    pub(crate) fn object(&self, source: &Path, settings: &Settings) -> Result<Compiled, Error> {
        let serial = self.serial.fetch_add(1, Ordering::Relaxed);
        let path = self.scratch.path().join(format!("{serial}.o"));
        let mut arguments = self.arguments(source, settings);
        arguments.extend([
            "-c".into(),
            "-o".into(),
            path.clone().into_os_string(),
            source.as_os_str().to_owned(),
        ]);
        let (success, _, said) = self.run(arguments.iter().map(OsString::as_os_str))?;
        if !success {
            return Ok(Err(first_message(&said)));
        }
        let bytes = std::fs::read(&path).map_err(Error::io("read", &path))?;
        let elf = match Elf::parse(&bytes) {
            Ok(elf) => elf,
            Err(error) => return Ok(Err(format!("the object cannot be read: {error}"))),
        };
        let mut object = Object {
            path,
            defined: BTreeMap::new(),
            undefined: BTreeSet::new(),
        };
        const COMMON: usize = 0xfff2;
        for symbol in elf.syms.iter() {
            let name = elf.strtab.get_at(symbol.st_name).unwrap_or_default();
            if name.is_empty() || !matches!(symbol.st_bind(), STB_GLOBAL | STB_WEAK) {
                continue;
            }
            match symbol.st_shndx {
                0 if symbol.st_bind() == STB_GLOBAL && name != "_GLOBAL_OFFSET_TABLE_" => {
                    object.undefined.insert(name.to_owned());
                }
                0 => {}
                COMMON => {
                    object
                        .defined
                        .insert(name.to_owned(), Definition::Tentative);
                }
                _ => {
                    object.defined.insert(name.to_owned(), Definition::Full);
                }
            }
        }
        Ok(Ok(object))
    }

    /// Compiles several sources, two at a time.
    pub(crate) fn objects(
        &self,
        files: &[PathBuf],
        settings: &Settings,
    ) -> Result<Vec<Compiled>, Error> {
        let next = AtomicUsize::new(0);
        let workers = std::thread::available_parallelism().map_or(1, usize::from);
        let mut done: Vec<(usize, Result<Compiled, Error>)> = std::thread::scope(|scope| {
            let running: Vec<_> = (0..workers.min(files.len()))
                .map(|_| {
                    scope.spawn(|| {
                        let mut own = Vec::new();
                        loop {
                            let index = next.fetch_add(1, Ordering::Relaxed);
                            let Some(file) = files.get(index) else {
                                return own;
                            };
                            own.push((index, self.object(file, settings)));
                        }
                    })
                })
                .collect();
            running
                .into_iter()
                .flat_map(|worker| worker.join().unwrap_or_default())
                .collect()
        });
        done.sort_by_key(|(index, _)| *index);
        done.into_iter().map(|(_, result)| result).collect()
    }

    /// What a macro of a header stands for, string quotes taken off. `None` when the header does not define it.
    pub(crate) fn macro_value(
        &self,
        header: &Path,
        name: &str,
        settings: &Settings,
    ) -> Result<Option<String>, Error> {
        const MARK: &str = "assay_value_of_macro";
        let file = self.scratch.path().join("macro.c");
        let text = format!(
            "#include \"{}\"\n#ifdef {name}\n{MARK} {name}\n#endif\n",
            header.display()
        );
        std::fs::write(&file, text).map_err(Error::io("write", &file))?;
        let mut arguments = self.arguments(&file, settings);
        arguments.extend(["-E".into(), "-P".into(), file.into_os_string()]);
        let (_, output, _) = self.run(arguments.iter().map(OsString::as_os_str))?;
        let value = output
            .lines()
            .find_map(|line| line.trim().strip_prefix(MARK))
            .map(|value| {
                value
                    .trim()
                    .replace("\" \"", "")
                    .trim_matches('"')
                    .to_owned()
            });
        Ok(value.filter(|value| !value.is_empty()))
    }

    /// Links objects to a library in which nothing may be missing; fails with symbols that are, or another message.
    pub(crate) fn link(
        &self,
        objects: &[&Path],
        libraries: &[&str],
    ) -> Result<Result<(), LinkFailure>, Error> {
        let output = self.scratch.path().join("linked.so");
        let mut arguments: Vec<OsString> = vec![
            "-shared".into(),
            "-Wl,--no-undefined".into(),
            "-o".into(),
            output.into_os_string(),
        ];
        arguments.extend(objects.iter().map(|path| path.as_os_str().to_owned()));
        arguments.extend(libraries.iter().map(|name| format!("-l{name}").into()));
        arguments.push("-lstdc++".into());
        let (success, _, said) = self.run(arguments.iter().map(OsString::as_os_str))?;
        if success {
            return Ok(Ok(()));
        }
        let named = |marker: &str| -> BTreeSet<String> {
            said.lines()
                .filter_map(|line| line.split_once(marker))
                .filter_map(|(_, rest)| rest.split(['\'', '\u{2019}', ';']).next())
                .map(|name| name.trim_start_matches(['`', '\u{2018}']).to_owned())
                .collect()
        };
        Ok(Err(LinkFailure {
            undefined: named("undefined reference to "),
            doubled: named("multiple definition of "),
            said: first_message(&said),
        }))
    }

    fn arguments(&self, source: &Path, settings: &Settings) -> Vec<OsString> {
        let cpp = source
            .extension()
            .is_some_and(|extension| ["cc", "cpp", "cxx"].iter().any(|cpp| extension == *cpp));
        let mut arguments: Vec<OsString> = FLAGS.iter().map(Into::into).collect();
        arguments.push(if cpp { "-std=gnu++17" } else { "-std=gnu11" }.into());
        arguments.extend(settings.flags.iter().map(Into::into));
        arguments.extend(
            settings
                .defines
                .iter()
                .map(|define| OsString::from(format!("-D{define}"))),
        );
        for folder in settings.includes.iter().chain([&self.helpers()]) {
            let mut argument = OsString::from("-I");
            argument.push(folder);
            arguments.push(argument);
        }
        arguments
    }

    fn run<'a>(
        &self,
        arguments: impl Iterator<Item = &'a OsStr>,
    ) -> Result<(bool, String, String), Error> {
        let output = Command::new(&self.program)
            .args(arguments)
            .env("LC_ALL", "C")
            .env_remove("CPATH")
            .env_remove("C_INCLUDE_PATH")
            .current_dir(self.scratch.path())
            .stdin(Stdio::null())
            .output()
            .map_err(|error| Error::Compiler {
                program: self.program.to_string_lossy().into_owned(),
                reason: error.to_string(),
            })?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ok((
            output.status.success(),
            text(&output.stdout),
            text(&output.stderr),
        ))
    }
}

/// Why objects do not link.
#[derive(Clone, Debug, Default)]
pub(crate) struct LinkFailure {
    pub(crate) undefined: BTreeSet<String>,
    pub(crate) doubled: BTreeSet<String>,
    pub(crate) said: String,
}

/// The first error, without the path in front of it.
fn first_message(said: &str) -> String {
    said.lines()
        .find_map(|line| {
            let (_, message) = line
                .split_once("fatal error: ")
                .or_else(|| line.split_once("error: "))
                .or_else(|| line.split_once("Error: "))?;
            Some(message.trim().to_owned())
        })
        .or_else(|| said.lines().next().map(str::to_owned))
        .unwrap_or_else(|| "the compiler failed without a message".to_owned())
}
