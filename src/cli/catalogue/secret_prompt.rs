//! Asks for a secret: from the terminal without echo, or from standard input if that
//! is no terminal.
//!
//! `rpassword` leaves the echo off after Ctrl+C, and returns a cut-off input as if it were whole.

use std::io::{self, IsTerminal, Read};
use std::os::fd::AsFd;

use nix::sys::termios::{LocalFlags, SetArg, Termios, tcgetattr, tcsetattr};

use crate::cli::stderr;
use redact::Secret;

/// Maximum bytes of a secret.
const LONGEST: usize = 4_096;

/// Turns the terminal's echo off; dropping it in any way restores the echo.
struct EchoOff {
    before: Termios,
}

impl EchoOff {
    /// Turns echo off and delivers each key at once, including Ctrl+C.
    fn begin() -> io::Result<Self> {
        let stdin = io::stdin();
        let before = tcgetattr(stdin.as_fd())?;
        let mut hidden = before.clone();
        hidden
            .local_flags
            .remove(LocalFlags::ECHO | LocalFlags::ICANON | LocalFlags::ISIG);
        tcsetattr(stdin.as_fd(), SetArg::TCSAFLUSH, &hidden)?;
        Ok(Self { before })
    }
}

impl Drop for EchoOff {
    fn drop(&mut self) {
        // If the terminal is gone there is nothing to restore.
        tcsetattr(io::stdin().as_fd(), SetArg::TCSAFLUSH, &self.before).ok();
    }
}

/// Reads the secret that the user types or sends.
///
/// # Errors
/// With a message: the input was cancelled, it is empty or too long, or it cannot be read.
pub(in crate::cli) fn secret(question: &str) -> Result<Secret, String> {
    let stdin = io::stdin();
    let text = if stdin.is_terminal() {
        typed(question)?
    } else {
        let limit = u64::try_from(LONGEST).unwrap_or(u64::MAX).saturating_add(2);
        let mut bytes = Vec::new();
        let read = stdin.lock().take(limit).read_to_end(&mut bytes);
        read.map_err(|error| format!("standard input cannot be read: {error}"))?;
        String::from_utf8(bytes).map_err(|_| "that is no text".to_owned())?
    };
    let key = Secret::new(&text);
    if key.is_empty() {
        Err("no key was given; nothing is changed".to_owned())
    } else {
        Ok(key)
    }
}

fn typed(question: &str) -> Result<String, String> {
    let failed = |error: io::Error| format!("the terminal cannot be asked: {error}");
    let hidden = EchoOff::begin().map_err(failed)?;
    stderr::ask(question);
    let line = line(&mut io::stdin().lock());
    drop(hidden);
    stderr::end_line();
    line
}

/// Reads a line key by key: Backspace and Ctrl+U edit it, Ctrl+C and Ctrl+D cancel it.
fn line(keys: &mut dyn Read) -> Result<String, String> {
    let mut bytes = Vec::new();
    let mut key = [0_u8];
    let given_up = || Err("given up; nothing is changed".to_owned());
    while let Ok(1) = keys.read(&mut key) {
        match key {
            [b'\r' | b'\n'] => {
                return String::from_utf8(bytes).map_err(|_| "that is no text".to_owned());
            }
            [0x03 | 0x04] => return given_up(),
            [0x08 | 0x7f] => drop(bytes.pop()),
            [0x15] => bytes.clear(),
            [byte] => bytes.push(byte),
        }
        if bytes.len() > LONGEST {
            return Err(format!("a key has at most {LONGEST} bytes"));
        }
    }
    given_up()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typed_key_can_be_mended_and_given_up() {
        let typed = |keys: &str| line(&mut keys.as_bytes());
        assert_eq!(typed("abc\r").unwrap(), "abc");
        assert_eq!(typed("abx\u{7f}c\n").unwrap(), "abc");
        assert_eq!(typed("wrong\u{15}right\r").unwrap(), "right");
        assert!(typed("abc\u{3}\r").is_err(), "Ctrl+C");
        assert!(typed("abc").is_err(), "the terminal went away");
        assert!(typed(&"a".repeat(LONGEST + 1)).is_err());
    }
}
