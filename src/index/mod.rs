//! What is known of the workspace's files beyond their names: what they define and how they hang together.

pub mod map;
pub mod outline;
pub mod quantised;
