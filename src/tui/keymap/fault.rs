//! What is wrong with a row of a key table, with file and line.

use std::fmt;
use std::path::{Path, PathBuf};

/// A row of a key table, or a whole one, that is not used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeymapFault {
    pub file: PathBuf,
    /// The line, from 1; `None` where the file could not be read.
    pub line: Option<usize>,
    /// What is wrong and what to do.
    pub message: String,
}

impl KeymapFault {
    /// A file that cannot be read.
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
