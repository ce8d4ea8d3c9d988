//! A text in the human's own editor, by way of a private file that is removed afterwards.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use uuid::Uuid;

use crate::language::say;

/// What names it.
pub(super) fn named() -> Option<String> {
    ["VISUAL", "EDITOR"].into_iter().find_map(|name| {
        std::env::var(name)
            .ok()
            .filter(|value| !value.trim().is_empty())
    })
}

/// Opens the editor and waits. Gives the text after it; nothing where it ended with an error, which is its way to say
/// "leave it".
///
/// # Errors
/// What could not be done, and what to do next.
pub(super) fn edit(text: &str, root: &Path) -> Result<Option<String>, String> {
    let line = named().ok_or_else(|| say!("plain-no-editor").to_owned())?;
    let in_words = |error: io::Error| say!("external-cannot-hand-over", why = error);
    let file = Draft::write(text).map_err(in_words)?;
    let mut words = line.split_whitespace();
    let program = words.next().unwrap_or("vi");
    let status = Command::new(program)
        .args(words)
        .arg(&file.0)
        .current_dir(root)
        .status()
        .map_err(|error| say!("external-cannot-start", program, cause = error))?;
    match status.success() {
        true => fs::read_to_string(&file.0).map(Some).map_err(in_words),
        false => Ok(None),
    }
}

/// A private file, removed when dropped.
struct Draft(PathBuf);

impl Draft {
    fn write(text: &str) -> io::Result<Self> {
        let name = format!("agentichat-{}.txt", Uuid::now_v7());
        let draft = Self(std::env::temp_dir().join(name));
        let mut file = OpenOptions::new()
            .write(true)
            .create_new(true)
            .mode(0o600)
            .open(&draft.0)?;
        file.write_all(text.as_bytes())?;
        Ok(draft)
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        fs::remove_file(&self.0).ok();
    }
}
