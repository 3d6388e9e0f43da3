//! Limits on what foreign code may do.
