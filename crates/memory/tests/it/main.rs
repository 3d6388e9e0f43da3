//! Parsers on texts of the kernel and on garbage; readers on fake folders and on this process; stacks.

mod bounds;
mod parsing;
mod reading;
mod stacks;
