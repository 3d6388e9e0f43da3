//! Resident-set and high-water marks of a process.
