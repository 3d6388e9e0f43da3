//! The public interface of the crate, on whatever machine this is and on fake sysfs trees.

mod counting;
mod names;
mod pmus;
mod refusals;
