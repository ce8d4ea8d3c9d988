//! Turns bytes and times into input. Pure: the loops and the tests provide bytes and times.
//!
//! Owns the waiting: a lone ESC for 50 ms, an unfinished sequence or paste for a second, and the 30
//! ms after which a key was alone. `late` judges what comes after a paste that paused for too long.

mod lines;
mod pasting;

use std::time::Duration;

use crossterm::event::KeyEventKind;

use super::convert::meaning;
use super::late::LatePaste;
use super::paste::Paste;
use super::tokens::{Token, Tokens};
use super::{Input, InputKind, TerminalReply};
use lines::Lines;

/// Time for which ESC may be the beginning of a sequence.
const ESCAPE_HOLD: Duration = Duration::from_millis(50);

/// Time for which ESC may be the beginning of a sequence if the terminal sends the Esc key as a
/// sequence of its own.
const ESCAPE_HOLD_WITH_PROTOCOL: Duration = Duration::from_secs(1);

/// Time that the terminal has for its answers.
const ANSWERS: Duration = Duration::from_secs(2);

/// Maximum pause of a sequence or a paste.
const PATIENCE: Duration = Duration::from_millis(900);

/// Bytes that are closer than this are not alone.
pub(super) const COMPANY: Duration = Duration::from_millis(30);

/// The start marker of a paste.
const BEGIN: &[u8] = b"\x1b[200~";

/// Meaning of line ends that come with text in one read, without the markers of a paste.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UnmarkedLines {
    /// They break the line; nothing is sent without the user's request.
    #[default]
    Break,
    /// Several lines in one read are a paste. A single one with its Enter may come from dictation
    /// software, and is sent.
    Paste,
}

/// Turns bytes into input.
#[derive(Debug, Default)]
pub struct Decoder {
    tokens: Tokens,
    paste: Option<Paste>,
    /// Bytes that came after the paste paused for too long.
    late: Option<LatePaste>,
    /// Number of bytes of a paste's start marker that were given up last.
    given_up: usize,
    now: Duration,
    /// Time of the last byte that was not part of a key release.
    last_company: Option<Duration>,
    /// Time of the last byte.
    last_byte: Duration,
    /// Time at which the held bytes began.
    held_since: Duration,
    /// Value of `last_company` before the held bytes.
    company_before: Option<Duration>,
    /// Tracks lines that come without the markers of a paste.
    lines: Lines,
    unmarked: UnmarkedLines,
    /// Time of a key that was alone so far.
    unsettled: Option<Duration>,
    key_protocol: bool,
    /// Time until which answers to our queries may come, cut anywhere.
    answers_until: Option<Duration>,
}

impl Decoder {
    /// Creates a decoder for which lines without markers have this meaning.
    pub fn new(unmarked: UnmarkedLines) -> Self {
        Self {
            unmarked,
            ..Self::default()
        }
    }

    /// Records that the terminal sends the Esc key as a sequence, so that a lone ESC byte can only
    /// be the beginning of one.
    pub fn set_key_protocol(&mut self) {
        self.key_protocol = true;
    }

    /// Records that the terminal was queried at this time: an ESC byte may be the beginning of a
    /// late answer, until the answer comes that every terminal gives.
    pub fn set_asked(&mut self, at: Duration) {
        self.answers_until = Some(at + ANSWERS);
    }

    /// Takes the bytes of one read at this time and returns the complete input. A time that goes
    /// back counts as the last one.
    pub fn push(&mut self, bytes: &[u8], at: Duration) -> Vec<Input> {
        let mut out = self.tick(at);
        let before = out.len();
        let bytes = self.after_late_begin(bytes);
        let bytes = self.after_unmarked_lines(bytes, &mut out);
        let last = bytes.len().saturating_sub(1);
        for (index, byte) in bytes.iter().enumerate() {
            self.last_byte = self.now;
            match (&self.paste, &self.late) {
                (Some(_), Some(_)) => self.push_late(*byte, &mut out),
                (Some(_), None) => self.push_paste(*byte, &mut out),
                (None, _) => self.push_key(*byte, index < last, &mut out),
            }
        }
        if self.unmarked == UnmarkedLines::Break {
            let read = out.get_mut(before..).unwrap_or_default();
            self.lines.join(read, self.now);
        }
        out
    }

