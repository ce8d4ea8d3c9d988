//! The editor of a text that may have several lines: the draft, and the fields of the bar and of
//! the review.
//!
//! The text, the cursor, the selection, the undo log and the moves by line are those of
//! tui-textarea's `TextArea`. It moves and deletes by `char` (`CursorMove::Forward`, `delete_char`),
//! finds words by a rule of its own, keeps one cut (`yank_text`) and undoes each letter by itself,
//! so clusters, chips, words, the kill ring and the grouping of undo steps are ours, with
//! [`Readline`]. It has no hook that draws a token for a character, no prefix per row and no wrap
//! at blanks only (`WrapMode`), and its `screen_lines` are private, so [`super::draw`] and
//! [`super::layout`] draw the text.
//!
//! Knows nothing of sending, history or completion; hands back a key that it has no use for.

use std::ops::Range;

use client::line_editor::{
    Change, EditAction, Edited, KeyUse, Readline, boundary, cluster_right, edit_action, is_letter,
    literal_text, typed,
};
use crossterm::event::KeyEvent;
use tui_textarea::{CursorMove, TextArea};

use super::bindings::{edit_action_of, field_action};
use super::chips::Folds;
use super::places::{line_of, offset_of, place_of};
use super::undo_steps::UndoSteps;
use crate::keymap::Action;
use crate::pointer::Pointing;
use crate::select::word_at;

/// Number of edits kept for undo.
const UNDO_DEPTH: usize = 2_000;

/// The state of the mark after a toggle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marking {
    /// The mark is set at the cursor.
    Begun,
    /// The mark is gone.
    Ended,
}

/// Whether a movement of the cursor selects the text on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Selects {
    Yes,
    /// Only if a mark is set.
    No,
}

/// A text field with readline's keys.
#[derive(Debug, Clone)]
pub struct TextEdit {
    area: TextArea<'static>,
    steps: UndoSteps,
    chips: Folds,
    readline: Readline,
    /// Whether the mouse made the selection, for copying: typed text does not replace it.
    pointed: bool,
    /// Whether a mark is set: every cursor movement then selects.
    marking: bool,
    literal: bool,
}

impl Default for TextEdit {
    fn default() -> Self {
        Self::of("")
    }
}

impl TextEdit {
    /// Creates a field that holds `text`, with the cursor at its end and nothing to undo.
    pub fn of(text: &str) -> Self {
        Self {
            area: area_of(text),
            steps: UndoSteps::default(),
            chips: Folds::default(),
            readline: Readline::default(),
            pointed: false,
            marking: false,
            literal: false,
        }
    }

    /// Returns the text as shown, with chips folded.
    pub fn text(&self) -> String {
        self.area.lines().join("\n")
    }

    /// Returns the text as sent, with chips unfolded.
    pub fn whole_text(&self) -> String {
        self.chips.unfold(&self.text())
    }

    pub fn is_empty(&self) -> bool {
        self.area.is_empty()
    }

    /// Returns the cursor as a byte offset in [`TextEdit::text`].
    pub fn cursor(&self) -> usize {
        let cursor = self.area.cursor();
        offset_of(self.area.lines(), (cursor.0, cursor.1))
    }

    /// Returns the selected range, if there is one.
    pub fn selection(&self) -> Option<Range<usize>> {
        let (start, end) = self.area.selection_range()?;
        let lines = self.area.lines();
        (start != end).then(|| offset_of(lines, start)..offset_of(lines, end))
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
        self.area.start_selection();
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
        self.area.cancel_selection();
        self.marking = false;
    }

    /// Whether the next key is taken literally.
    pub fn awaits_literal(&self) -> bool {
        self.literal
    }

    /// Replaces the whole text, with nothing to undo; forgets the chips.
    pub fn reset(&mut self, text: &str) {
        self.chips.clear();
        self.literal = false;
        self.show(text);
    }

    /// Shows another text for a while (a line of the history); chips stay known.
    pub fn show(&mut self, text: &str) {
        self.area = area_of(&self.chips.fold_tags(text));
        self.steps.clear();
        self.marking = false;
        self.broken_off();
    }

    /// Replaces a placeholder in the text by a paste; the cursor stays where it is.
    pub fn resolve(&mut self, mark: &str, with: &str) {
        let text = self.text();
        let Some(start) = text.find(mark) else { return };
        let end = start + mark.len();
        let folded = self.chips.fold(with);
        let at = self.cursor();
        self.broken_off();
        self.replace(start..end, &folded);
        self.set_cursor(match at {
            at if at <= start => at,
            at if at < end => start + folded.len(),
            at => at - mark.len() + folded.len(),
        });
    }

