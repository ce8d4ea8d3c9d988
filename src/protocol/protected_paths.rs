//! Names that no mode makes accessible. One list for the file gate and for the
//! analysis of commands.

/// Names that no tool reads or writes. Each matches a file, or a folder with its content, at any
/// depth.
pub const BLOCKED_NAMES: [&str; 7] = [
    ".env",
    ".env.*",
    "*.key",
    "*.pem",
    "id_*",
    ".git",
    ".agentichat",
];
