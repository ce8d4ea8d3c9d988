//! Tests of what `config` prints.
