//! Pages from evidence.
