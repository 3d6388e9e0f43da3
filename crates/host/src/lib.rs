//! The environment of a measurement and the readiness of a machine.
