//! Symbols.

use goblin::elf::sym::{
    self, STB_GLOBAL, STB_GNU_UNIQUE, STB_LOCAL, STB_WEAK, STT_FUNC, STT_GNU_IFUNC, STT_OBJECT,
    Symtab,
};
use goblin::elf::{section_header::SHN_UNDEF, sym::STT_TLS};
use goblin::strtab::Strtab;

/// A named symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name, without a version.
    pub name: String,
    /// Whether the file defines it; else it is only referred to.
    pub defined: bool,
    /// Who can see it.
    pub binding: Binding,
    /// What it names.
    pub symbol_type: SymbolType,
    /// Its size in bytes; 0 when the file does not say.
    pub size: u64,
}

/// Who can see a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binding {
    /// Its own object file only.
    Local,
    /// Everybody.
    Global,
    /// Everybody, giving way to a global definition.
    Weak,
    /// Anything else.
    Other,
}

/// What a symbol names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolType {
    /// A function, including those chosen at load time.
    Function,
    /// A variable, including thread-local ones.
    Object,
    /// Unspecified, a section or a file; undefined symbols often have no type.
    Other,
}

/// The named symbols of a table.
pub(crate) fn collect(table: &Symtab<'_>, names: &Strtab<'_>) -> Vec<Symbol> {
    table
        .iter()
        .filter_map(|symbol| {
            let name = names
                .get_at(symbol.st_name)
                .filter(|name| !name.is_empty())?;
            Some(Symbol {
                name: name.to_owned(),
                defined: symbol.st_shndx != SHN_UNDEF as usize,
                binding: binding(&symbol),
                symbol_type: symbol_type(&symbol),
                size: symbol.st_size,
            })
        })
        .collect()
}

fn binding(symbol: &sym::Sym) -> Binding {
    match symbol.st_bind() {
        STB_LOCAL => Binding::Local,
        STB_GLOBAL | STB_GNU_UNIQUE => Binding::Global,
        STB_WEAK => Binding::Weak,
        _ => Binding::Other,
    }
}

fn symbol_type(symbol: &sym::Sym) -> SymbolType {
    match symbol.st_type() {
        STT_FUNC | STT_GNU_IFUNC => SymbolType::Function,
        STT_OBJECT | STT_TLS => SymbolType::Object,
        _ => SymbolType::Other,
    }
}
