//! The line editor of a terminal: takes keys, returns lines and text to echo.
//!
//! Made for screen readers and terminals without features: it prints letters, blanks, backspaces
//! and line ends, never a control sequence. If a change cannot be shown that way, it prints the
//! line again on a fresh row. It records when the first letter of each line came, which decides
//! which question the line may answer.

#[cfg(test)]
mod tests;

use std::time::Duration;

use super::keys::{Decoder, Key, Source};
use super::secret_input::SecretInput;
use super::state::{LineState, Typed, TypedBy};
use redact::Secret;

/// The result of keys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Edit {
    /// Text to print as is.
    Echo(String),
    /// A complete line.
    Line(Typed),
    Interrupt(LineState),
    /// Ctrl+D on an empty line.
    Quit,
    Suspend,
    /// Tab: the text before the cursor is to be completed.
    Complete(String),
    /// The line continues in the user's own editor; it is removed here.
    Editor(String),
    /// A key that was entered hidden; `None` if the user cancelled.
    Secret(Option<Secret>),
}

#[derive(Debug)]
pub(super) struct LineEditor {
    decoder: Decoder,
    line: Vec<char>,
    cursor: usize,
    begun: Option<Duration>,
    pasted: bool,
    history: Vec<String>,
    /// Index of the recalled history line, and the text typed before the recall.
    recalled: Option<(usize, String)>,
    lead: &'static str,
    columns: usize,
    last_key: Duration,
    /// The hidden entry of a key: the typed text is shown nowhere and kept nowhere else.
    hidden: Option<SecretInput>,
}

/// Maximum number of history lines.
const HISTORY: usize = 2_000;

impl LineEditor {
    pub(super) fn new() -> Self {
        Self {
            decoder: Decoder::default(),
            line: Vec::new(),
            cursor: 0,
            begun: None,
            pasted: false,
            history: Vec::new(),
            recalled: None,
            lead: "",
            columns: 80,
            last_key: Duration::ZERO,
            hidden: None,
        }
    }

    /// Starts or ends the hidden entry of a key.
    pub(super) fn hide(&mut self, hides: bool) {
        if hides {
            self.hidden.get_or_insert_default();
        } else {
            self.hidden = None;
        }
    }

    /// Replaces the text before the cursor by its completion; returns the text to echo. Does
    /// nothing if the text has changed meanwhile.
    pub(super) fn put_in(&mut self, typed: &str, becomes: &str) -> String {
        let before = self.line.get(..self.cursor).unwrap_or_default();
        if !before.iter().copied().eq(typed.chars()) {
            return String::new();
        }
        match becomes.strip_prefix(typed) {
            Some(new) => new.chars().map(|letter| self.insert(letter)).collect(),
            None => {
                let behind = self.line.split_off(self.cursor);
                self.line = becomes.chars().collect();
                self.cursor = self.line.len();
                self.line.extend(behind);
                self.fresh()
            }
        }
    }

    /// Whether this text stands before the cursor.
    pub(super) fn is_before(&self, typed: &str) -> bool {
        let before = self.line.get(..self.cursor).unwrap_or_default();
        before.iter().copied().eq(typed.chars())
    }

    /// Sets the width of the terminal.
    pub(super) fn set_columns(&mut self, columns: usize) {
        self.columns = columns.max(20);
    }

    /// Adds lines to the history, latest last.
    pub(super) fn recall(&mut self, lines: Vec<String>) {
        for line in lines {
            if self.history.last() != Some(&line) {
                self.history.push(line);
            }
        }
        let extra = self.history.len().saturating_sub(HISTORY);
        self.history.drain(..extra);
    }

    /// Whether the line holds text.
    pub(super) fn is_begun(&self) -> bool {
        !self.line.is_empty()
    }

    /// Returns the text of the line.
    pub(super) fn text(&self) -> String {
        self.line.iter().collect()
    }

    /// Returns the time of the last key.
    pub(super) fn last_key(&self) -> Duration {
        self.last_key
    }

    /// Returns the line to print again after other output.
    pub(super) fn again(&self) -> String {
        let mut out = format!("{}{}", self.lead, shown(&self.line));
        out.push_str(&self.back_from_end().unwrap_or_default());
        out
    }

    /// Takes bytes that arrived at `now`; a line that begins with them gets the prefix `lead`.
    pub(super) fn feed(&mut self, now: Duration, bytes: &[u8], lead: &'static str) -> Vec<Edit> {
        let mut edits = Vec::new();
        self.decoder.begin_read(bytes);
        for byte in bytes {
            let Some(key) = self.decoder.byte(*byte) else {
                continue;
            };
            self.last_key = now;
            match &mut self.hidden {
                Some(hidden) => {
                    let entered = hidden.key(key);
                    if let Some(edit) = entered {
                        self.hidden = None;
                        edits.push(Edit::Echo("\n".to_owned()));
                        edits.push(edit);
                    }
                }
                None => self.key(now, key, lead, &mut edits),
            }
        }
        edits
    }

