//! Integration tests.

mod provider;
mod support;