    /// Inserts text at the cursor, or in place of the selection.
    pub fn insert(&mut self, text: &str) {
        let at = self.cursor();
        let selected = self.selection().filter(|_| !self.pointed);
        self.replace(selected.unwrap_or(at..at), text);
    }

    /// Inserts a paste, folded to a chip if it is large.
    pub fn paste(&mut self, pasted: &str) {
        self.broken_off();
        let folded = self.chips.fold(pasted);
        self.insert(&folded);
    }

    /// Replaces a range of bytes and leaves the cursor behind the new text. One undo step.
    pub fn replace(&mut self, range: Range<usize>, with: &str) {
        self.unselect();
        let text = self.text();
        let removed = text
            .get(range.clone())
            .map_or(0, |gone| gone.chars().count());
        self.set_cursor(range.start);
        let edits = usize::from(removed > 0 && self.area.delete_str(removed))
            + usize::from(!with.is_empty() && self.area.insert_str(with));
        if edits == 0 {
            return;
        }
        let is_typed = removed == 0 && is_letter(with);
        let typed = is_typed.then(|| range.start..range.start + with.len());
        self.steps.note(edits, typed.as_ref());
    }

    /// Sets the cursor to an offset.
    pub fn move_to(&mut self, offset: usize) {
        self.unselect();
        self.set_cursor(offset);
    }

    /// Sets the cursor; a selection that is open grows to it. A place beyond the 16 bits of
    /// `CursorMove::Jump` is reached by undoing a deletion that ends there, which restores every
    /// letter but ends the selection.
    fn set_cursor(&mut self, offset: usize) {
        let (row, column) = place_of(self.area.lines(), offset);
        if let (Ok(row), Ok(column)) = (u16::try_from(row), u16::try_from(column)) {
            return self.area.move_cursor(CursorMove::Jump(row, column));
        }
        if self.area.cursor() == (row, column) {
            return;
        }
        let text = self.text();
        let before = text.get(..offset).unwrap_or(&text).chars().count();
        self.area.cancel_selection();
        self.area.move_cursor(CursorMove::Jump(0, 0));
        if self.area.delete_str(before) {
            self.area.undo();
            self.steps.forget_undone();
        }
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
        let (row, _) = place_of(self.area.lines(), offset);
        let line = line_of(self.area.lines(), row);
        let range = match how {
            Pointing::Place => offset..offset,
            Pointing::Extend => {
                let cursor = self.cursor();
                let selection = self.selection().unwrap_or(cursor..cursor);
                let anchor = if selection.start == cursor {
                    selection.end
                } else {
                    selection.start
                };
                // The cluster under the pointer belongs to the selection.
                let head = if offset < anchor {
                    offset
                } else {
                    cluster_right(&text, &chips, offset).min(line.end)
                };
                if !self.area.is_selecting() {
                    self.area.start_selection();
                }
                return self.set_cursor(head.max(offset));
            }
            Pointing::Word => match chip {
                Some(chip) => chip.clone(),
                None => {
                    let words = text.get(line.clone()).unwrap_or_default();
                    let word = word_at(words, offset - line.start);
                    line.start + word.start..line.start + word.end
                }
            },
            Pointing::Line => line,
        };
        self.area.cancel_selection();
        self.set_cursor(range.start);
        self.area.start_selection();
        self.set_cursor(range.end);
    }

    /// Undoes the last step.
    pub fn undo(&mut self) {
        self.unselect();
        for _ in 0..self.steps.undo() {
            self.area.undo();
        }
    }

    /// Redoes the last undone step.
    pub fn redo(&mut self) {
        self.unselect();
        for _ in 0..self.steps.redo() {
            self.area.redo();
        }
    }

    /// Returns the undo steps, to join the changes of a command.
    pub(super) fn steps(&mut self) -> &mut UndoSteps {
        &mut self.steps
    }

    /// Ends a sequence of cuts or yanks because something else was done: the next cut is separate,
    /// and nothing counts as yanked last.
    pub fn broken_off(&mut self) {
        self.readline.broken_off();
    }

    /// Moves up one line; `None` if it is the first. With a mark set, selects up to the beginning.
    pub fn line_up(&mut self) -> Option<()> {
        if self.marking {
            self.act(Action::SelectUp);
            return Some(());
        }
        self.step(CursorMove::Up, Selects::No)
    }

    /// Moves down one line; `None` if it is the last. With a mark set, selects up to the end.
    pub fn line_down(&mut self) -> Option<()> {
        if self.marking {
            self.act(Action::SelectDown);
            return Some(());
        }
        self.step(CursorMove::Down, Selects::No)
    }

