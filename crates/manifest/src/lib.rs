//! Candidate manifests: from TOML to validated descriptions.
