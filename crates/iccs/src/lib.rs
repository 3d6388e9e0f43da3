//! The ICCS submission interface: C helpers, function tables and a Rust model.
