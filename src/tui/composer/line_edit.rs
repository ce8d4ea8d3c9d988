//! Readline's editing over a buffer: every key of the text fields that changes text or
//! moves the cursor.
//!
//! Serves the editor and every field of the confirmation bar. Knows nothing of sending, history or
//! completion; hands back a key that it has no use for.

use std::ops::Range;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::bindings::{default_action, typed};
use super::buffer::Buffer;
use super::chips::Folds;
use super::kill::{Cut, KillRing};
use super::motion;
use crate::keymap::Action;
use crate::pointer::Pointing;
use crate::select::word_at;

/// Whether a key was used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyUse {
    /// The key moved or changed something, or could have.
    Yes,
    /// The key has no meaning here.
    No,
}

/// The state of the mark after a toggle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marking {
    /// The mark is set at the cursor.
    Begun,
    /// The mark is gone.
    Ended,
}

/// A text field with readline's keys.
#[derive(Debug, Clone, Default)]
pub struct LineEdit {
    buffer: Buffer,
    chips: Folds,
    ring: KillRing,
    anchor: Option<usize>,
    /// Whether the mouse made the selection, for copying: typed text does not replace it.
    pointed: bool,
    /// Whether a mark is set: every cursor movement then selects.
    marking: bool,
    yanked: Option<Range<usize>>,
    literal: bool,
}

impl LineEdit {
    pub fn of(text: &str) -> Self {
        Self {
            buffer: Buffer::of(text),
            ..Self::default()
        }
    }

    /// Returns the text as shown, with chips folded.
    pub fn text(&self) -> String {
        self.buffer.text()
    }

    /// Returns the text as sent, with chips unfolded.
    pub fn whole_text(&self) -> String {
        self.chips.unfold(&self.buffer.text())
    }

    pub fn is_empty(&self) -> bool {
        self.buffer.is_empty()
    }

    /// Returns the cursor as a byte offset in [`LineEdit::text`].
    pub fn cursor(&self) -> usize {
        self.buffer.cursor()
    }

    /// Returns the selected range, if there is one.
    pub fn selection(&self) -> Option<Range<usize>> {
        let (anchor, cursor) = (self.anchor?, self.cursor());
        (anchor != cursor).then(|| anchor.min(cursor)..anchor.max(cursor))
    }

    /// Returns the ranges of the chips.
    pub fn chip_spans(&self) -> Vec<Range<usize>> {
        self.chips.spans(&self.text())
    }

    /// Sets a mark at the cursor, from which every movement selects, or removes the mark
    /// and its selection.
    pub fn toggle_mark(&mut self) -> Marking {
        self.broken_off();
        if self.marking {
            self.unselect();
            return Marking::Ended;
        }
        self.anchor = Some(self.cursor());
        self.pointed = false;
        self.marking = true;
        Marking::Begun
    }

    pub fn is_marking(&self) -> bool {
        self.marking
    }

    /// Removes the mark; the selection stays until the next movement.
    pub fn end_mark(&mut self) {
        self.marking = false;
    }

    fn unselect(&mut self) {
        self.anchor = None;
        self.marking = false;
    }

    /// Whether the next key is taken literally.
    pub fn awaits_literal(&self) -> bool {
        self.literal
    }

    /// Replaces the whole text, with nothing to undo; forgets the chips.
    pub fn reset(&mut self, text: &str) {
        self.chips.clear();
        self.buffer.reset(&self.chips.fold_tags(text));
        self.unselect();
        self.yanked = None;
        self.literal = false;
    }

    /// Shows another text for a while (a line of the history); chips stay known.
    pub fn show(&mut self, text: &str) {
        self.buffer.reset(&self.chips.fold_tags(text));
        self.unselect();
        self.yanked = None;
    }

