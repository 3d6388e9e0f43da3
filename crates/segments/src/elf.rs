//! One ELF file.

use std::fmt;
use std::path::{Path, PathBuf};
use std::{fs, io};

use goblin::elf::header::{
    EM_386, EM_AARCH64, EM_ARM, EM_LOONGARCH, EM_PPC64, EM_RISCV, EM_X86_64, ET_DYN, ET_EXEC,
    ET_REL,
};
use goblin::elf::program_header::PT_LOAD;
use goblin::elf::section_header::{SHF_ALLOC, SHF_EXECINSTR, SHF_WRITE, SHT_NOBITS};

use crate::symbol::{self, Binding, Symbol};

/// What was found in an ELF file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elf {
    /// The processor it is for.
    pub architecture: Architecture,
    /// Object, library or executable.
    pub kind: Kind,
    /// The sum of the memory sizes of the loadable segments in bytes: the static size. `None`
    /// without such segments, as in object files.
    pub loadable_bytes: Option<u64>,
    /// What its sections occupy.
    pub sections: SectionSizes,
    /// The symbols of the symbol table; empty in a stripped file.
    pub symbols: Vec<Symbol>,
    /// The symbols that the dynamic loader sees; empty in object files.
    pub dynamic_symbols: Vec<Symbol>,
    /// The libraries that the dynamic loader loads as well.
    pub needed_libraries: Vec<String>,
    /// Whether it holds intermediate code of link-time optimisation (`.gnu.lto_…` sections).
    pub has_lto_code: bool,
}

/// The processor an ELF file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Architecture {
    /// 64-bit x86.
    X86_64,
    /// 32-bit x86.
    X86,
    /// 64-bit Arm.
    Aarch64,
    /// 32-bit Arm.
    Arm,
    /// RISC-V.
    Riscv,
    /// 64-bit PowerPC.
    Powerpc64,
    /// LoongArch.
    Loongarch,
    /// Any other, by its number in the ELF header.
    Other(u16),
}

impl fmt::Display for Architecture {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::X86_64 => "x86_64",
            Self::X86 => "x86",
            Self::Aarch64 => "aarch64",
            Self::Arm => "arm",
            Self::Riscv => "riscv",
            Self::Powerpc64 => "powerpc64",
            Self::Loongarch => "loongarch",
            Self::Other(number) => return write!(formatter, "ELF machine {number}"),
        })
    }
}

/// What an ELF file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A relocatable object file.
    Object,
    /// A shared library, or an executable that can be loaded anywhere.
    SharedLibrary,
    /// An executable for a fixed address.
    Executable,
    /// Anything else, by its number in the ELF header.
    Other(u16),
}

/// The sizes in bytes of the sections that are in memory at run time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SectionSizes {
    /// Executable.
    pub text: u64,
    /// Neither executable nor writable: constants, and tables for the loader and unwinding.
    pub rodata: u64,
    /// Writable, with initial values in the file.
    pub data: u64,
    /// Writable, starting as zeros.
    pub bss: u64,
}

/// Bytes that are no sound ELF file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// The file does not begin as ELF files do.
    #[error("not an ELF file")]
    NotElf,
    /// The file contradicts itself or is cut short.
    #[error("damaged ELF file: {0}")]
    Damaged(String),
}

/// An ELF file that could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file could not be read.
    #[error("failed to read {}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is no sound ELF file.
    #[error("failed to understand {}: {source}", path.display())]
    Parse {
        /// The file.
        path: PathBuf,
        /// Why.
        source: ParseError,
    },
}

/// Reads an ELF file.
///
/// # Errors
///
/// When the file cannot be read or is no sound ELF file.
pub fn read(path: impl AsRef<Path>) -> Result<Elf, ReadError> {
    let path = path.as_ref();
    let bytes = fs::read(path).map_err(|source| ReadError::File {
        path: path.to_owned(),
        source,
    })?;
    parse(&bytes).map_err(|source| ReadError::Parse {
        path: path.to_owned(),
        source,
    })
}