    /// Returns the input that becomes due by this time without another byte.
    pub fn tick(&mut self, at: Duration) -> Vec<Input> {
        self.now = self.now.max(at);
        let mut out = Vec::new();
        while self.hold_ends().is_some_and(|end| end <= self.now) {
            self.end_hold(&mut out);
        }
        let settled = self.unsettled.is_some_and(|at| at + COMPANY <= self.now);
        if settled && self.tokens.is_empty() && self.paste.is_none() {
            self.unsettled = None;
            out.push(self.input(true, InputKind::Settled));
        }
        out
    }

    /// Returns when [`Decoder::tick`] must be called next; `None` if nothing waits.
    pub fn deadline(&self) -> Option<Duration> {
        let settles = self.unsettled.map(|at| at + COMPANY);
        match (self.hold_ends(), settles) {
            (Some(hold), _) => Some(hold),
            (None, settles) => settles,
        }
    }

    fn hold_ends(&self) -> Option<Duration> {
        match (&self.paste, &self.late) {
            (_, Some(late)) if late.holds_key() => return Some(self.last_byte + COMPANY),
            (Some(_), None) => return Some(self.last_byte + PATIENCE),
            _ => {}
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

    fn end_hold(&mut self, out: &mut Vec<Input>) {
        match (&self.paste, &self.late) {
            (_, Some(late)) if late.holds_key() => self.decide_late(out),
            (Some(_), None) => self.pause_paste(out),
            (_, Some(_)) => {
                let token = self.tokens.give_up();
                self.emit_late(token, out);
            }
            (None, None) => {
                self.given_up = self.tokens.length_of(BEGIN);
                let token = self.tokens.give_up();
                self.emit(token, false, out);
            }
        }
    }

    fn push_key(&mut self, byte: u8, more_follows: bool, out: &mut Vec<Input>) {
        self.note_beginning();
        let mut tokens = Vec::new();
        self.tokens.push(byte, &mut tokens);
        for token in tokens {
            self.emit(token, more_follows, out);
        }
    }

    fn emit(&mut self, token: Token, more_follows: bool, out: &mut Vec<Input>) {
        if token == Token::Csi(b"200~".to_vec()) {
            return self.begin_paste();
        }
        let meaning = meaning(token);
        let released =
            matches!(&meaning, Some(InputKind::Key(key)) if key.kind == KeyEventKind::Release);
        if !released {
            self.unsettled = None;
            self.last_company = Some(self.now);
        }
        let alone = !more_follows && self.is_apart();
        if let Some(kind) = meaning {
            self.deliver(kind, alone, out);
        }
    }

    fn deliver(&mut self, kind: InputKind, alone: bool, out: &mut Vec<Input>) {
        if kind == InputKind::Reply(TerminalReply::DeviceAttributes) {
            self.answers_until = None;
        }
        match &kind {
            InputKind::Key(key) if key.kind == KeyEventKind::Press => {
                self.unsettled = alone.then_some(self.now);
            }
            InputKind::Key(_) => {}
            _ => self.last_company = Some(self.now),
        }
        out.push(self.input(alone, kind));
    }

    /// Notes when the held bytes begin.
    fn note_beginning(&mut self) {
        if self.tokens.is_empty() {
            self.held_since = self.now;
            self.company_before = self.last_company;
        }
    }

    /// Whether nothing came just before the held bytes.
    fn is_apart(&self) -> bool {
        let apart = |before: Duration| self.held_since.saturating_sub(before) >= COMPANY;
        self.company_before.is_none_or(apart)
    }

    fn input(&self, alone: bool, kind: InputKind) -> Input {
        Input {
            at: self.now,
            alone,
            kind,
        }
    }
}