    /// Replaces a placeholder in the text by a paste; the cursor stays where it is.
    pub fn resolve(&mut self, mark: &str, with: &str) {
        let text = self.text();
        let Some(start) = text.find(mark) else { return };
        let end = start + mark.len();
        let folded = self.chips.fold(with);
        let at = self.cursor();
        self.unselect();
        self.yanked = None;
        self.buffer.replace(start..end, &folded);
        let cursor = match at {
            at if at <= start => at,
            at if at < end => start + folded.len(),
            at => at - mark.len() + folded.len(),
        };
        self.buffer.move_to(cursor);
    }

    /// Inserts text at the cursor, or in place of the selection.
    pub fn insert(&mut self, text: &str) {
        match self.selection().filter(|_| !self.pointed) {
            Some(range) => self.buffer.replace(range, text),
            None => self.buffer.insert(text),
        }
        self.unselect();
    }

    /// Inserts a paste, folded to a chip if it is large.
    pub fn paste(&mut self, pasted: &str) {
        self.ring.part();
        self.yanked = None;
        let folded = self.chips.fold(pasted);
        self.insert(&folded);
    }

    /// Replaces a range, as completion does.
    pub fn replace(&mut self, range: Range<usize>, with: &str) {
        self.unselect();
        self.buffer.replace(range, with);
    }

    /// Sets the cursor to an offset.
    pub fn move_to(&mut self, offset: usize) {
        self.unselect();
        self.buffer.move_to(offset);
    }

    /// Handles the mouse at an offset. A chip is selected as a whole.
    pub fn point(&mut self, offset: usize, how: Pointing) {
        self.broken_off();
        self.pointed = true;
        self.marking = false;
        let text = self.text();
        let chips = self.chip_spans();
        let chip = chips
            .iter()
            .find(|chip| chip.start < offset && offset < chip.end);
        let offset = chip.map_or(offset, |chip| chip.start).min(text.len());
        let range = match how {
            Pointing::Place => offset..offset,
            Pointing::Extend => {
                let anchor = self.anchor.unwrap_or(self.cursor());
                // The cluster under the pointer belongs to the selection.
                let head = if offset < anchor {
                    offset
                } else {
                    motion::right(&text, &chips, offset).min(motion::line_end(&text, offset))
                };
                self.anchor = Some(anchor);
                return self.buffer.move_to(head.max(offset));
            }
            Pointing::Word => match chip {
                Some(chip) => chip.clone(),
                None => {
                    let start = motion::line_start(&text, offset);
                    let line = text.get(start..motion::line_end(&text, offset));
                    let word = word_at(line.unwrap_or_default(), offset - start);
                    start + word.start..start + word.end
                }
            },
            Pointing::Line => motion::line_start(&text, offset)..motion::line_end(&text, offset),
        };
        self.buffer.move_to(range.end);
        self.anchor = Some(range.start);
    }

    /// Undoes the last change.
    pub fn undo(&mut self) {
        self.unselect();
        self.buffer.undo();
    }

    /// Redoes the last undone change.
    pub fn redo(&mut self) {
        self.unselect();
        self.buffer.redo();
    }

    /// Ends a sequence of cuts or yanks because something else was done: the next cut is separate,
    /// and nothing counts as yanked last.
    pub fn broken_off(&mut self) {
        self.ring.part();
        self.yanked = None;
    }

    /// Moves up one line; `None` if it is the first. With a mark set, selects up to the beginning.
    pub fn line_up(&mut self) -> Option<()> {
        if self.marking {
            self.act(Action::SelectUp);
            return Some(());
        }
        let target = motion::up(&self.text(), self.cursor())?;
        self.move_to(target);
        Some(())
    }

    /// Moves down one line; `None` if it is the last. With a mark set, selects up to the end.
    pub fn line_down(&mut self) -> Option<()> {
        if self.marking {
            self.act(Action::SelectDown);
            return Some(());
        }
        let target = motion::down(&self.text(), self.cursor())?;
        self.move_to(target);
        Some(())
    }

