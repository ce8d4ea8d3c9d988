//! Tests of masking and cleaning.

mod exact;
mod masks;
mod sanitize;
