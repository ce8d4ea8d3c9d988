//! The one way out for what a command says beside its answer: errors, notices, questions, how far it is. What is in them
//! may come from a document, a server or a repository, so it is cleaned here, whoever says it: no control sequence, no mark
//! that turns text round, no secret. Nothing else in the command line writes to standard error; a test in
//! `tests/it/architecture.rs` holds that.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::redact::clean_message;

/// Says an error or a notice. Nobody may read it: the status still tells.
pub(super) fn tell(text: &str) {
    say(&format!("agentichat: {}\n", clean_message(text)));
}

/// Says what is wrong; gives the status.
pub(super) fn complain(message: &str, status: u8) -> ExitCode {
    tell(message);
    ExitCode::from(status)
}

/// Says a text of several lines that has its own beginning and end; in colours where there is nothing in it to clean.
pub(super) fn tell_whole(text: &str, coloured: Option<&str>) {
    let clean = clean_message(text);
    match coloured.filter(|_| clean == text) {
        Some(coloured) => say(coloured),
        None => say(&clean),
    }
}

/// Asks for something that is typed behind the question.
pub(super) fn ask(question: &str) {
    say(&clean_message(question));
}

/// Ends the line of an answer that was not shown.
pub(super) fn end_line() {
    say("\n");
}

/// Says how far something is, in the place of what was said so before.
pub(super) fn progress(text: &str) {
    say(&format!("\r\x1b[K{}", clean_message(text)));
}

/// Standard error for what writes lines by itself: each goes out clean when it is whole.
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
    said.and_then(|()| errors.flush()).ok();
}
