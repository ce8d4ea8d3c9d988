//! The picture on the system's clipboard, by way of the programs that desktops have for it. Bounded in time and bytes.

use std::process::Command;
use std::time::Duration;

use base64::Engine;

use super::child;

/// How long a program may take: the clipboard's owner makes the picture when it is asked for.
const TIME_LIMIT: Duration = Duration::from_secs(4);

/// Bytes of a picture on the clipboard, at most.
const MOST_BYTES: u64 = 10 * 1024 * 1024;

/// Asks Windows, from a Linux under it, for the picture, and writes it as base64: text is what survives on the way.
const WINDOWS: &str = "Add-Type -AssemblyName System.Windows.Forms,System.Drawing; \
    $i = [System.Windows.Forms.Clipboard]::GetImage(); if (-not $i) { exit 1 }; \
    $m = New-Object System.IO.MemoryStream; $i.Save($m, [System.Drawing.Imaging.ImageFormat]::Png); \
    [Console]::Out.Write([Convert]::ToBase64String($m.ToArray()))";

/// How a program writes the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Written {
    /// As its bytes.
    Plain,
    /// As base64.
    Base64,
    /// As hexadecimal digits in `«data PNGf…»`.
    AppleScript,
}

impl Written {
    /// Bytes of what is written of so many bytes, at most.
    fn length(self, bytes: u64) -> u64 {
        match self {
            Written::Plain => bytes,
            Written::Base64 => bytes / 3 * 4 + 4,
            Written::AppleScript => bytes * 2 + 64,
        }
    }

    /// The picture; nothing where what was written is none.
    fn read(self, said: Vec<u8>) -> Option<Vec<u8>> {
        match self {
            Written::Plain => Some(said),
            Written::Base64 => {
                let text = String::from_utf8(said).ok()?;
                base64::engine::general_purpose::STANDARD
                    .decode(text.trim())
                    .ok()
            }
            Written::AppleScript => {
                let text = String::from_utf8(said).ok()?;
                let (_, data) = text.split_once("PNGf")?;
                let digits: Vec<char> = data.chars().take_while(char::is_ascii_hexdigit).collect();
                let byte = |pair: &[char]| {
                    let text: String = pair.iter().collect();
                    u8::from_str_radix(&text, 16).ok()
                };
                digits.chunks(2).map(byte).collect()
            }
        }
    }
}

/// A program that writes the clipboard's picture to its standard output.
type Program<'a> = (&'a str, &'a [&'a str], Written);

const PROGRAMS: [Program<'_>; 5] = [
    (
        "wl-paste",
        &["--no-newline", "--type", "image/png"],
        Written::Plain,
    ),
    (
        "xclip",
        &["-selection", "clipboard", "-target", "image/png", "-out"],
        Written::Plain,
    ),
    ("pngpaste", &["-"], Written::Plain),
    (
        "osascript",
        &["-e", "the clipboard as «class PNGf»"],
        Written::AppleScript,
    ),
    (
        "powershell.exe",
        &["-NoProfile", "-NonInteractive", "-STA", "-Command", WINDOWS],
        Written::Base64,
    ),
];

/// Why there is no picture.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ClipboardError {
    /// No program can be asked.
    #[error(
        "the clipboard cannot be read: install wl-clipboard (Wayland) or xclip (X11), or drop the picture's file on the editor"
    )]
    NoProgram,
    /// A program was asked and had none.
    #[error("there is no picture on the clipboard of the machine that agentichat runs on")]
    NoPicture,
    /// There is one, and it is too large.
    #[error(
        "the picture on the clipboard has more than the {MOST_BYTES} bytes that are read; copy a smaller part of it, or \
         attach a smaller copy as a file"
    )]
    TooLong,
}

/// The bytes of the picture. Blocks for some seconds at most.
///
/// # Errors
/// See [`ClipboardError`].
pub fn picture() -> Result<Vec<u8>, ClipboardError> {
    picture_by(&PROGRAMS, MOST_BYTES)
}

fn picture_by(programs: &[Program<'_>], most: u64) -> Result<Vec<u8>, ClipboardError> {
    let mut was_asked = false;
    for (program, arguments, written) in programs {
        let mut command = Command::new(program);
        command.args(*arguments);
        let limit = written.length(most);
        // One that writes more is ended by that, and does not end well.
        let said = child::run_with_input(command, TIME_LIMIT, Vec::new(), limit + 1);
        let Some(said) = said else {
            continue;
        };
        was_asked = true;
        if said.stdout.len() as u64 > limit {
            return Err(ClipboardError::TooLong);
        }
        let picture = written.read(said.stdout).filter(|bytes| !bytes.is_empty());
        if said.ok
            && let Some(picture) = picture
        {
            return Ok(picture);
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

    const MISSING: Program<'_> = ("agentichat-has-no-such-program", &[], Written::Plain);
    const EMPTY: Program<'_> = ("false", &[], Written::Plain);

    #[test]
    fn the_first_program_that_has_a_picture_gives_it() {
        let found = picture_by(
            &[MISSING, EMPTY, ("printf", &["png"], Written::Plain)],
            MOST_BYTES,
        );
        assert_eq!(found, Ok(b"png".to_vec()));
    }

    #[test]
    fn without_a_program_it_is_said_which_to_install() {
        let missing = picture_by(&[MISSING], MOST_BYTES);
        assert!(missing.unwrap_err().to_string().contains("wl-clipboard"));
        let empty = picture_by(&[EMPTY], MOST_BYTES);
        assert_eq!(empty, Err(ClipboardError::NoPicture));
    }

    #[test]
    fn a_picture_over_the_limit_is_too_large_and_not_missing() {
        let long: Program<'_> = ("printf", &["png png"], Written::Plain);
        assert_eq!(picture_by(&[long], 6), Err(ClipboardError::TooLong));
        assert_eq!(picture_by(&[long], 7), Ok(b"png png".to_vec()));
        // One that writes for ever is ended at the limit, and told so as well.
        let endless: Program<'_> = ("yes", &[], Written::Plain);
        assert_eq!(picture_by(&[endless], 1_000), Err(ClipboardError::TooLong));
        assert!(
            ClipboardError::TooLong
                .to_string()
                .contains("10485760 bytes")
        );
    }

    #[test]
    fn what_other_systems_write_as_text_is_read_back_as_bytes() {
        let windows: Program<'_> = ("printf", &["iVBORw0K"], Written::Base64);
        let png = Ok(vec![0x89, b'P', b'N', b'G', b'\r', b'\n']);
        assert_eq!(picture_by(&[windows], MOST_BYTES), png);
        let mac: Program<'_> = (
            "printf",
            &["«data PNGf89504E470D0A»\n"],
            Written::AppleScript,
        );
        assert_eq!(picture_by(&[mac], MOST_BYTES), png);
        let text: Program<'_> = ("printf", &["some text"], Written::AppleScript);
        assert_eq!(
            picture_by(&[text], MOST_BYTES),
            Err(ClipboardError::NoPicture)
        );
    }
}
