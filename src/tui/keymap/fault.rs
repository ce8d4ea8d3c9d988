//! Faults in a row of a key table, with file and line.

use std::fmt;
use std::path::{Path, PathBuf};

/// A row of a key table, or a whole table, that is not used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeymapFault {
    pub file: PathBuf,
    /// Line, from 1; `None` if the file could not be read.
    pub line: Option<usize>,
    /// The fault and what to do about it.
    pub message: String,
}

impl KeymapFault {
    /// Creates the fault of a file that cannot be read.
    pub fn unreadable(file: &Path, why: &str) -> Self {
        Self {
            file: file.to_owned(),
            line: None,
            message: crate::redact::one_line(why),
        }
    }
}

impl fmt::Display for KeymapFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = crate::redact::one_line(&self.file.display().to_string());
        match self.line {
            Some(line) => write!(f, "{file}:{line}: {}", self.message),
            None => write!(f, "{file}: {}", self.message),
        }
    }
}

impl std::error::Error for KeymapFault {}
