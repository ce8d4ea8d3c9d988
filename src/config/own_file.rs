//! A whole text file of the user's own that is written only if it still has the content that the
//! user saw. A dotfile manager's link stays a link; a byte order mark stays too.

use std::io;
use std::path::{Path, PathBuf};

use super::read::read_text;
use super::rules_file::begins_with_mark;
use notice::{Notice, notice};
use support::atomic::{Access, replace};

/// The file could not be read or written. It is unchanged.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.notice())]
pub enum OwnFileError {
    /// The file cannot be read.
    Read { path: PathBuf, what: Notice },
    /// The file changed after the user saw it.
    Changed { path: PathBuf },
    /// The file cannot be written.
    Write { path: PathBuf, cause: io::Error },
}

impl OwnFileError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Read { path, what } => notice!("told-at", place = path.display(), why = what),
            Self::Changed { path } => notice!("told-file-others", path = path.display()),
            Self::Write { path, cause } => {
                notice!("told-file-who", path = path.display(), why = cause)
            }
        }
    }
}

/// Reads the file; `None` if it does not exist.
///
/// # Errors
/// If it is no small text file, or cannot be read.
pub fn read(path: &Path) -> Result<Option<String>, OwnFileError> {
    let target = target(path);
    read_text(&target).map_err(|what| OwnFileError::Read {
        path: path.to_owned(),
        what,
    })
}

/// Writes the file if it still holds `seen`; `None` means that the file does not exist, before and
/// after.
///
/// # Errors
/// If it holds something else by now, or cannot be written.
pub fn write(path: &Path, seen: Option<&str>, text: Option<&str>) -> Result<(), OwnFileError> {
    if read(path)?.as_deref() != seen {
        return Err(OwnFileError::Changed {
            path: path.to_owned(),
        });
    }
    let target = target(path);
    let written = match text {
        Some(text) if begins_with_mark(&target) => {
            replace(&target, &format!("\u{feff}{text}"), Access::Kept)
        }
        Some(text) => replace(&target, text, Access::Kept),
        None if seen.is_none() => Ok(()),
        None => std::fs::remove_file(&target),
    };
    written.map_err(|cause| OwnFileError::Write {
        path: path.to_owned(),
        cause,
    })
}

fn target(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_only_over_what_was_seen() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/keymap.toml");
        assert_eq!(read(&file).unwrap(), None);
        write(&file, None, Some("a = 1\n")).unwrap();
        assert_eq!(read(&file).unwrap().as_deref(), Some("a = 1\n"));
        let why = write(&file, None, Some("b = 1\n")).unwrap_err();
        assert!(matches!(why, OwnFileError::Changed { .. }), "{why}");
        write(&file, Some("a = 1\n"), Some("b = 1\n")).unwrap();
        write(&file, Some("b = 1\n"), None).unwrap();
        assert!(!file.exists(), "it is as it was before there was one");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_a_mark_a_mark() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (
            folder.path().join("dots.toml"),
            folder.path().join("keymap.toml"),
        );
        std::fs::write(&file, "\u{feff}a = 1\n").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, Some("a = 1\n"), Some("a = 2\n")).unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "\u{feff}a = 2\n");
    }
}