    /// Handles one key with the shipped bindings of the key table's editor context.
    pub fn key(&mut self, key: &KeyEvent) -> KeyUse {
        if self.literal {
            return self.literal_key(key);
        }
        if let Some(action) = default_action(key) {
            return self.act(action);
        }
        match typed(key) {
            Some(character) => {
                self.type_character(character);
                KeyUse::Yes
            }
            None => KeyUse::No,
        }
    }

    /// Handles a typed character.
    pub fn type_character(&mut self, character: char) {
        self.ring.part();
        self.yanked = None;
        self.literal = false;
        let mut bytes = [0; 4];
        self.insert(character.encode_utf8(&mut bytes));
    }

    /// Performs one action of the editor.
    pub fn act(&mut self, action: Action) -> KeyUse {
        if self.kill(action) == KeyUse::Yes {
            self.yanked = None;
            return KeyUse::Yes;
        }
        self.ring.part();
        if self.yank(action) == KeyUse::Yes {
            return KeyUse::Yes;
        }
        self.yanked = None;
        if self.travel(action) == KeyUse::Yes {
            return KeyUse::Yes;
        }
        self.change(action)
    }

    /// Handles the key after "insert literally".
    pub fn literal_key(&mut self, key: &KeyEvent) -> KeyUse {
        self.literal = false;
        self.broken_off();
        let is_control = key.modifiers == KeyModifiers::CONTROL;
        match key.code {
            // No other control character is useful in a message.
            KeyCode::Char('i') if is_control => self.insert("\t"),
            KeyCode::Char('j' | 'm') if is_control => self.insert("\n"),
            KeyCode::Enter => self.insert("\n"),
            KeyCode::Tab => self.insert("\t"),
            _ => {
                if let Some(character) = typed(key) {
                    self.insert(&character.to_string());
                }
            }
        }
        KeyUse::Yes
    }

    fn travel(&mut self, action: Action) -> KeyUse {
        let (text, chips, at) = (self.text(), self.chip_spans(), self.cursor());
        let target = match action {
            Action::LineStart | Action::SelectHome => motion::line_start(&text, at),
            Action::LineEnd | Action::SelectEnd => motion::line_end(&text, at),
            Action::WordLeft => motion::word_left(&text, &chips, at),
            Action::WordRight => motion::word_right(&text, &chips, at),
            Action::CharLeft | Action::SelectLeft => motion::left(&text, &chips, at),
            Action::CharRight | Action::SelectRight => motion::right(&text, &chips, at),
            Action::SelectUp => motion::up(&text, at).unwrap_or(0),
            Action::SelectDown => motion::down(&text, at).unwrap_or(text.len()),
            _ => return KeyUse::No,
        };
        let selects = self.marking
            || matches!(
                action,
                Action::SelectHome
                    | Action::SelectEnd
                    | Action::SelectLeft
                    | Action::SelectRight
                    | Action::SelectUp
                    | Action::SelectDown
            );
        self.anchor = selects.then(|| self.anchor.unwrap_or(at));
        self.pointed = false;
        self.buffer.move_to(target);
        KeyUse::Yes
    }

    fn kill(&mut self, action: Action) -> KeyUse {
        let (text, chips, at) = (self.text(), self.chip_spans(), self.cursor());
        let (range, cut) = match action {
            Action::KillToEnd => {
                let end = motion::line_end(&text, at);
                // At the end of a line its line break is cut, as in emacs.
                let end = if end == at {
                    motion::right(&text, &chips, at)
                } else {
                    end
                };
                (at..end, Cut::Forward)
            }
            Action::KillToStart => (motion::line_start(&text, at)..at, Cut::Backward),
            Action::KillWordBack => match self.selection() {
                Some(selection) => (selection, Cut::Backward),
                None => (
                    motion::blank_word_left(&text, &chips, at)..at,
                    Cut::Backward,
                ),
            },
            Action::KillWordBackAlnum => (motion::word_left(&text, &chips, at)..at, Cut::Backward),
            Action::KillWord => (at..motion::word_right(&text, &chips, at), Cut::Forward),
            _ => return KeyUse::No,
        };
        self.ring
            .push(text.get(range.clone()).unwrap_or_default(), cut);
        self.unselect();
        self.buffer.replace(range, "");
        KeyUse::Yes
    }

