//! Limits are applied to processes started for it: this test program, started anew with the name
//! of one test and a role for it.

mod child;
mod confinement;
mod layers;
mod limits;
