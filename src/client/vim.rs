//! Vim's keys over a text of the user: normal, visual and insert mode.
//!
//! A state machine over a [`VimText`], whose owner applies the changes and keeps the undo log. In
//! insert mode only Esc is vim's; every other key is the owner's. Normal and visual mode take every
//! letter, so none of them can be a decision elsewhere. What vim cannot do within the text (sending,
//! the history, the clipboard) is a [`VimRequest`].
//!
//! Own code, because the crates with vim's keys (edtui, modalkit) bring a text store of their own,
//! in which a chip is not one cluster and which knows nothing of the key table beside it.

mod cells;
mod command;
mod edit;
mod help;
mod keys;
mod motion;
mod object;
#[cfg(test)]
mod tests;
mod visual;

pub use help::{VimHelp, vim_help};

use std::collections::BTreeMap;
use std::ops::Range;

use crossterm::event::{KeyCode, KeyEvent};

use crate::line_editor::{KeyUse, typed};
use cells::Cells;
use command::{Command, Layer, Parsed, parse};
use keys::{asked_by, character, is_escape, scroll};
use motion::{Memory, Shape};

/// Maximum number of characters of a `:` line.
const MOST_TYPED: usize = 40;

/// The keys of the user's text fields, as the configuration's `editor.keys` names them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum EditorKeys {
    #[default]
    Readline,
    Vim,
}

impl EditorKeys {
    /// Parses the configuration's `editor.keys` value.
    pub fn of(word: &str) -> Self {
        match word {
            "vim" => EditorKeys::Vim,
            _ => EditorKeys::Readline,
        }
    }

    /// Returns the other keys.
    #[must_use]
    pub fn flipped(self) -> Self {
        match self {
            EditorKeys::Readline => EditorKeys::Vim,
            EditorKeys::Vim => EditorKeys::Readline,
        }
    }
}

/// A text that vim's keys edit. Places are byte offsets.
pub trait VimText {
    /// Returns the text, with chips folded.
    fn shown(&self) -> String;
    fn cursor(&self) -> usize;
    /// Returns the parts that count as one cluster, in order.
    fn chips(&self) -> Vec<Range<usize>>;
    fn move_to(&mut self, at: usize);
    /// Replaces a range and leaves the cursor behind the new text.
    fn replace(&mut self, range: Range<usize>, with: &str);
    fn undo(&mut self);
    fn redo(&mut self);
    /// Begins a step of the undo log, which all changes until [`Self::end_step`] form.
    fn begin_step(&mut self);
    fn end_step(&mut self);
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum VimMode {
    #[default]
    Insert,
    Normal,
    Visual,
    VisualLine,
}

impl VimMode {
    /// Returns the name of the mode, which every user of vim knows in English.
    pub fn word(self) -> &'static str {
        match self {
            VimMode::Insert => "INSERT",
            VimMode::Normal => "NORMAL",
            VimMode::Visual => "VISUAL",
            VimMode::VisualLine => "V-LINE",
        }
    }

    fn of(shape: Shape) -> Self {
        match shape {
            Shape::Characters => VimMode::Visual,
            Shape::Lines => VimMode::VisualLine,
        }
    }

    fn is_visual(self) -> bool {
        matches!(self, VimMode::Visual | VimMode::VisualLine)
    }
}

/// A request of vim to the owner of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum VimRequest {
    Send,
    Quit,
    /// Show the line sent before, because there is no line above.
    Older,
    /// Show the line sent after, because there is no line below.
    Newer,
    SearchHistory,
    ScrollUp,
    ScrollDown,
    Copy(String),
    /// Insert the clipboard at the cursor.
    Paste,
    /// Say that there is no such `:` command.
    Unknown(String),
    Bell,
}

/// A text that was deleted or yanked.
#[derive(Debug, Clone)]
struct Register {
    text: String,
    shape: Shape,
}

/// The number of cells or lines that a change in visual mode had, for its repetition.
#[derive(Debug, Clone, Copy)]
struct Selected {
    count: usize,
    shape: Shape,
}

