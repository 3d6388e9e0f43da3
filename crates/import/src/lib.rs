//! Submission packages: unpacked safely, understood, and described by a manifest.
//!
//! # Why
//! A package from a standards body holds sources, known answers, papers, build systems, copies and left-overs, laid out as its
//! submitters liked. Before anything can be measured someone has to find out what has to be compiled for each parameter
//! set, with which settings, and where its known answers are. This crate does that without running a script or program that was shipped.
//!
//! # How
//! [`import`] reads the archive in pieces, refuses what is made to do harm, and writes sources, headers and known-answer
//! texts to a staging folder. It looks for sources that define the functions of the interface ([`layout`](Detected)), asks the compiler
//! which other sources they reach, reads defines off the submitters' build texts, and finds the known answers by name. Then it
//! moves everything to its place at once: `candidates/<id>/submission` mirrors the archive's folders, and
//! `submission.folder` of the manifest names the one that `[submitted]` paths are relative to.
//!
//! Names only propose: with a [`Trial`] each instance is built and makes its record 0, and known answers decide which text is its own,
//! which repair helps and which further parameter sets a folder holds. Without one nothing is run.
//!
//! # Known limitations
//! Build texts are read, not evaluated: conditions and functions of make and CMake are left open and listed, unless trying the values
//! that the sources know settles them. Up to three changes are tried on top of each other, where each comes nearer
//! to the answers; settings that help only together are left to a person. rar, 7z and
//! compressed tar other than gzip need bsdtar. Names of the same letters in another case are kept apart only on file systems that do so.
//!
//! # Source
//! The rules follow how the packages of the first round of the NGCC competition are laid out.
#![forbid(unsafe_code)]

mod answers;
mod archive;
mod build_text;
mod c_text;
mod class;
mod compile;
mod detect;
mod error;
mod examine;
mod features;
mod import;
mod includes;
mod layout;
mod manifest_text;
mod name;
mod prove;
mod repairs;
mod select;
mod switches;
mod tree;
mod trial;
mod unpack;
mod words;

pub use answers::Answers;
pub use archive::{Archive, Member, MemberKind};
pub use class::{Class, class};
pub use detect::{Detected, Instance};
pub use error::{Error, Refusal, Refused};
pub use import::{Imported, Request, import};
pub use layout::Place;
pub use name::{decode, safe_path};
pub use select::Selection;
pub use trial::{Attempt, Attempted, Trial};
pub use unpack::{Control, Limits, Unpacked};
pub use words::{Processor, Purpose};
