//! Imitated machines, and this one.

mod clock;
mod cpus;
mod environment;
mod fake;
mod readiness;
mod real;
