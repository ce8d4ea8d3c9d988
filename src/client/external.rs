//! Opens a text or file in the user's own editor. A text goes through a private file that is
//! removed afterwards; a file is opened directly. The caller must release the terminal while the
//! editor runs. Blocks.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use uuid::Uuid;

use l10n::say;
use support::helper::Helpers;

/// The editor could not be used.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// The editor could not be started.
    #[error("{}", cannot_start(.program, .cause))]
    Start { program: String, cause: io::Error },
    /// The file could not be created or read.
    #[error("{}", cannot_hand_over(.0))]
    File(#[from] io::Error),
}

fn cannot_start(program: &str, cause: &io::Error) -> String {
    say!("external-cannot-start", program, cause)
}

fn cannot_hand_over(why: &io::Error) -> String {
    say!("external-cannot-hand-over", why)
}

/// Returns the editor that `$VISUAL` or `$EDITOR` names, with its arguments.
pub fn named() -> Option<String> {
    ["VISUAL", "EDITOR"].into_iter().find_map(|name| {
        let value = std::env::var(name).ok();
        value.filter(|value| !value.trim().is_empty())
    })
}

/// Opens a text in an editor and waits. Returns the edited text; `None` if the editor ended with an
/// error, which is the user's way to discard the edit.
///
/// # Errors
/// Fails if the text cannot be written to a file, or the editor cannot be started.
pub fn edit(editor: &str, text: &str, root: &Path) -> Result<Option<String>, EditError> {
    let file = TemporaryDraft::write(text)?;
    let saved = open(editor, &file.0, 1, root)?;
    Ok(saved.then(|| fs::read_to_string(&file.0)).transpose()?)
}

/// Opens a file at a line and waits; returns whether the editor exited successfully.
///
/// # Errors
/// Fails if the editor cannot be started.
pub fn open(editor: &str, path: &Path, line: u32, root: &Path) -> Result<bool, EditError> {
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or("vi").to_owned();
    let command = Helpers::outside(root).editor(&program);
    let started = command
        .ok_or_else(|| io::ErrorKind::NotFound.into())
        .and_then(|mut command| {
            command
                .args(words)
                .args(place_words(&program, path, line))
                .current_dir(root)
                .status()
        });
    let status = started.map_err(|cause| EditError::Start { program, cause })?;
    Ok(status.success())
}

/// Returns the arguments that open a file at a line, for editors known to support it; for other
/// editors, and for the first line, only the path.
fn place_words(program: &str, path: &Path, line: u32) -> Vec<OsString> {
    let name = program.rsplit('/').next().unwrap_or(program);
    let with = |sign: &str| {
        let mut place = path.as_os_str().to_owned();
        place.push(format!("{sign}{line}"));
        place
    };
    match name {
        _ if line <= 1 => vec![path.into()],
        "vi" | "vim" | "nvim" | "view" | "nano" | "emacs" | "emacsclient" | "kak" | "micro"
        | "joe" | "mg" | "ne" => vec![format!("+{line}").into(), path.into()],
        "hx" | "helix" | "subl" | "zed" => vec![with(":")],
        "code" | "codium" | "cursor" => vec!["-g".into(), with(":")],
        _ => vec![path.into()],
    }
}

/// A private file, removed when dropped.
struct TemporaryDraft(PathBuf);

impl TemporaryDraft {
    fn write(text: &str) -> io::Result<Self> {
        let name = format!("agentichat-{}.md", Uuid::now_v7());
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

impl Drop for TemporaryDraft {
    fn drop(&mut self) {
        fs::remove_file(&self.0).ok();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_editor_is_asked_for_the_line_and_another_gets_the_path_alone() {
        let words = |program, line| {
            let words = place_words(program, Path::new("/w/a b.rs"), line);
            words
                .into_iter()
                .map(|word| word.into_string().unwrap())
                .collect::<Vec<_>>()
        };
        assert_eq!(words("/usr/bin/vim", 12), ["+12", "/w/a b.rs"]);
        assert_eq!(words("hx", 12), ["/w/a b.rs:12"]);
        assert_eq!(words("code", 12), ["-g", "/w/a b.rs:12"]);
        assert_eq!(words("my-editor", 12), ["/w/a b.rs"]);
        assert_eq!(words("vi", 1), ["/w/a b.rs"]);
    }
}
