//! Writes a report that the user requested to a private file of its own in the temporary folder.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

/// Writes the report; returns its path. Never overwrites an existing file.
pub(super) fn save(text: &str) -> io::Result<PathBuf> {
    let name = uuid::Uuid::now_v7().simple().to_string();
    let name = format!("agentichat-report-{name}.txt");
    let path = std::env::temp_dir().join(name);
    let mut options = OpenOptions::new();
    let mut file = options
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&path)?;
    file.write_all(text.as_bytes())?;
    Ok(path)
}
