//! What the integration tests share.

pub mod http;
pub mod program;
pub mod wire;
