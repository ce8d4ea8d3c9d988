//! Pastes in the decoder: how they begin, pause, continue and end, with and without markers.

use crossterm::event::KeyEventKind;

use super::super::convert::meaning;
use super::super::late::{LatePaste, Verdict};
use super::super::paste::{Paste, Rest, text_of, unfinished};
use super::super::tokens::{Token, Tokens};
use super::super::{Input, InputKind};
use super::lines::are_several;
use super::{BEGIN, Decoder, UnmarkedLines};

/// The byte of Ctrl+C.
const INTERRUPT: u8 = 0x03;

impl Decoder {
    /// Skips the rest of a paste's start marker whose first part was given up: if the rest follows
    /// at once, it is no key.
    pub(super) fn after_late_begin<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let given_up = if bytes.is_empty() {
            0
        } else {
            std::mem::take(&mut self.given_up)
        };
        let due = BEGIN.get(given_up..).filter(|_| given_up > 0);
        match due.and_then(|due| bytes.strip_prefix(due)) {
            Some(rest) if self.tokens.is_empty() && self.paste.is_none() => {
                self.last_byte = self.now;
                self.begin_paste();
                rest
            }
            _ => bytes,
        }
    }

    /// Delivers the lines of a read as pastes, if lines without markers are one; returns the bytes
    /// that are left. Ctrl+C between the lines stays a key.
    pub(super) fn after_unmarked_lines<'a>(
        &mut self,
        bytes: &'a [u8],
        out: &mut Vec<Input>,
    ) -> &'a [u8] {
        let are_pasted = self.unmarked == UnmarkedLines::Paste && self.paste.is_none();
        if !are_pasted || !are_several(bytes) {
            return bytes;
        }
        let mut rest = bytes;
        // The read before may have ended inside a character.
        while let (false, Some((first, behind))) = (self.tokens.is_empty(), rest.split_first()) {
            self.push_key(*first, true, out);
            rest = behind;
        }
        let (whole, cut) = rest.split_at(rest.len() - unfinished(rest));
        for (index, lines) in whole.split(|byte| *byte == INTERRUPT).enumerate() {
            if index > 0 {
                self.push_key(INTERRUPT, true, out);
            }
            if !lines.is_empty() {
                out.push(self.input(false, InputKind::Paste(text_of(lines))));
            }
        }
        cut
    }

    pub(super) fn push_paste(&mut self, byte: u8, out: &mut Vec<Input>) {
        if self.paste.as_mut().is_some_and(|paste| paste.push(byte)) {
            self.end_paste(out);
        }
    }

    /// Handles a byte after a paste that paused for too long.
    pub(super) fn push_late(&mut self, byte: u8, out: &mut Vec<Input>) {
        let ends = |paste: &Paste| paste.is_ending_with(byte);
        let is_free = self.late.as_ref().is_some_and(LatePaste::is_empty);
        if is_free && self.paste.as_ref().is_some_and(ends) {
            return self.push_paste(byte, out);
        }
        self.note_beginning();
        let Some(late) = &mut self.late else { return };
        late.push(byte);
        if late.holds_key() {
            return self.resume_paste(out);
        }
        let mut tokens = Vec::new();
        self.tokens.push(byte, &mut tokens);
        for token in tokens {
            self.emit_late(token, out);
        }
    }

    pub(super) fn emit_late(&mut self, token: Token, out: &mut Vec<Input>) {
        let apart = self.is_apart();
        let Some(late) = &mut self.late else { return };
        if let Token::Csi(body) = &token
            && let b"200~" | b"201~" = body.as_slice()
        {
            let begins = body.starts_with(b"200");
            self.end_paste(out);
            if begins {
                self.begin_paste();
            }
            return;
        }
        match meaning(token) {
            Some(InputKind::Key(key)) if key.kind == KeyEventKind::Release => late.forget(),
            Some(InputKind::Key(key)) => {
                late.hold(key, self.held_since, apart);
                self.last_company = Some(self.now);
            }
            Some(kind) => {
                late.forget();
                self.deliver(kind, false, out);
            }
            None => self.resume_paste(out),
        }
    }

    /// Decides about a key after a paste that paused for too long, because nothing
    /// followed the key.
    pub(super) fn decide_late(&mut self, out: &mut Vec<Input>) {
        match self.late.as_mut().and_then(LatePaste::decide) {
            Some(Verdict::User(key)) => {
                self.paste = None;
                self.late = None;
                self.unsettled = Some(self.last_byte);
                out.push(self.input(true, InputKind::Key(key)));
            }
            Some(Verdict::Letter(key)) => {
                if let Some(paste) = &mut self.paste {
                    paste.break_off();
                }
                out.push(self.input(false, InputKind::Key(key)));
            }
            Some(Verdict::Pasted(bytes)) => {
                for byte in bytes {
                    self.push_paste(byte, out);
                }
                self.tell_paste(Rest::MayCome, out);
            }
            None => {}
        }
    }

    pub(super) fn begin_paste(&mut self) {
        self.paste = Some(Paste::default());
        self.unsettled = None;
    }

    /// Pauses a paste that stalled for too long: delivers what came so far, and watches
    /// what comes next.
    pub(super) fn pause_paste(&mut self, out: &mut Vec<Input>) {
        self.late = Some(LatePaste::after(self.last_byte));
        self.tell_paste(Rest::MayCome, out);
    }

    /// Continues a paused paste.
    fn resume_paste(&mut self, out: &mut Vec<Input>) {
        self.tokens = Tokens::default();
        let late = self.late.take();
        for byte in late.map(LatePaste::into_bytes).unwrap_or_default() {
            self.push_paste(byte, out);
        }
    }

    fn end_paste(&mut self, out: &mut Vec<Input>) {
        self.late = None;
        self.tell_paste(Rest::Nothing, out);
        self.paste = None;
    }

    fn tell_paste(&mut self, rest: Rest, out: &mut Vec<Input>) {
        self.last_company = Some(self.now);
        let Some(paste) = &mut self.paste else { return };
        let text = paste.take_text(rest).map(InputKind::Paste);
        let cut = paste.take_cut().then_some(InputKind::PasteCut);
        let told = text.into_iter().chain(cut);
        out.extend(told.map(|kind| self.input(false, kind)));
    }
}