    fn yank(&mut self, action: Action) -> KeyUse {
        let (range, yanked) = match action {
            Action::Yank => {
                let cursor = self.cursor();
                (self.selection().unwrap_or(cursor..cursor), self.ring.yank())
            }
            Action::YankPop => match self.yanked.clone() {
                Some(range) => (range, self.ring.rotate()),
                None => return KeyUse::Yes,
            },
            _ => return KeyUse::No,
        };
        if let Some(yanked) = yanked {
            let yanked = yanked.to_owned();
            let start = range.start;
            self.unselect();
            self.buffer.replace(range, &yanked);
            self.yanked = Some(start..start + yanked.len());
        }
        KeyUse::Yes
    }

    fn change(&mut self, action: Action) -> KeyUse {
        match action {
            Action::DeleteBack => self.delete_back(),
            Action::DeleteChar => self.delete_forward(),
            Action::TransposeChars => self.transpose_characters(),
            Action::TransposeWords => self.transpose_words(),
            Action::UpcaseWord => self.recase(str::to_uppercase),
            Action::DowncaseWord => self.recase(str::to_lowercase),
            Action::CapitaliseWord => self.recase(motion::capitalised),
            Action::UndoEdit => self.undo(),
            Action::RedoEdit => self.redo(),
            Action::InsertLiterally => self.literal = true,
            Action::Newline => self.insert("\n"),
            _ => return KeyUse::No,
        }
        KeyUse::Yes
    }

    fn delete_back(&mut self) {
        let (text, chips, at) = (self.text(), self.chip_spans(), self.cursor());
        let range = self
            .selection()
            .unwrap_or_else(|| motion::left(&text, &chips, at)..at);
        self.unselect();
        self.buffer.replace(range, "");
    }

    fn delete_forward(&mut self) {
        let (text, chips, at) = (self.text(), self.chip_spans(), self.cursor());
        let range = self
            .selection()
            .unwrap_or_else(|| at..motion::right(&text, &chips, at));
        self.unselect();
        self.buffer.replace(range, "");
    }

    fn transpose_characters(&mut self) {
        let (text, chips, at) = (self.text(), self.chip_spans(), self.cursor());
        // At the end of a line the last two characters are swapped.
        let middle = if at == motion::line_end(&text, at) {
            motion::left(&text, &chips, at)
        } else {
            at
        };
        if middle <= motion::line_start(&text, at) {
            return;
        }
        let (start, end) = (
            motion::left(&text, &chips, middle),
            motion::right(&text, &chips, middle),
        );
        self.swap(&text, start..middle, middle..end);
    }

    fn transpose_words(&mut self) {
        let (text, chips, at) = (self.text(), self.chip_spans(), self.cursor());
        let second_end = motion::word_right(&text, &chips, at);
        let second_start = motion::word_left(&text, &chips, second_end);
        let first_start = motion::word_left(&text, &chips, second_start);
        let first_end = motion::word_right(&text, &chips, first_start);
        if first_end <= second_start {
            self.swap(&text, first_start..first_end, second_start..second_end);
        }
    }

    /// Swaps two parts and keeps the text between them.
    fn swap(&mut self, text: &str, first: Range<usize>, second: Range<usize>) {
        let between = first.end..second.start;
        let whole = first.start..second.end;
        let swapped: String = [second, between, first]
            .into_iter()
            .map(|part| text.get(part).unwrap_or_default())
            .collect();
        self.unselect();
        self.buffer.replace(whole, &swapped);
    }

    fn recase(&mut self, change: impl Fn(&str) -> String) {
        let (text, chips, at) = (self.text(), self.chip_spans(), self.cursor());
        let end = motion::word_right(&text, &chips, at);
        if let Some(part) = text.get(at..end) {
            self.unselect();
            self.buffer.replace(at..end, &change(part));
        }
    }
}
