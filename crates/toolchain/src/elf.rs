//! What the objects of a library say about calls of the prescribed functions.

use std::collections::BTreeSet;
use std::path::Path;

use goblin::elf::section_header::{SHF_ALLOC, SHN_UNDEF, SHT_NOBITS};
use goblin::elf::sym::{STB_LOCAL, STT_FUNC};
use goblin::elf::{Elf, Sym};

use crate::own_primitives::{constants_in, is_named};

/// The prescribed functions whose time is counted.
const COUNTED: &[&str] = &["pseudohash", "pseudoXOF", "sm3hash", "get_random_number"];

/// The allocator, counted where the wrap library can.
const ALLOCATOR: &[&str] = &[
    "malloc",
    "calloc",
    "realloc",
    "free",
    "reallocarray",
    "aligned_alloc",
    "posix_memalign",
    "memalign",
];

/// What the official helper files offer.
const HELPERS: &[&str] = &[
    "pseudohash",
    "pseudoXOF",
    "sm3hash",
    "get_random_number",
    "init_random_number",
    "drng_algorithm",
];

/// What one object defines and refers to.
#[derive(Debug, Default)]
pub(crate) struct ObjectSymbols {
    /// Name shown in messages.
    pub(crate) name: String,
    /// Whether it belongs to the candidate; the helpers and the shim do not.
    pub(crate) of_candidate: bool,
    /// Whether it is the shim, which refers to the generator for its table alone.
    pub(crate) is_shim: bool,
    undefined: BTreeSet<String>,
    global: BTreeSet<String>,
    local_functions: BTreeSet<String>,
    global_functions: BTreeSet<String>,
    /// Global symbols of its own that its code or data refers to.
    used_inside: BTreeSet<String>,
    /// The symmetric primitive whose constants it holds.
    constants: Option<&'static str>,
}

impl ObjectSymbols {
    /// Reads the bytes of an object file. Fails with the parser's reason.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let elf = Elf::parse(bytes).map_err(|error| error.to_string())?;
        let mut symbols = Self::default();
        for symbol in &elf.syms {
            let Some(name) = name_of(&elf, &symbol) else {
                continue;
            };
            let function = symbol.st_type() == STT_FUNC;
            if symbol.st_shndx == SHN_UNDEF as usize {
                symbols.undefined.insert(name);
            } else if symbol.st_bind() == STB_LOCAL {
                if function {
                    symbols.local_functions.insert(name);
                }
            } else {
                if function {
                    symbols.global_functions.insert(name.clone());
                }
                symbols.global.insert(name);
            }
        }
        symbols.constants = elf
            .section_headers
            .iter()
            .filter(|section| {
                section.sh_flags & u64::from(SHF_ALLOC) != 0 && section.sh_type != SHT_NOBITS
            })
            .filter_map(|section| bytes.get(section.file_range()?))
            .find_map(constants_in);
        for (section, relocations) in &elf.shdr_relocs {
            let target = elf
                .section_headers
                .get(*section)
                .map(|section| section.sh_info as usize);
            let loaded = target
                .and_then(|target| elf.section_headers.get(target))
                .is_some_and(|target| target.sh_flags & u64::from(SHF_ALLOC) != 0);
            if !loaded {
                continue;
            }
            for relocation in relocations {
                let symbol = elf.syms.get(relocation.r_sym);
                let name = symbol.and_then(|symbol| name_of(&elf, &symbol));
                symbols
                    .used_inside
                    .extend(name.filter(|name| symbols.global.contains(name)));
            }
        }
        Ok(symbols)
    }
}

impl ObjectSymbols {
    /// Whether the object holds the prescribed functions and nothing of the algorithm: what these call of each other is
    /// their own time, and the primitives they are made of are counted with them.
    ///
    /// Ours are; of a candidate's, those that offer nothing else, and those named like the official files.
    fn is_helper(&self) -> bool {
        let holds_one = COUNTED.iter().any(|name| self.global.contains(*name));
        let offers_only_helpers = self
            .global
            .iter()
            .all(|name| HELPERS.contains(&name.as_str()));
        let file = self.name.rsplit('/').next().unwrap_or_default();
        !self.of_candidate
            || holds_one
                && (offers_only_helpers || file.starts_with("auxfunc") || file.starts_with("drng"))
    }
}

fn name_of(elf: &Elf<'_>, symbol: &Sym) -> Option<String> {
    elf.strtab
        .get_at(symbol.st_name)
        .filter(|name| !name.is_empty())
        .map(Into::into)
}

