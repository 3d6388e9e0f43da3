//! The command line of Assay.
fn main() {}
