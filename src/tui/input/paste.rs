//! A bracketed paste: where it ends, and what of it is text.
//!
//! Key reports and focus reports can lie inside a paste, and what is pasted may hold sequences
//! of its own, so everything but text is taken out. Called by the decoder, and for a text of the clipboard.

use std::collections::VecDeque;

/// What ends a paste.
const END: &[u8] = b"\x1b[201~";

/// More than this of one paste is not kept.
const LIMIT: usize = 8 * 1024 * 1024;

/// A paste that is coming in.
#[derive(Debug, Default)]
pub(super) struct Paste {
    bytes: Vec<u8>,
    is_cut: bool,
    /// The last bytes, where it is cut.
    tail: VecDeque<u8>,
}

impl Paste {
    /// Takes one byte; true when it was the last one of the paste.
    pub(super) fn push(&mut self, byte: u8) -> bool {
        if self.bytes.len() >= LIMIT {
            return self.pass_over(byte);
        }
        self.bytes.push(byte);
        if self.bytes.ends_with(END) {
            self.bytes.truncate(self.bytes.len() - END.len());
            return true;
        }
        false
    }

    /// Looks only for the end of what is too long.
    fn pass_over(&mut self, byte: u8) -> bool {
        if !self.is_cut {
            self.is_cut = true;
            // It may have begun in what is kept.
            let begun = self.bytes.len().saturating_sub(END.len());
            self.tail.extend(self.bytes.iter().skip(begun));
        }
        self.tail.push_back(byte);
        while self.tail.len() > END.len() {
            self.tail.pop_front();
        }
        self.tail.iter().eq(END)
    }

    /// Whether it was longer than what is kept.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// What was pasted, as text.
    pub(super) fn into_text(self) -> String {
        text_of(&self.bytes)
    }
}

/// Text without sequences and control characters; line ends made `\n`, tabs kept.
pub(super) fn text_of(bytes: &[u8]) -> String {
    let raw = String::from_utf8_lossy(bytes);
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw.chars().peekable();
    while let Some(character) = rest.next() {
        match character {
            '\x1b' => skip_sequence(&mut rest),
            '\r' => {
                if rest.peek() == Some(&'\n') {
                    rest.next();
                }
                out.push('\n');
            }
            '\n' | '\t' => out.push(character),
            other if other.is_control() => {}
            other => out.push(other),
        }
    }
    out
}

/// Takes a sequence away, ESC being gone already.
fn skip_sequence(rest: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    match rest.peek() {
        Some('[') => {
            rest.next();
            while rest.next_if(|c| (' '..='?').contains(c)).is_some() {}
            rest.next_if(|c| ('@'..='~').contains(c));
        }
        Some(']' | 'P' | '_' | '^' | 'X') => {
            rest.next();
            // Up to its end; a line end means that it has none.
            while let Some(character) = rest.next_if(|c| *c != '\n' && *c != '\r') {
                if character == '\x07' {
                    return;
                }
                if character == '\x1b' {
                    rest.next_if_eq(&'\\');
                    return;
                }
            }
        }
        _ => {}
    }
}
