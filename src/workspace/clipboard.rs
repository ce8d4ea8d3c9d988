//! Reads the picture on the system's clipboard, or the text if there is none, through the desktop's
//! programs. Only when the user pastes. Bounded in time and bytes.

use std::path::Path;
use std::time::Duration;

use base64::Engine;

use super::child;
use notice::{Notice, notice};
use support::helper::Helpers;

/// Time limit for a program: the clipboard's owner produces the picture on request.
const TIME_LIMIT: Duration = Duration::from_secs(4);

/// Most bytes of a picture on the clipboard.
const MOST_BYTES: u64 = 10 * 1024 * 1024;

/// Most bytes of a text on the clipboard: the same limit as for any paste.
const MOST_TEXT: u64 = 8 * 1024 * 1024;

/// Asks Windows, from WSL, for the picture and writes it as base64, because only text
/// survives the transfer.
const WINDOWS: &str = "Add-Type -AssemblyName System.Windows.Forms,System.Drawing; \
    $i = [System.Windows.Forms.Clipboard]::GetImage(); if (-not $i) { exit 1 }; \
    $m = New-Object System.IO.MemoryStream; $i.Save($m, [System.Drawing.Imaging.ImageFormat]::Png); \
    [Console]::Out.Write([Convert]::ToBase64String($m.ToArray()))";

/// Asks Windows for the text, the same way.
const WINDOWS_TEXT: &str = "$t = Get-Clipboard -Raw; if (-not $t) { exit 1 }; \
    [Console]::Out.Write([Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($t)))";

/// Output encoding of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WriteForm {
    Plain,
    Base64,
    /// Hexadecimal digits in `«data PNGf…»`.
    AppleScript,
}

impl WriteForm {
    /// Returns the most bytes of output for content of `bytes` bytes.
    fn length(self, bytes: u64) -> u64 {
        match self {
            WriteForm::Plain => bytes,
            WriteForm::Base64 => bytes / 3 * 4 + 4,
            WriteForm::AppleScript => bytes * 2 + 64,
        }
    }

    /// Decodes the output; `None` if it is not valid.
    fn read(self, said: Vec<u8>) -> Option<Vec<u8>> {
        match self {
            WriteForm::Plain => Some(said),
            WriteForm::Base64 => {
                let text = String::from_utf8(said).ok()?;
                base64::engine::general_purpose::STANDARD
                    .decode(text.trim())
                    .ok()
            }
            WriteForm::AppleScript => {
                let text = String::from_utf8(said).ok()?;
                let (_, data) = text.split_once("PNGf")?;
                let digits: Vec<char> = data.chars().take_while(char::is_ascii_hexdigit).collect();
                digits
                    .chunks(2)
                    .map(|pair: &[char]| {
                        let text: String = pair.iter().collect();
                        u8::from_str_radix(&text, 16).ok()
                    })
                    .collect()
            }
        }
    }
}

/// A program that writes the clipboard to its standard output.
type Program<'a> = (&'a str, &'a [&'a str], WriteForm);

const TEXT_PROGRAMS: [Program<'_>; 5] = [
    (
        "wl-paste",
        &["--no-newline", "--type", "text"],
        WriteForm::Plain,
    ),
    (
        "xclip",
        &["-selection", "clipboard", "-target", "UTF8_STRING", "-out"],
        WriteForm::Plain,
    ),
    ("xsel", &["--clipboard", "--output"], WriteForm::Plain),
    ("pbpaste", &[], WriteForm::Plain),
    (
        "powershell.exe",
        &["-NoProfile", "-NonInteractive", "-Command", WINDOWS_TEXT],
        WriteForm::Base64,
    ),
];

const PROGRAMS: [Program<'_>; 5] = [
    (
        "wl-paste",
        &["--no-newline", "--type", "image/png"],
        WriteForm::Plain,
    ),
    (
        "xclip",
        &["-selection", "clipboard", "-target", "image/png", "-out"],
        WriteForm::Plain,
    ),
    ("pngpaste", &["-"], WriteForm::Plain),
    (
        "osascript",
        &["-e", "the clipboard as «class PNGf»"],
        WriteForm::AppleScript,
    ),
    (
        "powershell.exe",
        &["-NoProfile", "-NonInteractive", "-STA", "-Command", WINDOWS],
        WriteForm::Base64,
    ),
];

/// The content of the clipboard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Bytes of a picture.
    Picture(Vec<u8>),
    /// The unchanged text.
    Text(String),
}

/// The reason for having no content.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{}", self.notice())]
pub enum ClipboardError {
    NoProgram,
    /// A program ran and returned nothing.
    Nothing,
    /// The picture is too large.
    TooLong,
    /// The text is too long.
    LongText,
}

impl ClipboardError {
    /// Returns the message for the user.
    pub fn notice(&self) -> Notice {
        match self {
            Self::NoProgram => notice!("told-clipboard-no-program"),
            Self::Nothing => notice!("told-clipboard-empty"),
            Self::TooLong => notice!("told-clipboard-picture", bytes = MOST_BYTES),
            Self::LongText => notice!("told-clipboard-text", bytes = MOST_TEXT),
        }
    }
}

/// Returns the content of the clipboard. A picture comes before a text, because programs often add
/// the address of a picture as text. Blocks for some seconds at most; runs no program that lies in
/// the workspace.
///
/// # Errors
/// See [`ClipboardError`].
pub fn content(root: &Path) -> Result<Content, ClipboardError> {
    content_by(&Helpers::outside(root), &PROGRAMS, &TEXT_PROGRAMS)
}