/// What an instrumented link wraps, and what it cannot see.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct WrapPlan {
    /// Prescribed functions for `--wrap`, sorted.
    pub(crate) wrapped: Vec<String>,
    /// Functions of the allocator for `--wrap`, sorted.
    pub(crate) wrapped_allocator: Vec<String>,
    /// Why a share is only a lower bound.
    pub(crate) lower_bound: Vec<String>,
    /// Symmetric code that is counted nowhere: object and what gives it away.
    pub(crate) own_primitives: Vec<String>,
}

impl WrapPlan {
    /// Decides from all objects of a library and from the names the wrap library counts.
    pub(crate) fn new(objects: &[ObjectSymbols], available: &BTreeSet<String>) -> Self {
        let mut plan = Self::default();
        for &name in COUNTED {
            let defined = objects.iter().any(|object| object.global.contains(name));
            let called = objects
                .iter()
                .any(|object| !object.is_shim && object.undefined.contains(name));
            if defined && called {
                if available.contains(name) {
                    plan.wrapped.push(name.into());
                } else {
                    plan.lower_bound.push(format!(
                        "`{name}` is called, but the wrap library does not count it"
                    ));
                }
            }
            plan.lower_bound.extend(
                objects
                    .iter()
                    .filter_map(|object| unseen_calls(object, name)),
            );
        }
        for &name in ALLOCATOR {
            let called = objects
                .iter()
                .any(|object| !object.is_shim && object.undefined.contains(name));
            if called && available.contains(name) {
                plan.wrapped_allocator.push(name.into());
            }
        }
        plan.own_primitives = objects.iter().filter_map(own_primitives).collect();
        plan.lower_bound.extend(
            plan.own_primitives
                .iter()
                .map(|own| format!("{own}: symmetric code of its own, which is not counted")),
        );
        plan.wrapped.sort();
        plan.wrapped_allocator.sort();
        plan
    }
}

/// Calls of `name` that stay inside one object.
fn unseen_calls(object: &ObjectSymbols, name: &str) -> Option<String> {
    let file = &object.name;
    let copy = |local: &String| {
        local == name
            || local
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with('.'))
    };
    if object.is_shim {
        None
    } else if !object.global.contains(name) && object.local_functions.iter().any(copy) {
        Some(format!(
            "{file} has a `{name}` of its own, whose calls are not seen"
        ))
    } else if object.used_inside.contains(name) && !object.is_helper() {
        Some(format!(
            "{file} both defines and calls `{name}`; these calls are not seen"
        ))
    } else if object.global.contains(name) && !object.is_helper() {
        Some(format!(
            "{file} defines `{name}` beside other code, into which its calls may have been inlined"
        ))
    } else {
        None
    }
}

fn own_primitives(object: &ObjectSymbols) -> Option<String> {
    if object.is_shim || object.is_helper() {
        return None;
    }
    let tells = |name: &&String| !HELPERS.contains(&name.as_str()) && is_named(name);
    let named = object
        .global_functions
        .iter()
        .chain(&object.local_functions)
        .find(tells)
        .map(|name| format!("`{name}`"));
    let what = named.or_else(|| Some(format!("constants of {}", object.constants?)))?;
    Some(format!("{} ({what})", object.name))
}

/// The names for which a wrap library, an archive or a single object, defines `__wrap_…`. Fails with the reason.
pub(crate) fn counted_by(wrap_library: &Path) -> Result<BTreeSet<String>, String> {
    let bytes = fs_err::read(wrap_library).map_err(|error| error.to_string())?;
    let mut members: Vec<&[u8]> = Vec::new();
    if bytes.starts_with(goblin::archive::MAGIC) {
        let archive = goblin::archive::Archive::parse(&bytes).map_err(|error| error.to_string())?;
        for index in 0..archive.len() {
            if let Some(member) = archive.get_at(index) {
                let start = usize::try_from(member.offset).map_err(|error| error.to_string())?;
                members.extend(bytes.get(start..start + member.size()));
            }
        }
    } else {
        members.push(&bytes);
    }
    let mut names = BTreeSet::new();
    for member in members
        .into_iter()
        .filter(|member| member.starts_with(b"\x7fELF"))
    {
        let symbols = ObjectSymbols::parse(member)?;
        names.extend(
            symbols
                .global
                .iter()
                .filter_map(|name| name.strip_prefix("__wrap_"))
                .map(Into::into),
        );
    }
    Ok(names)
}