    /// Moves one line up or down; `None` if there is no such line.
    fn step(&mut self, by: CursorMove, selects: Selects) -> Option<()> {
        let last = self.area.lines().len().saturating_sub(1);
        let end = if by == CursorMove::Up { 0 } else { last };
        if self.area.cursor().0 == end {
            return None;
        }
        self.go(selects, |edit| {
            edit.area.move_cursor(by);
            // The same column may be inside a cluster or a chip.
            let at = boundary(&edit.text(), &edit.chip_spans(), edit.cursor());
            edit.set_cursor(at);
        });
        Some(())
    }

    fn go(&mut self, selects: Selects, go: impl FnOnce(&mut Self)) {
        match (
            selects == Selects::Yes || self.marking,
            self.area.is_selecting(),
        ) {
            (true, false) => self.area.start_selection(),
            (true, true) => {}
            (false, _) => self.area.cancel_selection(),
        }
        self.pointed = false;
        go(self);
    }

    /// Handles one key with the shipped bindings of the key table's editor context.
    pub fn key(&mut self, key: &KeyEvent) -> KeyUse {
        if self.literal {
            self.literal_key(key);
            return KeyUse::Yes;
        }
        match (field_action(key), edit_action(key), typed(key)) {
            (Some(action), ..) => return self.act(action),
            (_, Some(action), _) => self.edit(action, Selects::No),
            (.., Some(character)) => self.type_character(character),
            _ => return KeyUse::No,
        }
        KeyUse::Yes
    }

    /// Handles a typed character.
    pub fn type_character(&mut self, character: char) {
        self.broken_off();
        self.literal = false;
        self.insert(character.encode_utf8(&mut [0; 4]));
    }

    /// Handles the key after "insert literally".
    pub fn literal_key(&mut self, key: &KeyEvent) {
        self.literal = false;
        self.broken_off();
        if let Some(text) = literal_text(key) {
            self.insert(&text);
        }
    }

    /// Performs one action of the editor.
    pub fn act(&mut self, action: Action) -> KeyUse {
        let (edit, selects) = match action {
            Action::SelectLeft => (EditAction::CharLeft, Selects::Yes),
            Action::SelectRight => (EditAction::CharRight, Selects::Yes),
            Action::SelectHome => (EditAction::LineStart, Selects::Yes),
            Action::SelectEnd => (EditAction::LineEnd, Selects::Yes),
            action => match edit_action_of(action) {
                Some(edit) => (edit, Selects::No),
                None => return self.act_on_lines(action),
            },
        };
        self.edit(edit, selects);
        KeyUse::Yes
    }

    fn act_on_lines(&mut self, action: Action) -> KeyUse {
        self.broken_off();
        let by = match action {
            Action::SelectUp => CursorMove::Up,
            Action::SelectDown => CursorMove::Down,
            Action::Newline => {
                self.insert("\n");
                return KeyUse::Yes;
            }
            _ => return KeyUse::No,
        };
        if self.step(by, Selects::Yes).is_none() {
            let end = if by == CursorMove::Up {
                CursorMove::Head
            } else {
                CursorMove::End
            };
            self.go(Selects::Yes, |edit| edit.area.move_cursor(end));
        }
        KeyUse::Yes
    }

    fn edit(&mut self, action: EditAction, selects: Selects) {
        let text = self.text();
        let chips = self.chips.spans(&text);
        let change = self.readline.change(
            action,
            &Edited {
                text: &text,
                cursor: self.cursor(),
                line: line_of(self.area.lines(), self.area.cursor().0),
                selection: self.selection(),
                chips: &chips,
            },
        );
        match change {
            Some(Change::Move(to)) => self.go(selects, |edit| edit.set_cursor(to)),
            Some(Change::Replace(range, with)) => self.replace(range, &with),
            Some(Change::Undo) => self.undo(),
            Some(Change::Redo) => self.redo(),
            Some(Change::AwaitLiteral) => self.literal = true,
            None => {}
        }
    }
}

/// Returns an area that holds `text`, with the cursor at its end and nothing to undo.
fn area_of(text: &str) -> TextArea<'static> {
    let mut area = TextArea::new(text.split('\n').map(str::to_owned).collect());
    area.set_max_histories(UNDO_DEPTH);
    // A tab is drawn as one blank.
    area.set_tab_length(1);
    area.move_cursor(CursorMove::Bottom);
    area.move_cursor(CursorMove::End);
    area
}