fn content_by(
    helpers: &Helpers,
    pictures: &[Program<'_>],
    texts: &[Program<'_>],
) -> Result<Content, ClipboardError> {
    let why = match written_by(helpers, pictures, MOST_BYTES) {
        Ok(picture) => return Ok(Content::Picture(picture)),
        Err(ClipboardSilence::TooLong) => return Err(ClipboardError::TooLong),
        Err(why) => why,
    };
    match (written_by(helpers, texts, MOST_TEXT), why) {
        (Ok(text), _) => Ok(Content::Text(String::from_utf8_lossy(&text).into_owned())),
        (Err(ClipboardSilence::TooLong), _) => Err(ClipboardError::LongText),
        (Err(ClipboardSilence::NoProgram), ClipboardSilence::NoProgram) => {
            Err(ClipboardError::NoProgram)
        }
        (Err(_), _) => Err(ClipboardError::Nothing),
    }
}

/// The reason why no program has returned usable output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ClipboardSilence {
    NoProgram,
    /// The existing programs have nothing.
    Nothing,
    /// A program wrote more than the limit.
    TooLong,
}

/// Returns the output of the first program that has something.
fn written_by(
    helpers: &Helpers,
    programs: &[Program<'_>],
    most: u64,
) -> Result<Vec<u8>, ClipboardSilence> {
    let mut was_asked = false;
    for (program, arguments, written) in programs {
        let Some(mut command) = helpers.command(program) else {
            continue;
        };
        command.args(*arguments);
        let limit = written.length(most);
        // A program that writes more is ended by the limit and so exits with a failure.
        let said = child::run_with_input(command, TIME_LIMIT, Vec::new(), limit + 1);
        let Some(said) = said else {
            continue;
        };
        was_asked = true;
        if said.stdout.len() as u64 > limit {
            return Err(ClipboardSilence::TooLong);
        }
        let found = written.read(said.stdout).filter(|bytes| !bytes.is_empty());
        if said.ok
            && let Some(found) = found
        {
            return Ok(found);
        }
    }
    Err(if was_asked {
        ClipboardSilence::Nothing
    } else {
        ClipboardSilence::NoProgram
    })
}

#[cfg(test)]
mod tests {
    use super::{content_by as content_of, written_by as written_of, *};

    fn helpers() -> Helpers {
        Helpers::outside(Path::new("/nowhere"))
    }

    fn content_by(
        pictures: &[Program<'_>],
        texts: &[Program<'_>],
    ) -> Result<Content, ClipboardError> {
        content_of(&helpers(), pictures, texts)
    }

    fn written_by(programs: &[Program<'_>], most: u64) -> Result<Vec<u8>, ClipboardSilence> {
        written_of(&helpers(), programs, most)
    }

    const MISSING: Program<'_> = ("agentichat-has-no-such-program", &[], WriteForm::Plain);
    const EMPTY: Program<'_> = ("false", &[], WriteForm::Plain);

    #[test]
    fn the_first_program_that_has_a_picture_gives_it() {
        let found = content_by(
            &[MISSING, EMPTY, ("printf", &["png"], WriteForm::Plain)],
            &[("printf", &["text"], WriteForm::Plain)],
        );
        assert_eq!(found, Ok(Content::Picture(b"png".to_vec())));
    }

    #[test]
    fn without_a_program_it_is_said_which_to_install() {
        let missing = content_by(&[MISSING], &[MISSING]);
        assert!(missing.unwrap_err().to_string().contains("wl-clipboard"));
        for (pictures, texts) in [(EMPTY, MISSING), (MISSING, EMPTY), (EMPTY, EMPTY)] {
            let empty = content_by(&[pictures], &[texts]);
            assert_eq!(empty, Err(ClipboardError::Nothing));
        }
    }

    #[test]
    fn where_there_is_no_picture_the_text_is_taken_as_it_is() {
        let text: Program<'_> = ("printf", &["one\\n\\ttwo\\n"], WriteForm::Plain);
        for pictures in [MISSING, EMPTY] {
            let found = content_by(&[pictures], &[MISSING, text]);
            assert_eq!(found, Ok(Content::Text("one\n\ttwo\n".into())));
        }
        let endless: Program<'_> = ("yes", &[], WriteForm::Plain);
        assert_eq!(
            content_by(&[EMPTY], &[endless]),
            Err(ClipboardError::LongText)
        );
    }

    #[test]
    fn a_picture_over_the_limit_is_too_large_and_not_missing() {
        let long: Program<'_> = ("printf", &["png png"], WriteForm::Plain);
        assert_eq!(written_by(&[long], 6), Err(ClipboardSilence::TooLong));
        assert_eq!(written_by(&[long], 7), Ok(b"png png".to_vec()));
        // A program that writes for ever is ended at the limit and reported as too long.
        let endless: Program<'_> = ("yes", &[], WriteForm::Plain);
        assert_eq!(content_by(&[endless], &[]), Err(ClipboardError::TooLong));
        assert!(
            ClipboardError::TooLong
                .to_string()
                .contains("10485760 bytes")
        );
    }

    #[test]
    fn what_other_systems_write_as_text_is_read_back_as_bytes() {
        let windows: Program<'_> = ("printf", &["iVBORw0K"], WriteForm::Base64);
        let png = Ok(vec![0x89, b'P', b'N', b'G', b'\r', b'\n']);
        assert_eq!(written_by(&[windows], MOST_BYTES), png);
        let mac: Program<'_> = (
            "printf",
            &["«data PNGf89504E470D0A»\n"],
            WriteForm::AppleScript,
        );
        assert_eq!(written_by(&[mac], MOST_BYTES), png);
        let text: Program<'_> = ("printf", &["some text"], WriteForm::AppleScript);
        assert_eq!(
            written_by(&[text], MOST_BYTES),
            Err(ClipboardSilence::Nothing)
        );
    }
}
