//! Tests of masking and cleaning.

mod masks;
mod sanitize;
