//! Opens a text or file in the user's own editor. A text goes through a private file that is
//! removed afterwards, unless the editor failed and left something in it; a file is opened
//! directly. The caller must release the terminal while the editor runs. Blocks.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;

use tempfile::TempPath;

use l10n::say;
use support::helper::Helpers;

/// The editor could not be used.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// The command of the editor has a quote that is not closed.
    #[error("{}", open_quote(.0))]
    Quote(String),
    /// The editor could not be started.
    #[error("{}", cannot_start(.program, .cause))]
    Start { program: String, cause: io::Error },
    /// The file could not be created.
    #[error("{}", cannot_hand_over(.0))]
    File(#[from] io::Error),
    /// The editor ended with an error, but left something in the file, which is kept.
    #[error("{}", failed(.0))]
    Failed(PathBuf),
    /// The editor left a file that cannot be read as text. The file is kept.
    #[error("{}", cannot_read_back(.path, .cause))]
    Read { path: PathBuf, cause: io::Error },
}

fn open_quote(editor: &str) -> String {
    say!("external-open-quote", editor)
}

fn cannot_start(program: &str, cause: &io::Error) -> String {
    say!("external-cannot-start", program, cause)
}

fn cannot_hand_over(why: &io::Error) -> String {
    say!("external-cannot-hand-over", why)
}

fn failed(path: &Path) -> String {
    say!("external-failed", path = path.display())
}

fn cannot_read_back(path: &Path, why: &io::Error) -> String {
    say!("external-cannot-read-back", path = path.display(), why)
}

/// Returns the command of the editor that `$VISUAL` or `$EDITOR` names, as a shell would read it.
pub fn named() -> Option<String> {
    ["VISUAL", "EDITOR"].into_iter().find_map(|name| {
        let value = std::env::var(name).ok();
        value.filter(|value| !value.trim().is_empty())
    })
}

/// Opens a text in an editor and waits. Returns the edited text; `None` if the editor ended with an
/// error and left the file as it was, which is the user's way to discard the edit.
///
/// # Errors
/// Fails if the text cannot be written to a file, if the editor cannot be started, or if what it
/// left cannot be used: the file is kept then, and the error names it.
pub fn edit(editor: &str, text: &str, root: &Path) -> Result<Option<String>, EditError> {
    let file = draft(text)?;
    let status = run(editor, &file, 1, root)?;
    let edited = fs::read(&file);
    let is_left = edited
        .as_ref()
        .is_ok_and(|edited| edited == text.as_bytes());
    match edited.and_then(|edited| String::from_utf8(edited).map_err(io::Error::other)) {
        Ok(edited) if status.success() => Ok(Some(edited)),
        // An editor that was killed may have a copy of its own beside the file.
        Ok(_) if is_left && status.code().is_some() => Ok(None),
        Ok(_) => Err(EditError::Failed(kept(file)?)),
        Err(cause) => Err(EditError::Read {
            path: kept(file)?,
            cause,
        }),
    }
}

/// Opens a file at a line and waits; returns whether the editor exited successfully.
///
/// # Errors
/// Fails if the editor cannot be started.
pub fn open(editor: &str, path: &Path, line: u32, root: &Path) -> Result<bool, EditError> {
    run(editor, path, line, root).map(|status| status.success())
}

fn run(editor: &str, path: &Path, line: u32, root: &Path) -> Result<ExitStatus, EditError> {
    let words = shell_words::split(editor).map_err(|_| EditError::Quote(editor.to_owned()))?;
    let mut words = words.into_iter();
    let program = words.next().unwrap_or_else(|| "vi".to_owned());
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
    started.map_err(|cause| EditError::Start { program, cause })
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

/// Writes a text to a private file, which is removed when dropped.
fn draft(text: &str) -> io::Result<TempPath> {
    let mut named = tempfile::Builder::new();
    let mut file = named.prefix("agentichat-").suffix(".md").tempfile()?;
    file.write_all(text.as_bytes())?;
    Ok(file.into_temp_path())
}

/// Keeps a text in a private file, so that the user's work is not lost; returns its path.
///
/// # Errors
/// If the file cannot be written.
pub fn keep(text: &str) -> io::Result<PathBuf> {
    kept(draft(text)?)
}

/// Keeps the file; returns its path.
fn kept(file: TempPath) -> io::Result<PathBuf> {
    file.keep().map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// Makes an editor of a shell script, at a path with a blank and a quote. Returns the folder
    /// and the command, quoted.
    fn editor(script: &str) -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("the user's own").join("my editor");
        fs::create_dir(path.parent().unwrap()).unwrap();
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
        let command = format!("\"{}\"", path.display());
        (folder, command)
    }

    #[test]
    fn the_path_of_an_editor_may_have_blanks_if_it_is_quoted() {
        let (folder, command) = editor(r#"printf '%s|' "$1" "$2" "$#" >> "$3""#);
        let escaped = command
            .trim_matches('"')
            .replace(' ', r"\ ")
            .replace('\'', r"\'");
        for command in [command, escaped] {
            let command = format!("{command} --wait 'two words'");
            let edited = edit(&command, "before ", folder.path()).unwrap();
            assert_eq!(edited.unwrap(), "before --wait|two words|3|");
        }
    }

    #[test]
    fn a_quote_that_is_not_closed_is_told_and_nothing_is_started() {
        let (folder, command) = editor("touch started");
        for wrong in [
            format!("{command} 'x"),
            command.trim_end_matches('"').to_owned(),
        ] {
            let refused = edit(&wrong, "text", folder.path()).unwrap_err();
            assert!(matches!(&refused, EditError::Quote(told) if *told == wrong));
            assert!(refused.to_string().contains(&wrong), "{refused}");
        }
        assert!(!folder.path().join("started").exists());
    }

    #[test]
    fn the_file_is_private_and_gone_afterwards() {
        let (folder, command) = editor(r#"stat -c '%a %n' "$1" > facts; echo edited > "$1""#);
        let edited = edit(&command, "text", folder.path()).unwrap();
        assert_eq!(edited.unwrap(), "edited\n");
        let facts = fs::read_to_string(folder.path().join("facts")).unwrap();
        let path = facts.trim_end().strip_prefix("600 ").unwrap();
        assert!(path.ends_with(".md"), "{path}");
        assert!(!Path::new(path).exists(), "{path}");
    }

    #[test]
    fn an_edit_that_is_discarded_leaves_nothing() {
        let (folder, command) = editor(r#"echo "$1" > path; exit 1"#);
        assert!(edit(&command, "text", folder.path()).unwrap().is_none());
        let path = fs::read_to_string(folder.path().join("path")).unwrap();
        assert!(!Path::new(path.trim_end()).exists(), "{path}");
    }

    #[test]
    fn what_an_editor_leaves_is_kept_if_it_fails() {
        let scripts: [(&str, &[u8]); 3] = [
            (r#"echo more >> "$1"; exit 1"#, b"text\nmore\n"),
            ("kill -9 $$", b"text\n"),
            (r#"printf '\377' > "$1""#, b"\xff"),
        ];
        for (script, left) in scripts {
            let (folder, command) = editor(script);
            let failed = edit(&command, "text\n", folder.path()).unwrap_err();
            let (EditError::Failed(path) | EditError::Read { path, .. }) = &failed else {
                panic!("{script}: {failed}");
            };
            assert_eq!(fs::read(path).unwrap(), left, "{script}");
            assert!(failed.to_string().contains(&*path.to_string_lossy()));
            fs::remove_file(path).unwrap();
        }
    }

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