/// A change, for its repetition.
#[derive(Debug, Clone)]
struct Change {
    command: Command,
    selected: Option<Selected>,
    /// The text typed in insert mode.
    typed: String,
}

/// Insert mode that a command began.
#[derive(Debug, Clone)]
struct Insertion {
    change: Change,
    /// The text when typing began, and the cursor.
    before: String,
    at: usize,
}

impl Insertion {
    /// Returns the typed text; `None` if the user changed something else meanwhile.
    fn typed(&self, now: &str, cursor: usize) -> Option<String> {
        let same_before = now.get(..self.at)? == self.before.get(..self.at)?;
        let same_behind = now.get(cursor..)? == self.before.get(self.at..)?;
        let typed = now.get(self.at..cursor)?;
        (same_before && same_behind).then(|| typed.to_owned())
    }
}

#[derive(Debug, Clone, Default)]
pub struct Vim {
    mode: VimMode,
    /// The keys of a command that is not complete, or a `:` line.
    pending: String,
    memory: Memory,
    /// The end of the selection that does not move.
    anchor: usize,
    /// The last selection: its two ends and its mode.
    selected_before: Option<(usize, usize, VimMode)>,
    registers: BTreeMap<char, Register>,
    insertion: Option<Insertion>,
    last_change: Option<Change>,
    /// The selection to which a repeated change applies.
    again: Option<Selected>,
}

impl Vim {
    pub fn mode(&self) -> VimMode {
        self.mode
    }

    /// Returns the keys of a command that is not complete, or the `:` line.
    pub fn pending(&self) -> &str {
        &self.pending
    }

    /// Goes to insert mode, because the text is a new one or the user asked to type.
    pub fn begin_insert(&mut self) {
        self.insertion = None;
        self.mode = VimMode::Insert;
        self.pending.clear();
    }

    /// Whether a key is vim's, before the key table is asked.
    pub fn takes(&self, key: &KeyEvent) -> bool {
        let is_begun = !self.pending.is_empty();
        match self.mode {
            _ if is_escape(key) => self.mode != VimMode::Normal || is_begun,
            VimMode::Insert => false,
            _ if is_begun && key.code == KeyCode::Enter => key.modifiers.is_empty(),
            _ => match character(key) {
                // Help, which is no motion here.
                Some('?') => is_begun,
                Some(_) => true,
                None => scroll(key).is_some(),
            },
        }
    }

    /// Handles a key that [`Self::takes`] accepts.
    pub fn key(&mut self, key: &KeyEvent, text: &mut dyn VimText) -> Option<VimRequest> {
        if is_escape(key) {
            self.escape(text);
            return None;
        }
        if self.pending.starts_with(':') {
            return self.line_key(key);
        }
        if let Some(request) = scroll(key) {
            self.pending.clear();
            return Some(request);
        }
        let character = match key.code {
            KeyCode::Enter => '\n',
            _ => character(key)?,
        };
        if character == ':' && self.pending.is_empty() {
            self.leave_visual(text);
        }
        self.pending.push(character);
        if self.pending == ":" {
            return None;
        }
        let layer = if self.mode.is_visual() {
            Layer::Visual
        } else {
            Layer::Normal
        };
        let parsed = parse(&self.pending, layer);
        if parsed != Parsed::Incomplete {
            self.pending.clear();
        }
        match parsed {
            Parsed::Command(command) => self.run(command, text),
            Parsed::Incomplete => None,
            Parsed::Unknown => Some(VimRequest::Bell),
        }
    }

    /// Keeps the cursor on a cell after something else has moved it.
    pub fn settle(&self, text: &mut dyn VimText) {
        if self.mode == VimMode::Insert {
            return;
        }
        let (cells, from) = Cells::read(text);
        let to = cells.offset(from.min(cells.line_last(from)));
        if to != text.cursor() {
            text.move_to(to);
        }
    }

    /// Ends the command that has begun, or goes to normal mode. Returns whether there was something
    /// to leave.
    pub fn escape(&mut self, text: &mut dyn VimText) -> KeyUse {
        let is_begun = !self.pending.is_empty();
        self.pending.clear();
        match self.mode {
            VimMode::Normal if is_begun => return KeyUse::Yes,
            VimMode::Normal => return KeyUse::No,
            VimMode::Insert => self.end_typing(text),
            _ if is_begun => {}
            _ => self.leave_visual(text),
        }
        KeyUse::Yes
    }

