//! Measuring campaigns: planning, resuming and assembling records.
