//! Compiling and linking one instance library.
