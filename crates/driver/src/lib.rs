//! The process that loads one library and does one job.
