//! The only output channel for everything besides a command's answer: errors, notices, questions,
//! progress. Their text may come from a document, a server or a repository, so it is cleaned here,
//! whoever prints it: no control sequences, no bidirectional marks, no secrets. Nothing else in the
//! command line writes to standard error; a test in `tests/it/architecture.rs` enforces that.

use std::io::{self, Write};
use std::process::ExitCode;

use redact::clean_message;

/// Prints an error or a notice. If nobody reads it, the exit status still tells.
pub(super) fn tell(text: &str) {
    say(&format!("agentichat: {}\n", clean_message(text)));
}

/// Prints an error; returns the exit status.
pub(super) fn complain(message: &str, status: u8) -> ExitCode {
    tell(message);
    ExitCode::from(status)
}

/// Prints a text of several lines that is complete in itself; with colours if nothing in it has
/// to be cleaned.
pub(super) fn tell_whole(text: &str, coloured: Option<&str>) {
    let clean = clean_message(text);
    match coloured.filter(|_| clean == text) {
        Some(coloured) => say(coloured),
        None => say(&clean),
    }
}

/// Prints a question; the user types the answer behind it.
pub(super) fn ask(question: &str) {
    say(&clean_message(question));
}

/// Ends the line of an answer that was typed without echo.
pub(super) fn end_line() {
    say("\n");
}

/// Prints the progress in place of the previous progress line.
pub(super) fn progress(text: &str) {
    say(&format!("\r\x1b[K{}", clean_message(text)));
}

/// A writer to standard error for code that writes lines by itself: each line is cleaned and
/// written when it is complete.
#[derive(Debug, Default)]
pub(super) struct Lines {
    begun: Vec<u8>,
}

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.begun.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                self.send();
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Lines {
    fn send(&mut self) {
        let line = std::mem::take(&mut self.begun);
        say(&clean_message(&String::from_utf8_lossy(&line)));
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        if !self.begun.is_empty() {
            self.send();
        }
    }
}

fn say(text: &str) {
    let mut errors = io::stderr().lock();
    let said = errors.write_all(text.as_bytes());
    // If nobody reads it, the exit status still tells.
    said.and_then(|()| errors.flush()).ok();
}
