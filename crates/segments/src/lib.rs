//! Loadable segments, sections and imports of an ELF library.