    fn line_key(&mut self, key: &KeyEvent) -> Option<VimRequest> {
        match (key.code, typed(key)) {
            (KeyCode::Enter, _) => {
                let line = std::mem::take(&mut self.pending);
                return asked_by(line.trim_start_matches(':').trim());
            }
            (KeyCode::Backspace, _) => drop(self.pending.pop()),
            (_, Some(character)) if self.pending.chars().count() < MOST_TYPED => {
                self.pending.push(character);
            }
            _ => {}
        }
        None
    }

    fn run(&mut self, command: Command, text: &mut dyn VimText) -> Option<VimRequest> {
        use command::Act;
        let times = command.count.unwrap_or(1);
        match command.act {
            Act::Repeat => return self.repeat(command.count, text),
            Act::Undo => to_change(text, |text| (0..times).for_each(|_| text.undo())),
            Act::Redo => to_change(text, |text| (0..times).for_each(|_| text.redo())),
            Act::SearchHistory => return Some(VimRequest::SearchHistory),
            Act::Send => return Some(VimRequest::Send),
            Act::Quit => return Some(VimRequest::Quit),
            _ => {
                let selected = self.extent(text);
                let before = text.shown();
                text.begin_step();
                let request = self.perform(command, text);
                self.note_change(command, selected, &before, text);
                if self.mode != VimMode::Insert {
                    text.end_step();
                }
                self.settle(text);
                return request;
            }
        }
        self.settle(text);
        None
    }

    /// Remembers a change for `.`; typing may be going on.
    fn note_change(
        &mut self,
        command: Command,
        selected: Option<Selected>,
        before: &str,
        text: &dyn VimText,
    ) {
        if !command.act.is_change() {
            return;
        }
        let now = text.shown();
        let change = Change {
            command,
            selected,
            typed: String::new(),
        };
        if self.mode == VimMode::Insert {
            let at = text.cursor();
            let before = now;
            self.insertion = Some(Insertion { change, before, at });
        } else if now != before {
            self.last_change = Some(change);
        }
    }

    fn repeat(&mut self, count: Option<usize>, text: &mut dyn VimText) -> Option<VimRequest> {
        let mut change = self.last_change.clone()?;
        change.command.count = count.or(change.command.count);
        self.again = change.selected;
        let request = self.run(change.command, text);
        self.again = None;
        if self.mode == VimMode::Insert {
            let at = text.cursor();
            text.replace(at..at, &change.typed);
            self.end_typing(text);
        }
        self.last_change = Some(change);
        request
    }

    /// Ends insert mode: the cursor goes back onto the last typed cell.
    fn end_typing(&mut self, text: &mut dyn VimText) {
        if self.mode != VimMode::Insert {
            return;
        }
        if let Some(insertion) = self.insertion.take() {
            if let Some(typed) = insertion.typed(&text.shown(), text.cursor()) {
                let more = edit::typed_again(&insertion.change.command, &typed);
                let at = text.cursor();
                text.replace(at..at, &more);
                self.last_change = Some(Change {
                    typed,
                    ..insertion.change
                });
            }
            text.end_step();
        }
        self.mode = VimMode::Normal;
        let (cells, from) = Cells::read(text);
        if from > cells.line_start(from) {
            text.move_to(cells.offset(from - 1));
        }
        self.memory.column = None;
    }
}

/// Changes the text and moves the cursor to the beginning of what differs.
fn to_change(text: &mut dyn VimText, change: impl FnOnce(&mut dyn VimText)) {
    let before = text.shown();
    change(text);
    let after = text.shown();
    let mut pairs = before.char_indices().zip(after.chars());
    let differing = pairs.find(|((_, one), other)| one != other);
    if before != after {
        let shared = before.len().min(after.len());
        text.move_to(differing.map_or(shared, |((at, _), _)| at));
    }
}
