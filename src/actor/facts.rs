//! What is known of the workspace from the start and does not change.

/// Facts that hold as long as the process runs.
#[derive(Debug, Clone, Default)]
pub struct FixedFacts {
    /// What told that this is the root.
    pub detected_by: String,
    /// Whether the workspace's config is trusted.
    pub trusted: bool,
    /// Whether files can be made in the workspace.
    pub writable: bool,
}