    fn key(&mut self, now: Duration, key: Key, lead: &'static str, edits: &mut Vec<Edit>) {
        let echo = |text: String, edits: &mut Vec<Edit>| {
            if !text.is_empty() {
                edits.push(Edit::Echo(text));
            }
        };
        match key {
            Key::Enter => {
                let begun = self.begun.unwrap_or(now);
                let pasted = self.pasted;
                let text = self.take();
                echo("\n".to_owned(), edits);
                edits.push(Edit::Line(Typed {
                    text,
                    begun,
                    by: if pasted {
                        TypedBy::Paste
                    } else {
                        TypedBy::Keys
                    },
                }));
            }
            Key::Interrupt => {
                let begun = if self.is_begun() {
                    LineState::Yes(self.text())
                } else {
                    LineState::No
                };
                if self.is_begun() {
                    echo("\n".to_owned(), edits);
                }
                self.take();
                edits.push(Edit::Interrupt(begun));
            }
            Key::EndOfInput if self.is_begun() => echo(self.delete(), edits),
            Key::EndOfInput => edits.push(Edit::Quit),
            Key::Suspend => edits.push(Edit::Suspend),
            Key::Complete => {
                let before = self.line.get(..self.cursor).unwrap_or_default();
                edits.push(Edit::Complete(before.iter().collect()));
            }
            Key::Editor => {
                if self.is_begun() {
                    echo("\n".to_owned(), edits);
                }
                edits.push(Edit::Editor(self.take()));
            }
            Key::Up => {
                let text = self.older(now, lead);
                echo(text, edits);
            }
            Key::Down => {
                let text = self.newer();
                echo(text, edits);
            }
            key => {
                if !self.is_begun() {
                    self.lead = lead;
                }
                let text = self.edit(key);
                let starts = self.begun.is_none() && self.is_begun();
                if starts {
                    self.begun = Some(now);
                    echo(format!("{}{text}", self.lead), edits);
                } else {
                    echo(text, edits);
                }
                if !self.is_begun() {
                    self.begun = None;
                    self.pasted = false;
                }
            }
        }
    }

    /// Ends the line and returns its text.
    fn take(&mut self) -> String {
        let text = self.text();
        self.line.clear();
        self.cursor = 0;
        self.begun = None;
        self.pasted = false;
        self.recalled = None;
        text
    }

    fn edit(&mut self, key: Key) -> String {
        match key {
            Key::Letter(letter, source) => {
                self.pasted |= source == Source::Pasted;
                self.insert(letter)
            }
            Key::PastedEnd => {
                self.pasted = true;
                // At the end of a paste, the line end only belongs to a line copied whole.
                self.insert('\n')
            }
            Key::Backspace if self.cursor > 0 => self.remove(self.cursor - 1, self.cursor),
            Key::Delete => self.delete(),
            Key::KillBefore => self.remove(0, self.cursor),
            Key::KillBehind => self.remove(self.cursor, self.line.len()),
            Key::KillWord => self.remove(self.word_left(), self.cursor),
            Key::Left if self.cursor > 0 => self.go(self.cursor - 1),
            Key::Right => self.go((self.cursor + 1).min(self.line.len())),
            Key::Home => self.go(0),
            Key::End => self.go(self.line.len()),
            Key::WordLeft => self.go(self.word_left()),
            Key::WordRight => self.go(self.word_right()),
            Key::Redraw if self.is_begun() => self.fresh(),
            _ => String::new(),
        }
    }

    fn insert(&mut self, letter: char) -> String {
        self.line.insert(self.cursor, letter);
        self.cursor += 1;
        if self.cursor == self.line.len() {
            return shown(&[letter]);
        }
        let rest = self.line.get(self.cursor..).unwrap_or_default();
        match self.back_from_end() {
            Some(back) => format!("{}{}{back}", shown(&[letter]), shown(rest)),
            None => self.fresh(),
        }
    }

    fn delete(&mut self) -> String {
        self.remove(self.cursor, (self.cursor + 1).min(self.line.len()))
    }

