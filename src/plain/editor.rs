//! The line editor of a terminal: takes the terminal's bytes, returns lines and text to echo.
//!
//! Made for screen readers and terminals without features: it prints letters, blanks, backspaces
//! and line ends, never a control sequence. If a change cannot be shown that way, it prints the
//! line again on a fresh row. It records when the first letter of each line came, which decides
//! which question the line may answer.

#[cfg(test)]
mod tests;

use std::ops::Range;
use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::state::{LineState, Typed, TypedBy};
use client::input::{Decoder, Input, InputKind, UnmarkedLines};
use client::line_editor::{History, LineEditor, SecretInput};
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

/// A key that concerns the line as a whole; all others edit its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineKey {
    Enter,
    Interrupt,
    EndOfInput,
    Suspend,
    Redraw,
    Complete,
    Older,
    Newer,
    /// Ctrl+X: the first of two keys.
    Chord,
}

impl LineKey {
    fn of(key: &KeyEvent) -> Option<Self> {
        if key.modifiers != KeyModifiers::CONTROL {
            return Some(match key.code {
                KeyCode::Enter if key.modifiers != KeyModifiers::ALT => Self::Enter,
                KeyCode::Tab => Self::Complete,
                KeyCode::Up => Self::Older,
                KeyCode::Down => Self::Newer,
                _ => return None,
            });
        }
        Some(match key.code {
            KeyCode::Char('j') => Self::Enter,
            KeyCode::Char('c') => Self::Interrupt,
            KeyCode::Char('d') => Self::EndOfInput,
            KeyCode::Char('z') => Self::Suspend,
            KeyCode::Char('l' | 'r') => Self::Redraw,
            KeyCode::Char('p') => Self::Older,
            KeyCode::Char('n') => Self::Newer,
            KeyCode::Char('x') => Self::Chord,
            _ => return None,
        })
    }
}

/// A line with its echo.
#[derive(Debug)]
pub(super) struct EchoingEditor {
    decoder: Decoder,
    line: LineEditor,
    begun: Option<Duration>,
    pasted: bool,
    history: History,
    /// Whether the last key was Ctrl+X.
    in_chord: bool,
    lead: &'static str,
    columns: usize,
    last_key: Duration,
    /// The hidden entry of a key: the typed text is shown nowhere and kept nowhere else.
    hidden: Option<SecretInput>,
}

