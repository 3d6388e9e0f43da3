use std::{
    cell::RefCell,
    ffi::{CStr, c_char, c_void},
    path::{Path, PathBuf},
};

use assay_wrap::{heap::Heap, table as wrap};
use libloading::os::unix::{Library as Handle, RTLD_LOCAL, RTLD_NOW};

use super::{
    counters::Counters,
    error::{OpenError, WrongKind},
    hash::{Hash, HashFunctions},
    instance::{Generator, Instance},
    kem::{Kem, KemFunctions},
    kex::{Kex, KexFunctions},
    sig::{Sig, SigFunctions},
    table::{ABI_VERSION, HashTable, Header, KemTable, KexTable, SYMBOL, SigTable},
};
use crate::Kind;

/// An open library. It is closed, and everything borrowed from it ends, when this value is dropped.
pub struct Library {
    path: PathBuf,
    instance_name: String,
    build_flags: String,
    header: Header,
    functions: Functions,
    counters: Option<*const wrap::Table>,
    // The last field: everything above points into it.
    _handle: Handle,
}

enum Functions {
    Kem(KemFunctions),
    Kex(KexFunctions),
    Sig(SigFunctions),
    Hash(HashFunctions),
}

impl Library {
    /// Loads a library (all symbols resolved at once, none offered to others) and checks its table.
    ///
    /// # Errors
    ///
    /// When the loader refuses the file, or the table is missing, of another version or incomplete.
    ///
    /// # Safety
    ///
    /// The library's code runs in this process: its constructors now, its functions when they are called, its
    /// destructors when the value is dropped. The caller vouches that
    ///
    /// * the file does not change while it is open, and its tables are what `c/shim.h` and `assay-wrap` describe;
    /// * every buffer handed to a function through this value has at least the size that the candidate gives for it
    ///   (`sizes`, `digest_bits`), which is all a candidate can know of it;
    /// * the functions keep to such buffers, or else this process may be lost and nothing that matters depends on its
    ///   memory.
    ///
    /// The functions may have global state; the value is neither `Send` nor `Sync`.
    pub unsafe fn open(path: &Path) -> Result<Self, OpenError> {
        // SAFETY: the caller vouches for the library; every function stands for itself.
        unsafe { Self::open_redirected(path, |function| function) }
    }

    /// The same, with other functions in place of those that do the work (`kem_keygen`, …): the pointer that `redirect`
    /// gives for each. Size queries and the generator stay.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    ///
    /// # Safety
    ///
    /// As [`open`](Self::open); and what `redirect` gives can be called as the function it was given, for as long as the
    /// library is open.
    pub unsafe fn open_redirected(
        path: &Path,
        mut redirect: impl FnMut(*const c_void) -> *const c_void,
    ) -> Result<Self, OpenError> {
        // SAFETY: the caller vouches for constructors and destructors.
        let handle =
            unsafe { Handle::open(Some(path), RTLD_NOW | RTLD_LOCAL) }.map_err(|source| {
                OpenError::Load {
                    path: path.to_owned(),
                    source,
                }
            })?;
        let table: *const Header = symbol(&handle, SYMBOL).ok_or_else(|| OpenError::NoTable {
            path: path.to_owned(),
        })?;
        // SAFETY: the symbol is a table in the sense of c/shim.h, as the caller vouches; all begin with a header.
        let header = unsafe { *table };
        let kind = check_header(path, &header)?;
        let loader = Loader {
            path,
            kind,
            redirect: RefCell::new(&mut redirect),
        };

        // SAFETY: the kind says which table it is, and its size was checked.
        let functions = unsafe {
            match kind {
                Kind::Kem => {
                    Functions::Kem(KemFunctions::new(&*table.cast::<KemTable>(), &loader)?)
                }
                Kind::Kex => {
                    Functions::Kex(KexFunctions::new(&*table.cast::<KexTable>(), &loader)?)
                }
                Kind::Sig => {
                    Functions::Sig(SigFunctions::new(&*table.cast::<SigTable>(), &loader)?)
                }
                Kind::Hash => {
                    Functions::Hash(HashFunctions::new(&*table.cast::<HashTable>(), &loader)?)
                }
            }
        };
        Ok(Library {
            path: path.to_owned(),
            instance_name: loader.text(header.instance_name, "ALGORITHM_INSTANCE")?,
            build_flags: loader.text(header.build_flags, "ASSAY_BUILD_FLAGS")?,
            header,
            functions,
            counters: counter_table(&handle, path)?,
            _handle: handle,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The name that the candidate's API header gives the instance, or the one it was built with.
    pub fn instance_name(&self) -> &str {
        &self.instance_name
    }

    /// The compiler flags of the candidate's sources.
    pub fn build_flags(&self) -> &str {
        &self.build_flags
    }

    /// What the candidate is.
    pub fn kind(&self) -> Kind {
        self.instance().kind()
    }

    /// The candidate's functions.
    pub fn instance(&self) -> Instance<'_> {
        match &self.functions {
            Functions::Kem(functions) => Instance::Kem(Kem { functions }),
            Functions::Kex(functions) => Instance::Kex(Kex { functions }),
            Functions::Sig(functions) => Instance::Sig(Sig { functions }),
            Functions::Hash(functions) => Instance::Hash(Hash { functions }),
        }
    }

    /// The functions of a KEM.
    pub fn kem(&self) -> Result<Kem<'_>, WrongKind> {
        match self.instance() {
            Instance::Kem(kem) => Ok(kem),
            other => Err(WrongKind {
                wanted: Kind::Kem,
                found: other.kind(),
            }),
        }
    }

    /// The functions of a key exchange.
    pub fn kex(&self) -> Result<Kex<'_>, WrongKind> {
        match self.instance() {
            Instance::Kex(kex) => Ok(kex),
            other => Err(WrongKind {
                wanted: Kind::Kex,
                found: other.kind(),
            }),
        }
    }

