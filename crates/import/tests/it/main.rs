//! Packages laid out in the ways that real ones are.

mod formats;
mod layouts;
mod more_layouts;
mod names;
mod odd_archives;
mod package;
mod refusals;