impl EchoingEditor {
    pub(super) fn new() -> Self {
        Self {
            decoder: Decoder::new(UnmarkedLines::Paste),
            line: LineEditor::default(),
            begun: None,
            pasted: false,
            history: History::default(),
            in_chord: false,
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
        if !self.is_before(typed) {
            return String::new();
        }
        let echo = self.change(|line| line.replace(0..typed.len(), becomes));
        if becomes.starts_with(typed) {
            echo
        } else {
            self.fresh()
        }
    }

    /// Whether this text stands before the cursor.
    pub(super) fn is_before(&self, typed: &str) -> bool {
        self.line.before_cursor() == typed
    }

    /// Sets the width of the terminal.
    pub(super) fn set_columns(&mut self, columns: usize) {
        self.columns = columns.max(20);
    }

    /// Adds lines to the history, latest last.
    pub(super) fn recall(&mut self, lines: Vec<String>) {
        for line in lines {
            self.history.push(&line);
        }
    }

    /// Whether the line holds text.
    pub(super) fn is_begun(&self) -> bool {
        !self.line.is_empty()
    }

    /// Returns the text of the line.
    pub(super) fn text(&self) -> String {
        self.line.text().to_owned()
    }

    /// Returns the time of the last key.
    pub(super) fn last_key(&self) -> Duration {
        self.last_key
    }

    /// Returns the line to print again after other output.
    pub(super) fn again(&self) -> String {
        let mut out = format!("{}{}", self.lead, shown(self.line.text()));
        out.push_str(&self.back_from_end().unwrap_or_default());
        out
    }

    /// Takes bytes that arrived at `now`; a line that begins with them gets the prefix `lead`.
    pub(super) fn feed(&mut self, now: Duration, bytes: &[u8], lead: &'static str) -> Vec<Edit> {
        let inputs = self.decoder.push(bytes, now);
        self.take_inputs(inputs, lead)
    }

    /// Takes what becomes due by `now` without another byte.
    pub(super) fn tick(&mut self, now: Duration, lead: &'static str) -> Vec<Edit> {
        let inputs = self.decoder.tick(now);
        self.take_inputs(inputs, lead)
    }

    /// Returns when [`tick`](Self::tick) must be called next; `None` if no byte waits for others.
    pub(super) fn deadline(&self) -> Option<Duration> {
        self.decoder.deadline()
    }

    fn take_inputs(&mut self, inputs: Vec<Input>, lead: &'static str) -> Vec<Edit> {
        let mut edits = Vec::new();
        for input in inputs {
            match input.kind {
                InputKind::Key(key) if key.kind != KeyEventKind::Release => {
                    self.last_key = input.at;
                    match &self.hidden {
                        Some(_) => self.hidden_key(&key, &mut edits),
                        None => self.key(input.at, &key, lead, &mut edits),
                    }
                }
                InputKind::Paste(text) => {
                    self.last_key = input.at;
                    self.paste(input.at, &text.replace('\t', " "), lead, &mut edits);
                }
                _ => {}
            }
        }
        edits.retain(|edit| !matches!(edit, Edit::Echo(text) if text.is_empty()));
        edits
    }

    /// Takes a key of a hidden entry.
    fn hidden_key(&mut self, key: &KeyEvent, edits: &mut Vec<Edit>) {
        let Some(hidden) = &mut self.hidden else {
            return;
        };
        let entered = match LineKey::of(key) {
            Some(LineKey::Enter) => Some(hidden.take()),
            Some(LineKey::Interrupt | LineKey::EndOfInput) => None,
            _ => return hidden.key(key),
        };
        self.hidden = None;
        edits.push(Edit::Echo("\n".to_owned()));
        edits.push(Edit::Secret(entered));
    }

    /// Takes a pasted text: a line end in it ends neither the line nor a hidden entry.
    fn paste(&mut self, at: Duration, text: &str, lead: &'static str, edits: &mut Vec<Edit>) {
        if let Some(hidden) = &mut self.hidden {
            let letters = text.chars().filter(|letter| *letter != '\n');
            return letters.for_each(|letter| hidden.type_letter(letter));
        }
        self.in_chord = false;
        self.pasted = true;
        edits.push(Edit::Echo(self.edit(at, lead, |line| line.insert(text))));
    }

    fn key(&mut self, at: Duration, key: &KeyEvent, lead: &'static str, edits: &mut Vec<Edit>) {
        let whole = LineKey::of(key).filter(|_| !self.line.awaits_literal());
        if std::mem::take(&mut self.in_chord) && whole != Some(LineKey::Interrupt) {
            if key.code == KeyCode::Char('e') {
                edits.extend(self.break_row());
                edits.push(Edit::Editor(self.take()));
            }
            return;
        }
        match whole {
            Some(LineKey::EndOfInput) if self.is_begun() => {}
            Some(whole) => return self.whole_line(at, whole, lead, edits),
            None => {}
        }
        edits.push(Edit::Echo(self.edit(at, lead, |line| {
            // The line ignores a key that has no meaning.
            let _ = line.key(key);
        })));
    }

    fn whole_line(
        &mut self,
        at: Duration,
        key: LineKey,
        lead: &'static str,
        edits: &mut Vec<Edit>,
    ) {
        match key {
            LineKey::Enter => {
                let begun = self.begun.unwrap_or(at);
                let by = if self.pasted {
                    TypedBy::Paste
                } else {
                    TypedBy::Keys
                };
                let text = self.take();
                edits.push(Edit::Echo("\n".to_owned()));
                edits.push(Edit::Line(Typed { text, begun, by }));
            }
            LineKey::Interrupt => {
                edits.extend(self.break_row());
                let begun = self.is_begun();
                let text = self.take();
                edits.push(Edit::Interrupt(if begun {
                    LineState::Yes(text)
                } else {
                    LineState::No
                }));
            }
            LineKey::EndOfInput => edits.push(Edit::Quit),
            LineKey::Suspend => edits.push(Edit::Suspend),
            LineKey::Complete => {
                edits.push(Edit::Complete(self.line.before_cursor().to_owned()));
            }
            LineKey::Redraw if self.is_begun() => edits.push(Edit::Echo(self.fresh())),
            LineKey::Redraw => {}
            LineKey::Older => {
                let index = self.history.before_shown();
                edits.push(Edit::Echo(self.walk_to(index, at, lead)));
            }
            LineKey::Newer => {
                let index = self.history.after_shown();
                edits.push(Edit::Echo(self.walk_to(index, at, lead)));
            }
            LineKey::Chord => self.in_chord = true,
        }
    }

    /// Returns the line end behind a line that is begun.
    fn break_row(&self) -> Option<Edit> {
        self.is_begun().then(|| Edit::Echo("\n".to_owned()))
    }

    /// Ends the line and returns its text.
    fn take(&mut self) -> String {
        let text = self.text();
        self.line = LineEditor::default();
        self.begun = None;
        self.pasted = false;
        self.history.leave();
        text
    }

    /// Edits the line by input that came at `at`; returns the text to echo, behind the prefix if
    /// the line begins.
    fn edit(
        &mut self,
        at: Duration,
        lead: &'static str,
        edit: impl FnOnce(&mut LineEditor),
    ) -> String {
        if !self.is_begun() {
            self.lead = lead;
        }
        let mut echo = self.change(edit);
        if !self.is_begun() {
            self.begun = None;
            self.pasted = false;
        } else if self.begun.is_none() {
            self.begun = Some(at);
            echo.insert_str(0, lead);
        }
        echo
    }

    /// Edits the line; returns the text that turns the old line on the screen into the new one.
    fn change(&mut self, edit: impl FnOnce(&mut LineEditor)) -> String {
        let (before, from) = (self.text(), self.line.cursor());
        edit(&mut self.line);
        let (after, to) = (self.line.text(), self.line.cursor());
        if before == after && from == to {
            return String::new();
        }
        if let Some(added) = after.strip_prefix(&before)
            && from == before.len()
            && to == after.len()
        {
            return shown(added);
        }
        if !(self.fits(&before) && self.fits(after)) {
            return self.fresh();
        }
        if before == after {
            return if to < from {
                backspaces(part(after, to..from))
            } else {
                shown(part(after, from..to))
            };
        }
        let same = common_start(&before, after).min(from).min(to);
        let cells = |text: &str| text.chars().count();
        let gone = " ".repeat(cells(&before).saturating_sub(cells(after)));
        [
            backspaces(part(&before, same..from)),
            shown(part(after, same..after.len())),
            gone.clone(),
            backspaces(&gone),
            backspaces(part(after, to..after.len())),
        ]
        .concat()
    }

    /// Whether backspaces can reach every letter: the line fits one row, and each letter
    /// takes one cell.
    fn fits(&self, text: &str) -> bool {
        let cells = self.lead.chars().count() + text.chars().count();
        cells < self.columns && text.chars().all(is_one_cell)
    }

    /// Returns the backspaces from the end of the line to the cursor; `None` if they cannot
    /// reach it.
    fn back_from_end(&self) -> Option<String> {
        let behind = self.line.text().get(self.line.cursor()..)?;
        (behind.is_empty() || self.fits(self.line.text())).then(|| backspaces(behind))
    }

    /// Prints the line on a row of its own: whole, or only up to the cursor if backspaces
    /// cannot reach it.
    fn fresh(&self) -> String {
        match self.back_from_end() {
            Some(back) => format!("\n{}{}{back}", self.lead, shown(self.line.text())),
            None => format!("\n{}{}", self.lead, shown(self.line.before_cursor())),
        }
    }

    /// Shows a line of the history on a row of its own.
    fn walk_to(&mut self, index: Option<usize>, at: Duration, lead: &'static str) -> String {
        let current = self.line.text();
        let Some(text) = index.and_then(|index| self.history.go(index, current)) else {
            return String::new();
        };
        let row = if self.is_begun() {
            "\n"
        } else {
            self.lead = lead;
            ""
        };
        self.line = LineEditor::of(&text);
        self.begun = self.is_begun().then(|| self.begun.unwrap_or(at));
        format!("{row}{}{}", self.lead, shown(&text))
    }
}

/// Returns the length of the text with which both begin.
fn common_start(one: &str, other: &str) -> usize {
    let pairs = one.char_indices().zip(other.chars());
    let mut differing = pairs.filter(|((_, letter), by)| letter != by);
    let first = differing.next().map(|((index, _), _)| index);
    first.unwrap_or(one.len().min(other.len()))
}

fn part(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or_default()
}

/// Returns the backspaces over a text of one cell per letter.
fn backspaces(text: &str) -> String {
    "\u{8}".repeat(text.chars().count())
}

/// Returns text as echoed, without letters that would steer a terminal.
fn shown(text: &str) -> String {
    let echoed = |letter: char| match letter {
        '\n' => '\n',
        letter if redact::is_unsafe(letter) => '?',
        letter => letter,
    };
    text.chars().map(echoed).collect()
}

/// Whether a letter takes one cell in every terminal: Latin, Greek, Cyrillic and related scripts.
/// Other letters may take none or two.
fn is_one_cell(letter: char) -> bool {
    matches!(letter, ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{2ff}' | '\u{370}'..='\u{482}' | '\u{48a}'..='\u{556}')
}
