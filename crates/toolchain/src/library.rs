//! A built library and what is known about it.

use std::path::{Path, PathBuf};

use assay_manifest::Origin;
use serde::{Deserialize, Serialize};

use crate::error::BuildError;
use crate::flags::FlagClass;
use crate::imports::{Import, allocating, interesting};

/// A built library and what is known about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BuiltLibrary {
    /// Absolute path.
    pub path: PathBuf,
    /// Digest: 64 lower-case hexadecimal digits.
    pub sha256: String,
    /// Class of flags it was built with.
    pub flags_class: FlagClass,
    /// The flags themselves: embedded in the library and shown in records.
    pub build_flags: String,
    /// SHA-256 of everything that went in: sources, helpers, flags, compiler.
    pub key: String,
    /// Where its code comes from.
    pub origin: Origin,
    /// First line of what the compiler says about itself.
    pub compiler: String,
    /// Commands and everything the compilers said.
    pub log: PathBuf,
    /// Warnings of the compilers.
    pub warnings: usize,
    /// What it occupies in memory.
    pub segments: LibrarySizes,
    /// Functions whose calls are counted, sorted; empty in a plain library.
    pub wrapped: Vec<String>,
    /// Functions of the allocator whose calls are counted, sorted; empty in a plain library.
    pub wrapped_allocator: Vec<String>,
    /// Why shares taken from it are only a lower bound; empty when they are not, and in a plain library.
    pub lower_bound: Vec<String>,
    /// Objects with symmetric code of the candidate's own, and what gives it away; empty in a plain library.
    pub own_primitives: Vec<String>,
    /// Functions that it takes from the system and that allocate memory, sorted.
    pub allocating: Vec<String>,
    /// Imports worth naming.
    pub imports: Vec<Import>,
    /// Whether it was there already.
    pub from_cache: bool,
}

/// What a library occupies in memory, in bytes.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LibrarySizes {
    /// Sum of the memory sizes of the loadable segments: the published static size.
    pub loadable: u64,
    /// Code.
    pub text: u64,
    /// Constants, and tables for loader and unwinding.
    pub rodata: u64,
    /// Initialised data.
    pub data: u64,
    /// Data that starts as zero.
    pub bss: u64,
}

/// What is stored beside the library.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stored {
    pub(crate) key: String,
    pub(crate) sha256: String,
    pub(crate) flags_class: FlagClass,
    pub(crate) build_flags: String,
    pub(crate) origin: String,
    pub(crate) compiler: String,
    pub(crate) warnings: usize,
    pub(crate) segments: LibrarySizes,
    pub(crate) wrapped: Vec<String>,
    pub(crate) wrapped_allocator: Vec<String>,
    pub(crate) lower_bound: Vec<String>,
    pub(crate) own_primitives: Vec<String>,
    pub(crate) allocating: Vec<String>,
    pub(crate) imports: Vec<Import>,
}

impl Stored {
    pub(crate) fn into_library(
        self,
        path: PathBuf,
        log: PathBuf,
        origin: Origin,
        from_cache: bool,
    ) -> BuiltLibrary {
        BuiltLibrary {
            path,
            sha256: self.sha256,
            flags_class: self.flags_class,
            build_flags: self.build_flags,
            key: self.key,
            origin,
            compiler: self.compiler,
            log,
            warnings: self.warnings,
            segments: self.segments,
            wrapped: self.wrapped,
            wrapped_allocator: self.wrapped_allocator,
            lower_bound: self.lower_bound,
            own_primitives: self.own_primitives,
            allocating: self.allocating,
            imports: self.imports,
            from_cache,
        }
    }
}

/// What a library says of itself.
pub(crate) struct Inspected {
    pub(crate) sizes: LibrarySizes,
    pub(crate) imports: Vec<Import>,
    pub(crate) allocating: Vec<String>,
}

/// Reads sizes and imports of a library.
pub(crate) fn inspect(library: &Path) -> Result<Inspected, BuildError> {
    let failed = |reason: String| BuildError::Program {
        program: library.display().to_string(),
        reason,
    };
    let elf = assay_segments::read(library).map_err(|error| failed(error.to_string()))?;
    let loadable = elf
        .loadable_bytes
        .ok_or_else(|| failed("the linker made no loadable segment".into()))?;
    let sections = elf.sections;
    let sizes = LibrarySizes {
        loadable,
        text: sections.text,
        rodata: sections.rodata,
        data: sections.data,
        bss: sections.bss,
    };
    Ok(Inspected {
        sizes,
        imports: interesting(elf.imports()),
        allocating: allocating(elf.imports()),
    })
}
