//! Tests of the real binary in a terminal.
fn main() {}
