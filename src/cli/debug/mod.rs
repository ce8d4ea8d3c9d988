//! `agentichat debug …`: small filters that show what the product makes of an input.

pub mod risk;
//! The `debug` commands: small windows into single parts, for tests and bug reports.

pub mod decode;
//! `agentichat debug …`: looks into single parts, for scripts and for reports of faults.

pub mod path;
