//! Candidate manifests: `candidates/<id>/candidate.toml`, from TOML to validated descriptions.
//!
//! # Why
//!
//! Everything the tool knows about a candidate stands in one file that people write by hand: names, parameter
//! sets, sources, defines, official sizes, known issues. A slip in such a file must not turn into a wrong
//! measurement, so it is found when the file is read, and the message shows the line, marks the place and says
//! what is allowed.
//!
//! # How
//!
//! A file is read in two steps. The first maps TOML to raw tables that know no unknown key. The second turns them
//! into [`Candidate`]s: sizes must fit the function, paths must stay inside the implementation's folder and exist,
//! globs must match, defines must be well-formed. The rest of the program never sees the raw form.
//! [`load`], [`load_all`] and [`load_chosen`] report every mistake of the second step at once, [`select`] picks instances
//! by `id` or `id/label`, [`template`] writes a new manifest, and [`Systems`] reads the registered machines.
//!
//! # Known limitations
//!
//! Sources are C, C++ and assembly (`.c`, `.cc`, `.cpp`, `.cxx`, `.s`, `.S`). Paths that are not UTF-8 are not matched
//! by globs. The manifest says what an instance needs of a processor ([`Instance::requires`]), not what this
//! machine has. Whether a known-answer digest exists for [`Instance::kat_file`] is not checked here.

#![forbid(unsafe_code)]

mod candidate;
mod cpu;
mod diagnostic;
mod error;
mod implementation;
mod instance;
mod interface;
mod load;
mod names;
mod nearest;
mod raw;
mod select;
mod sources;
mod systems;
mod template;
mod validate;

pub use candidate::{Candidate, Function, Links, SubmissionArchive, Survey, SurveyVerdict};
pub use cpu::{Architecture, CpuFeature};
pub use diagnostic::Diagnostic;
pub use error::Error;
pub use implementation::{Define, DrngGlobal, Helpers, Implementation, Library, Origin};
pub use instance::{ExternalSizes, Instance, Issue, IssueAction, Profile, SizeBasis, Variant};
pub use interface::{helper_prototypes, prototypes};
pub use load::{LeftOut, Loaded, load, load_all, load_chosen};
pub use names::id_problem;
pub use nearest::nearest;
pub use select::{Selected, Selection, select};
pub use systems::{System, Systems};
pub use template::template;
