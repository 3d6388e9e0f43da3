//! Reading what the link-time wrappers counted: call shapes and shares.