/// Parses the bytes of an ELF file of either width and byte order.
///
/// # Errors
///
/// When they are no sound ELF file.
pub fn parse(bytes: &[u8]) -> Result<Elf, ParseError> {
    if !bytes.starts_with(goblin::elf::header::ELFMAG) {
        return Err(ParseError::NotElf);
    }
    let elf =
        goblin::elf::Elf::parse(bytes).map_err(|error| ParseError::Damaged(error.to_string()))?;
    Ok(Elf {
        architecture: architecture(elf.header.e_machine),
        kind: kind(elf.header.e_type),
        loadable_bytes: loadable_bytes(&elf)?,
        sections: section_sizes(&elf),
        symbols: symbol::collect(&elf.syms, &elf.strtab),
        dynamic_symbols: symbol::collect(&elf.dynsyms, &elf.dynstrtab),
        needed_libraries: elf.libraries.iter().map(|&name| name.to_owned()).collect(),
        has_lto_code: section_names(&elf).any(|name| name.starts_with(".gnu.lto_")),
    })
}

impl Elf {
    /// The names that must come from elsewhere, sorted: undefined dynamic symbols of a library or
    /// executable, undefined symbols of an object.
    #[must_use]
    pub fn imports(&self) -> Vec<&str> {
        self.names(|symbol| !symbol.defined)
    }

    /// The names offered to others, sorted: defined symbols that are not local.
    #[must_use]
    pub fn exports(&self) -> Vec<&str> {
        self.names(|symbol| symbol.defined && symbol.binding != Binding::Local)
    }

    /// Whether the file refers to `name` and leaves its definition to others.
    #[must_use]
    pub fn imports_symbol(&self, name: &str) -> bool {
        self.linked_symbols()
            .iter()
            .any(|symbol| symbol.name == name && !symbol.defined)
    }

    /// Whether the file defines `name`, for itself or for others.
    #[must_use]
    pub fn defines_symbol(&self, name: &str) -> bool {
        self.symbols
            .iter()
            .chain(&self.dynamic_symbols)
            .any(|symbol| symbol.name == name && symbol.defined)
    }

    /// The symbols by which the file is tied to others.
    fn linked_symbols(&self) -> &[Symbol] {
        match self.kind {
            Kind::Object => &self.symbols,
            _ => &self.dynamic_symbols,
        }
    }

    fn names(&self, wanted: impl Fn(&Symbol) -> bool) -> Vec<&str> {
        let mut names: Vec<_> = self
            .linked_symbols()
            .iter()
            .filter(|symbol| wanted(symbol))
            .map(|symbol| symbol.name.as_str())
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

fn loadable_bytes(elf: &goblin::elf::Elf<'_>) -> Result<Option<u64>, ParseError> {
    let mut sizes = elf
        .program_headers
        .iter()
        .filter(|header| header.p_type == PT_LOAD)
        .map(|header| header.p_memsz)
        .peekable();
    if sizes.peek().is_none() {
        return Ok(None);
    }
    sizes
        .try_fold(0u64, u64::checked_add)
        .map(Some)
        .ok_or_else(|| ParseError::Damaged("segments larger than the address space".to_owned()))
}

fn section_sizes(elf: &goblin::elf::Elf<'_>) -> SectionSizes {
    let mut sizes = SectionSizes::default();
    for section in &elf.section_headers {
        let has = |flag: u32| section.sh_flags & u64::from(flag) != 0;
        if !has(SHF_ALLOC) {
            continue;
        }
        let size = match (has(SHF_EXECINSTR), has(SHF_WRITE), section.sh_type) {
            (true, _, _) => &mut sizes.text,
            (false, true, SHT_NOBITS) => &mut sizes.bss,
            (false, true, _) => &mut sizes.data,
            (false, false, _) => &mut sizes.rodata,
        };
        *size = size.saturating_add(section.sh_size);
    }
    sizes
}

fn section_names<'a>(elf: &'a goblin::elf::Elf<'a>) -> impl Iterator<Item = &'a str> {
    elf.section_headers
        .iter()
        .filter_map(|section| elf.shdr_strtab.get_at(section.sh_name))
}

fn architecture(machine: u16) -> Architecture {
    match machine {
        EM_X86_64 => Architecture::X86_64,
        EM_386 => Architecture::X86,
        EM_AARCH64 => Architecture::Aarch64,
        EM_ARM => Architecture::Arm,
        EM_RISCV => Architecture::Riscv,
        EM_PPC64 => Architecture::Powerpc64,
        EM_LOONGARCH => Architecture::Loongarch,
        other => Architecture::Other(other),
    }
}

fn kind(elf_type: u16) -> Kind {
    match elf_type {
        ET_REL => Kind::Object,
        ET_DYN => Kind::SharedLibrary,
        ET_EXEC => Kind::Executable,
        other => Kind::Other(other),
    }
}
