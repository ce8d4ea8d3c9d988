//! Shared helpers of the integration tests.

pub mod http;
pub mod program;
pub mod wire;
