//! The sections of a candidate's page, one file each.

mod bandwidth;
pub(crate) mod basics;
pub(crate) mod environment;
pub(crate) mod index;
pub(crate) mod kat;
pub(crate) mod memory;
pub(crate) mod performance;
pub(crate) mod resources;
pub(crate) mod sizes;
pub(crate) mod symmetric;
pub(crate) mod top;
