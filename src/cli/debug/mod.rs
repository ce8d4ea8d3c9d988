//! The `debug` commands: small windows into single parts, for tests and bug reports.

pub mod decode;
