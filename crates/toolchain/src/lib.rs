//! From the sources of a candidate's instance to one shared library, and what that library can be trusted for.
//!
//! # Why
//!
//! A published number holds for one library, so a library must be reproducible from what the record names: sources,
//! flags, compiler. Foreign code comes without a build system we would run; what it needs is in its manifest, and this
//! crate does the rest.
//!
//! # How
//!
//! [`Toolchain::detect`] finds the compiler. [`Builder::build`] compiles every source of an implementation, the
//! prescribed helpers and the shim to objects, in parallel, and links them to one library that exports nothing
//! but its table. The command of one source is, in this order:
//!
//! ```text
//! CC <flags of the class> <harness additions> -D<defines> -I<include directories> -I<helpers> -c -o OBJECT ./SOURCE
//! ```
//!
//! run in the implementation's folder, as an argument list (never through a shell) and without the environment variables
//! that change what a compiler does. The link is
//!
//! ```text
//! CC <the same flags> -shared --version-script=exports.map -Bsymbolic --no-undefined -o LIBRARY OBJECTS -l<libraries>
//! ```
//!
//! [`FlagClass`] holds the flags; [`FlagClass::build_flags`] is the string embedded in the library
//! (`-DASSAY_BUILD_FLAGS`) and shown in records.
//!
//! An instrumented build links the same objects once more with `--wrap` for every prescribed function that is really called across
//! an object boundary, and says which calls it cannot see ([`BuiltLibrary::lower_bound`]).
//!
//! Objects and libraries are kept in a cache folder, each in a folder named by the SHA-256 of everything that went in
//! (every file of the implementation's folder, helpers, flags, compiler), published by one rename and checked against
//! its digest before it is used again. Several builds may share the folder at the same time.
//!
//! [`candidate_tests`] compiles and runs the test programs of an independent implementation under sanitizers,
//! and [`Tools::build`] builds the two parts of this project that a measurement needs beside the library.
//!
//! # Known limitations
//!
//! Headers outside the implementation's folder (those of system libraries) are not part of the key; the compiler's version
//! line stands for them. Unused files of an implementation's folder are part of it. Libraries built with link-time
//! optimisation may differ in bytes from build to build, because the compiler names its temporary files in them.

#![forbid(unsafe_code)]

mod builder;
mod candidate_tests;
mod compiler;
mod dependencies;
mod elf;
mod error;
mod flags;
mod imports;
mod library;
mod link;
mod messages;
mod objects;
mod own_primitives;
mod parallel;
mod process;
mod store;
mod tools;
mod units;

pub use builder::{Builder, Request};
pub use candidate_tests::{TestOutcome, TestRun, candidate_tests};
pub use compiler::Toolchain;
pub use error::BuildError;
pub use flags::FlagClass;
pub use imports::{Import, ImportKind};
pub use library::{BuiltLibrary, LibrarySizes};
pub use tools::{Tools, ToolsError};
