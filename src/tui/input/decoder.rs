//! From bytes and times to input. Pure: the reader thread gives it both, and so do the tests.
//!
//! Owns the waiting: a lone ESC for 50 ms, an unfinished sequence or paste for a second, and the
//! 30 ms after which a key was alone.

use std::time::Duration;

use crossterm::event::KeyEventKind;

use super::convert::meaning;
use super::paste::Paste;
use super::tokens::{Token, Tokens};
use super::{Input, InputKind, TerminalReply};

/// How long ESC may be the beginning of a sequence.
const ESCAPE_HOLD: Duration = Duration::from_millis(50);

/// The same where the terminal sends the Esc key as a sequence of its own.
const ESCAPE_HOLD_WITH_PROTOCOL: Duration = Duration::from_secs(1);

/// How long the terminal has for its answers.
const ANSWERS: Duration = Duration::from_secs(2);

/// How long a sequence or a paste may pause.
const PATIENCE: Duration = Duration::from_millis(900);

/// Bytes that are closer than this are not alone.
const COMPANY: Duration = Duration::from_millis(30);

/// Turns bytes into input.
#[derive(Debug, Default)]
pub struct Decoder {
    tokens: Tokens,
    paste: Option<Paste>,
    now: Duration,
    /// When the last byte came of anything but a release.
    last_company: Option<Duration>,
    /// When the last byte came.
    last_byte: Duration,
    /// When what is held began.
    held_since: Duration,
    /// The company before what is held.
    company_before: Option<Duration>,
    /// A key that was alone so far.
    unsettled: Option<Duration>,
    key_protocol: bool,
    /// Until when answers to our questions may come, cut anywhere.
    answers_until: Option<Duration>,
}

impl Decoder {
    /// Tells that the terminal sends the Esc key as a sequence, so that a lone ESC byte can only
    /// be the beginning of one.
    pub fn set_key_protocol(&mut self) {
        self.key_protocol = true;
    }

    /// Tells that the terminal was asked something at this time: an ESC byte may be the beginning of
    /// a late answer, until the one comes that every terminal gives.
    pub fn set_asked(&mut self, at: Duration) {
        self.answers_until = Some(at + ANSWERS);
    }

    /// Takes the bytes of one read at this time and gives what is whole. A time that goes back
    /// counts as the last one.
    pub fn push(&mut self, bytes: &[u8], at: Duration) -> Vec<Input> {
        let mut out = self.tick(at);
        let mut tokens = Vec::new();
        let last = bytes.len().saturating_sub(1);
        for (index, byte) in bytes.iter().enumerate() {
            self.last_byte = self.now;
            if let Some(paste) = &mut self.paste {
                if paste.push(*byte) {
                    self.end_paste(&mut out);
                }
                continue;
            }
            if self.tokens.is_empty() {
                self.held_since = self.now;
                self.company_before = self.last_company;
            }
            self.tokens.push(*byte, &mut tokens);
            for token in tokens.drain(..) {
                self.emit(token, index < last, &mut out);
            }
        }
        out
    }

    /// What becomes due by this time without another byte.
    pub fn tick(&mut self, at: Duration) -> Vec<Input> {
        self.now = self.now.max(at);
        let mut out = Vec::new();
        if self.hold_ends().is_some_and(|end| end <= self.now) {
            if self.paste.is_some() {
                self.end_paste(&mut out);
            } else {
                let token = self.tokens.give_up();
                self.emit(token, false, &mut out);
            }
        }
        let settled = self.unsettled.is_some_and(|at| at + COMPANY <= self.now);
        if settled && self.tokens.is_empty() && self.paste.is_none() {
            self.unsettled = None;
            out.push(self.input(true, InputKind::Settled));
        }
        out
    }

    /// When [`Decoder::tick`] must be called next; `None` where nothing waits.
    pub fn deadline(&self) -> Option<Duration> {
        let settles = self.unsettled.map(|at| at + COMPANY);
        match (self.hold_ends(), settles) {
            (Some(hold), _) => Some(hold),
            (None, settles) => settles,
        }
    }

    fn hold_ends(&self) -> Option<Duration> {
        if self.paste.is_some() {
            return Some(self.last_byte + PATIENCE);
        }
        if self.tokens.is_empty() {
            return None;
        }
        let answers = self.answers_until.is_some_and(|end| self.last_byte < end);
        let hold = match (self.tokens.may_be_a_key(), self.key_protocol || answers) {
            (true, false) => ESCAPE_HOLD,
            (true, true) => ESCAPE_HOLD_WITH_PROTOCOL,
            (false, _) => PATIENCE,
        };
        Some(self.last_byte + hold)
    }

    fn end_paste(&mut self, out: &mut Vec<Input>) {
        if let Some(paste) = self.paste.take() {
            self.last_company = Some(self.now);
            let is_cut = paste.is_cut();
            let kind = InputKind::Paste(paste.into_text());
            out.push(self.input(false, kind));
            if is_cut {
                out.push(self.input(false, InputKind::PasteCut));
            }
        }
    }

    fn emit(&mut self, token: Token, more_follows: bool, out: &mut Vec<Input>) {
        if token == Token::Csi(b"200~".to_vec()) {
            self.paste = Some(Paste::default());
            self.unsettled = None;
            return;
        }
        let meaning = meaning(token);
        let released =
            matches!(&meaning, Some(InputKind::Key(key)) if key.kind == KeyEventKind::Release);
        if !released {
            self.unsettled = None;
            self.last_company = Some(self.now);
        }
        let Some(kind) = meaning else { return };
        if kind == InputKind::Reply(TerminalReply::DeviceAttributes) {
            self.answers_until = None;
        }
        let apart = |before: Duration| self.held_since.saturating_sub(before) >= COMPANY;
        let alone = !more_follows && self.company_before.is_none_or(apart);
        if alone && matches!(&kind, InputKind::Key(key) if key.kind == KeyEventKind::Press) {
            self.unsettled = Some(self.now);
        }
        out.push(self.input(alone, kind));
    }

    fn input(&self, alone: bool, kind: InputKind) -> Input {
        Input {
            at: self.now,
            alone,
            kind,
        }
    }
}
