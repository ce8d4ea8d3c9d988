//! Names that no mode opens. One list for the gate to files and for reading commands.

/// What no tool reads or writes. Each matches a file or a folder at any depth, and all that is in
/// it.
pub const BLOCKED_NAMES: [&str; 7] = [
    ".env",
    ".env.*",
    "*.key",
    "*.pem",
    "id_*",
    ".git",
    ".agentichat",
];