    /// Removes letters and leaves the cursor in their place.
    fn remove(&mut self, from: usize, to: usize) -> String {
        if from >= to {
            return String::new();
        }
        let fits = self.fits();
        let gone = to - from;
        let before = self.cursor - from;
        self.line.drain(from..to);
        self.cursor = from;
        if !fits {
            return self.fresh();
        }
        let rest = self.line.get(from..).unwrap_or_default();
        let mut out = "\u{8}".repeat(before);
        out.push_str(&shown(rest));
        out.push_str(&" ".repeat(gone));
        out.push_str(&"\u{8}".repeat(rest.len() + gone));
        out
    }

    fn go(&mut self, to: usize) -> String {
        let from = std::mem::replace(&mut self.cursor, to);
        if from == to {
            return String::new();
        }
        if !self.fits() {
            return self.fresh();
        }
        if to < from {
            "\u{8}".repeat(from - to)
        } else {
            shown(self.line.get(from..to).unwrap_or_default())
        }
    }

    fn word_left(&self) -> usize {
        let before = self.line.get(..self.cursor).unwrap_or_default();
        let blanks = before.iter().rev().take_while(|it| it.is_whitespace());
        let end = before.len() - blanks.count();
        let word = before.get(..end).unwrap_or_default();
        end - word
            .iter()
            .rev()
            .take_while(|it| !it.is_whitespace())
            .count()
    }

    fn word_right(&self) -> usize {
        let behind = self.line.get(self.cursor..).unwrap_or_default();
        let blanks = behind.iter().take_while(|it| it.is_whitespace()).count();
        let word = behind.get(blanks..).unwrap_or_default();
        self.cursor + blanks + word.iter().take_while(|it| !it.is_whitespace()).count()
    }

    /// Whether backspaces can reach every letter: the line fits one row, and each letter
    /// takes one cell.
    fn fits(&self) -> bool {
        let cells = self.lead.chars().count() + self.line.len();
        cells < self.columns && self.line.iter().all(|letter| is_one_cell(*letter))
    }

    /// Returns the backspaces from the end of the line to the cursor.
    fn back_from_end(&self) -> Option<String> {
        let behind = self.line.len() - self.cursor;
        match behind {
            0 => Some(String::new()),
            behind => self.fits().then(|| "\u{8}".repeat(behind)),
        }
    }

    /// Prints the line on a row of its own: whole, or only up to the cursor if backspaces
    /// cannot reach it.
    fn fresh(&self) -> String {
        match self.back_from_end() {
            Some(back) => format!("\n{}{}{back}", self.lead, shown(&self.line)),
            None => {
                let before = self.line.get(..self.cursor).unwrap_or_default();
                format!("\n{}{}", self.lead, shown(before))
            }
        }
    }

    fn older(&mut self, now: Duration, lead: &'static str) -> String {
        let place = match &self.recalled {
            Some((place, _)) => place.checked_sub(1),
            None => self.history.len().checked_sub(1),
        };
        let Some((place, text)) = place.and_then(|place| Some((place, self.history.get(place)?)))
        else {
            return String::new();
        };
        let text = text.clone();
        let was_begun = self.is_begun();
        let before = match self.recalled.take() {
            Some((_, before)) => before,
            None => self.text(),
        };
        self.recalled = Some((place, before));
        self.begun.get_or_insert(now);
        if !was_begun {
            self.lead = lead;
        }
        self.replace(&text, was_begun)
    }

    fn newer(&mut self) -> String {
        let Some((place, before)) = self.recalled.take() else {
            return String::new();
        };
        let text = match self.history.get(place + 1) {
            Some(text) => {
                let text = text.clone();
                self.recalled = Some((place + 1, before));
                text
            }
            None => before,
        };
        let out = self.replace(&text, true);
        if !self.is_begun() {
            self.begun = None;
        }
        out
    }

    /// Replaces the text and prints it on a row of its own.
    fn replace(&mut self, text: &str, was_begun: bool) -> String {
        self.line = text.chars().collect();
        self.cursor = self.line.len();
        let row = if was_begun { "\n" } else { "" };
        format!("{row}{}{}", self.lead, shown(&self.line))
    }
}

/// Returns letters as echoed, without those that would steer a terminal.
fn shown(letters: &[char]) -> String {
    let mut out = String::with_capacity(letters.len());
    for letter in letters {
        match letter {
            '\n' => out.push('\n'),
            letter if redact::is_unsafe(*letter) => out.push('?'),
            letter => out.push(*letter),
        }
    }
    out
}

/// Whether a letter takes one cell in every terminal: Latin, Greek, Cyrillic and related scripts.
/// Other letters may take none or two.
fn is_one_cell(letter: char) -> bool {
    matches!(letter, ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{2ff}' | '\u{370}'..='\u{482}' | '\u{48a}'..='\u{556}')
}
