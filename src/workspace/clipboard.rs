//! The picture on the system's clipboard, by way of the programs that desktops have for it. Bounded in time and bytes.

use std::process::Command;
use std::time::Duration;

use super::child;

/// How long a program may take: the clipboard's owner makes the picture when it is asked for.
const TIME_LIMIT: Duration = Duration::from_secs(4);

/// Bytes of a picture on the clipboard, at most; one more than that is told to be too long later.
const MOST_BYTES: u64 = 10 * 1024 * 1024 + 1;

/// Programs that write the clipboard's picture to their standard output.
const PROGRAMS: [(&str, &[&str]); 3] = [
    ("wl-paste", &["--no-newline", "--type", "image/png"]),
    (
        "xclip",
        &["-selection", "clipboard", "-target", "image/png", "-out"],
    ),
    ("pngpaste", &["-"]),
];

/// Why there is no picture.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ClipboardError {
    /// No program can be asked.
    #[error(
        "the clipboard cannot be read: install wl-clipboard (Wayland), xclip (X11) or pngpaste (macOS), \
         or drop the picture's file on the editor"
    )]
    NoProgram,
    /// A program was asked and had none.
    #[error("there is no picture on the clipboard of the machine that agentichat runs on")]
    NoPicture,
}

/// The bytes of the picture. Blocks for some seconds at most.
///
/// # Errors
/// See [`ClipboardError`].
pub fn picture() -> Result<Vec<u8>, ClipboardError> {
    picture_by(&PROGRAMS)
}

fn picture_by(programs: &[(&str, &[&str])]) -> Result<Vec<u8>, ClipboardError> {
    let mut was_asked = false;
    for (program, arguments) in programs {
        let mut command = Command::new(program);
        command.args(*arguments);
        let Some(said) = child::run_with_input(command, TIME_LIMIT, Vec::new(), MOST_BYTES) else {
            continue;
        };
        was_asked = true;
        if said.ok && !said.stdout.is_empty() {
            return Ok(said.stdout);
        }
    }
    Err(match was_asked {
        true => ClipboardError::NoPicture,
        false => ClipboardError::NoProgram,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_program_that_has_a_picture_gives_it() {
        let found = picture_by(&[
            ("agentichat-has-no-such-program", &[]),
            ("false", &[]),
            ("printf", &["png"]),
        ]);
        assert_eq!(found, Ok(b"png".to_vec()));
    }

    #[test]
    fn without_a_program_it_is_said_which_to_install() {
        let missing = picture_by(&[("agentichat-has-no-such-program", &[])]);
        assert!(missing.unwrap_err().to_string().contains("wl-clipboard"));
        assert_eq!(
            picture_by(&[("false", &[])]),
            Err(ClipboardError::NoPicture)
        );
    }
}
