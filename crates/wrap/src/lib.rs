//! Counting wrappers that are linked into a candidate.
