//! The binary: see the library crate.
fn main() {}
