//! `agentichat debug …`: small filters that show what the product makes of an input, for scripts
//! and for bug reports.

pub mod decode;
pub mod keys;
pub mod path;
pub mod risk;
