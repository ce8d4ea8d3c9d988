//! Faults in a row of a key table, with file and line.

use std::path::{Path, PathBuf};

use notice::{Notice, notice};

/// A row of a key table, or a whole table, that is not used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.notice())]
pub struct KeymapFault {
    pub file: PathBuf,
    /// Line, from 1; `None` if the file could not be read.
    pub line: Option<usize>,
    /// The fault and what to do about it.
    pub message: Notice,
}

impl KeymapFault {
    /// Creates the fault of a file that cannot be read.
    pub fn unreadable(file: &Path, why: Notice) -> Self {
        Self {
            file: file.to_owned(),
            line: None,
            message: why,
        }
    }

    /// Returns the fault with its place.
    pub fn notice(&self) -> Notice {
        let path = redact::one_line(&self.file.display().to_string());
        let why = &self.message;
        match self.line {
            Some(line) => notice!("keymap-fault", path, line, why),
            None => notice!("keymap-fault-file", path, why),
        }
    }
}
