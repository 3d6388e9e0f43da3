//! Evidence of a measurement: records, statistics and an atomic store.