    /// The functions of a signature.
    pub fn sig(&self) -> Result<Sig<'_>, WrongKind> {
        match self.instance() {
            Instance::Sig(sig) => Ok(sig),
            other => Err(WrongKind {
                wanted: Kind::Sig,
                found: other.kind(),
            }),
        }
    }

    /// The function of a hash.
    pub fn hash(&self) -> Result<Hash<'_>, WrongKind> {
        match self.instance() {
            Instance::Hash(hash) => Ok(hash),
            other => Err(WrongKind {
                wanted: Kind::Hash,
                found: other.kind(),
            }),
        }
    }

    /// The generator from which the candidate draws its randomness, if it has one.
    pub fn generator(&self) -> Option<Generator<'_>> {
        Generator::new(&self.header)
    }

    /// The call counters of an instrumented library; `None` when it was linked without them.
    pub fn counters(&self) -> Option<Counters<'_>> {
        // SAFETY: the table lies in the open library, and all its changing parts are atomic.
        self.counters.map(|table| Counters::new(unsafe { &*table }))
    }

    /// The bookkeeping of the allocations of an instrumented library; `None` when it was linked without it.
    pub fn heap(&self) -> Option<&Heap> {
        // SAFETY: as in `counters`.
        self.counters.map(|table| unsafe { &*table }.heap())
    }
}

impl std::fmt::Debug for Library {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Library")
            .field("path", &self.path)
            .field("kind", &self.kind())
            .field("instance_name", &self.instance_name)
            .finish_non_exhaustive()
    }
}

fn check_header(path: &Path, header: &Header) -> Result<Kind, OpenError> {
    let path = || path.to_owned();
    if header.abi_version != ABI_VERSION {
        return Err(OpenError::AbiVersion {
            path: path(),
            found: header.abi_version,
            expected: ABI_VERSION,
        });
    }
    let kind = Kind::from_code(header.kind).ok_or_else(|| OpenError::UnknownKind {
        path: path(),
        code: header.kind,
    })?;
    let expected = match kind {
        Kind::Kem => size_of::<KemTable>(),
        Kind::Kex => size_of::<KexTable>(),
        Kind::Sig => size_of::<SigTable>(),
        Kind::Hash => size_of::<HashTable>(),
    } as u64;
    match header.table_bytes {
        found if found == expected => Ok(kind),
        found => Err(OpenError::TableSize {
            path: path(),
            kind,
            found,
            expected,
        }),
    }
}

fn counter_table(handle: &Handle, path: &Path) -> Result<Option<*const wrap::Table>, OpenError> {
    let Some(table) = symbol::<wrap::Table>(handle, wrap::SYMBOL) else {
        return Ok(None);
    };
    // SAFETY: the symbol is the wrapper's table, whose version comes first in all versions.
    let found = unsafe { *table.cast::<u32>() };
    if found != wrap::ABI_VERSION {
        let path = path.to_owned();
        return Err(OpenError::CounterVersion {
            path,
            found,
            expected: wrap::ABI_VERSION,
        });
    }
    Ok(Some(table))
}

/// The address of an exported object.
fn symbol<T>(handle: &Handle, name: &str) -> Option<*const T> {
    // SAFETY: the symbol is only taken as an address; what it points to is for the caller to know.
    let symbol = unsafe { handle.get::<*const T>(name) }.ok()?;
    let address = symbol.into_raw() as *const T;
    (!address.is_null()).then_some(address)
}

/// What is known while a table is checked.
pub(super) struct Loader<'a> {
    path: &'a Path,
    kind: Kind,
    redirect: RefCell<&'a mut dyn FnMut(*const c_void) -> *const c_void>,
}

impl Loader<'_> {
    /// A function that does work, redirected.
    pub(super) fn work<F: Copy>(
        &self,
        entry: Option<F>,
        name: &'static str,
    ) -> Result<F, OpenError> {
        self.required(entry, name)
            .map(|function| self.redirected(function))
    }

    pub(super) fn redirected<F: Copy>(&self, function: F) -> F {
        const { assert!(size_of::<F>() == size_of::<*const c_void>()) };
        // SAFETY: `F` is a function pointer, of the size of any pointer; whoever opened the library vouches that the result
        // can be called as the function was.
        unsafe {
            let pointer: *const c_void = std::mem::transmute_copy(&function);
            let pointer = (self.redirect.borrow_mut())(pointer);
            std::mem::transmute_copy(&pointer)
        }
    }

    pub(super) fn required<T>(&self, entry: Option<T>, name: &'static str) -> Result<T, OpenError> {
        entry.ok_or_else(|| OpenError::MissingEntry {
            path: self.path.to_owned(),
            kind: self.kind,
            entry: name,
        })
    }

    fn text(&self, text: *const c_char, name: &'static str) -> Result<String, OpenError> {
        let text = self.required((!text.is_null()).then_some(text), name)?;
        // SAFETY: the table holds C strings; they live as long as the library, and are copied.
        let text = unsafe { CStr::from_ptr(text) };
        match text.to_str() {
            Ok(text) => Ok(text.to_owned()),
            Err(_) => Err(OpenError::Text {
                path: self.path.to_owned(),
                entry: name,
            }),
        }
    }
}
