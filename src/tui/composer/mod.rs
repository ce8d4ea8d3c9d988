//! The editor: the input of the user to the agent.
//!
//! Owns the draft, its history walk and search, folded pastes and the requests to keep the draft.
//! Knows no engine, no clock and no completion: the loop hands it actions of the key table, keys
//! that are bound to none, pastes and the time, and carries out its effects. Only `text_edit`
//! refers to the text area crate.

mod bindings;
mod chips;
mod draw;
pub(crate) mod dropped;
mod history;
pub(crate) mod layout;
mod places;
#[cfg(test)]
mod tests;
mod text_edit;
mod undo_steps;
mod vim;

pub use text_edit::{Marking, TextEdit};

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::time::Duration;

use crossterm::event::KeyEvent;
use ratatui::layout::{Position, Rect};

use crate::effect::Effect;
use crate::keymap::Action;
use crate::pointer::Pointing;
use client::line_editor::{EditAction, History, KeyUse, typed};
use client::vim::{Vim, VimMode};
use history::{Direction, Search, mention};
use l10n::say;
use protocol::event::NoticeLevel;

/// Maximum delay until a change of the draft is stored, also while typing goes on: a killed process
/// loses no more than this.
const SAVE_AFTER: Duration = Duration::from_millis(400);

/// Whether an action belongs to the text field, which itself decides what ends a sequence of cuts.
fn is_of_the_line(action: Action) -> bool {
    !matches!(
        action,
        Action::Send
            | Action::SendAndLoadNext
            | Action::LineUp
            | Action::LineDown
            | Action::HistoryStart
            | Action::HistoryEnd
            | Action::HistorySearchBack
            | Action::HistorySearchForward
            | Action::LastMention
    )
}

/// The editor of one session.
#[derive(Debug, Clone, Default)]
pub struct Composer {
    line: TextEdit,
    history: History,
    search: Option<Search>,
    /// History line to load after the next sending.
    load_next: Option<usize>,
    /// The last inserted mention: its distance in mentions from the latest one, and its place.
    mentioned: Option<(usize, Range<usize>)>,
    /// Placeholders of pictures that are being loaded.
    placeholders: Vec<String>,
    dirty_since: Option<Duration>,
    saved: String,
    /// Whether the stored draft may differ from the last known one.
    is_unsure: bool,
    now: Duration,
    /// The rows as last laid out.
    rows: RefCell<Option<Rc<LaidText>>>,
    /// Vim's keys, if the user wants them.
    vim: Option<Vim>,
}

/// A text with its rows at a width.
#[derive(Debug)]
struct LaidText {
    text: String,
    room: usize,
    rows: Vec<layout::Row>,
}

impl Composer {
    /// Sets the history, latest last, without touching the draft.
    pub fn set_history(&mut self, lines: Vec<String>) {
        self.history.learn(lines);
    }

    /// Restores a stored draft.
    pub fn restore_draft(&mut self, text: &str) {
        self.line.reset(text);
        self.begin_insert();
        self.saved = text.to_owned();
        self.is_unsure = false;
        self.dirty_since = None;
    }

    /// Replaces the draft by a text that can be stored (a message that was taken back). The
    /// store may already have it as a draft, so the store must be given every further change,
    /// even to an empty text.
    pub fn set_text(&mut self, text: &str) {
        self.line.reset(text);
        self.begin_insert();
        self.is_unsure = true;
        self.touch();
    }

    /// Returns the text as shown, with chips folded.
    pub fn text(&self) -> String {
        self.line.text()
    }

    /// Returns the text as it would be sent.
    pub fn whole_text(&self) -> String {
        self.line.whole_text()
    }

    pub fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    /// Returns the cursor as a byte offset in [`Composer::text`].
    pub fn cursor(&self) -> usize {
        self.line.cursor()
    }

    /// Returns the selected text.
    pub fn selected_text(&self) -> Option<String> {
        let range = self.selection()?;
        self.line.text().get(range).map(str::to_owned)
    }

    /// Sets the mark from which movements select, or removes it.
    pub fn toggle_mark(&mut self) -> Marking {
        self.end_search();
        let Some(vim) = &mut self.vim else {
            return self.line.toggle_mark();
        };
        vim.toggle_visual(&mut self.line);
        if vim.mode() == VimMode::Normal {
            Marking::Ended
        } else {
            Marking::Begun
        }
    }

    /// Removes the mark after the selection was copied; the selection stays until
    /// the next movement.
    pub fn end_mark(&mut self) {
        self.line.end_mark();
        if let Some(vim) = &mut self.vim {
            vim.leave_visual(&self.line);
        }
    }

    /// Removes the mark and its selection, or goes to vim's normal mode. Returns whether there was
    /// something to leave.
    pub fn cancel_mark(&mut self) -> KeyUse {
        if let Some(vim) = &mut self.vim {
            return vim.escape(&mut self.line);
        }
        if self.line.is_marking() {
            self.line.toggle_mark();
            KeyUse::Yes
        } else {
            KeyUse::No
        }
    }

    /// Handles the mouse in the editor, which is drawn into `area`. A search in the history stays
    /// as it is.
    pub fn point(&mut self, area: Rect, at: Position, how: Pointing, now: Duration) {
        self.now = self.now.max(now);
        if self.search().is_none() {
            let offset = self.offset_at(area, at);
            self.line.point(offset, how);
        }
    }

    /// Replaces a range of [`Composer::text`], as completion does.
    pub fn replace(&mut self, range: Range<usize>, with: &str) {
        self.line.replace(range, with);
        self.touch();
    }

    /// Returns the line that the history search has found, and the searched text.
    pub fn search(&self) -> Option<(&str, &str)> {
        let search = self.search.as_ref()?;
        Some((search.pattern.text(), search.found_text()))
    }

    /// Performs an action of the key table's editor context.
    pub fn act(&mut self, action: Action, at: Duration) -> Vec<Effect> {
        self.now = self.now.max(at);
        if self.search.is_some() {
            return self.act_in_search(action);
        }
        if action != Action::LastMention {
            self.mentioned = None;
        }
        if !is_of_the_line(action) {
            self.line.broken_off();
        }
        match action {
            Action::Send => self.submit(Effect::Submit),
            Action::SendAndLoadNext => {
                self.load_next = self.history.after_shown();
                self.submit(Effect::Submit)
            }
            Action::LineUp => self.up(),
            Action::LineDown => self.down(),
            Action::HistoryStart => self.walk_to(0),
            Action::HistoryEnd => self.walk_to(usize::MAX),
            Action::HistorySearchBack => self.begin_search(Direction::Back),
            Action::HistorySearchForward => self.begin_search(Direction::Forward),
            Action::LastMention => self.last_mention(),
            Action::DeleteChar if self.line.is_empty() => vec![Effect::Leave],
            _ => {
                self.change(|line| line.act(action));
                Vec::new()
            }
        }
    }

    /// Handles a key that the table does not bind here: a character, or the key after Ctrl+Q.
    pub fn key(&mut self, key: &KeyEvent, at: Duration) -> Vec<Effect> {
        self.now = self.now.max(at);
        self.mentioned = None;
        if self.line.awaits_literal() {
            self.change(|line| line.literal_key(key));
            return Vec::new();
        }
        if self.is_for_vim(key) {
            return self.vim_key(key);
        }
        let Some(character) = typed(key) else {
            return Vec::new();
        };
        if let Some(search) = self.search.as_mut() {
            search.pattern.insert(character.encode_utf8(&mut [0; 4]));
            return self.search_again();
        }
        self.change(|line| line.type_character(character));
        Vec::new()
    }

    /// Whether the next key is taken literally.
    pub fn awaits_literal(&self) -> bool {
        self.line.awaits_literal()
    }

    /// Inserts a paste, folded if it is large. Never sends.
    pub fn paste(&mut self, text: &str, at: Duration) {
        self.now = self.now.max(at);
        self.end_search();
        self.change(|line| line.paste(text));
    }

    /// Inserts a text at the cursor.
    pub fn insert(&mut self, text: &str, at: Duration) {
        self.now = self.now.max(at);
        self.end_search();
        self.change(|line| line.insert(text));
    }

    /// Inserts a placeholder, as text, for a picture that is being loaded. The draft is not sent
    /// while it is there.
    pub fn hold_place(&mut self, mark: &str, at: Duration) {
        self.placeholders.push(mark.to_owned());
        self.insert(mark, at);
    }

    /// Replaces a placeholder by a paste or a picture's tag. A placeholder that the user removed
    /// meanwhile stays removed.
    pub fn resolve(&mut self, mark: &str, with: &str) {
        self.placeholders.retain(|held| held != mark);
        self.change(|line| line.resolve(mark, with));
    }

    /// Returns the whole draft for sending; the editor is empty then, or holds the history's next
    /// line after [`Action::SendAndLoadNext`]. The loop tells the engine to remember what was sent.
    pub fn take_for_send(&mut self) -> String {
        let whole = self.line.whole_text();
        self.history.push(&whole);
        self.line.reset("");
        self.begin_insert();
        self.history.leave();
        if let Some(next) = self.load_next.take()
            && let Some(text) = self.history.go(next, "")
        {
            self.line.show(&text);
        }
        self.touch();
        whole
    }

    /// Empties the draft and keeps it in the history (Ctrl+C).
    pub fn clear(&mut self) {
        let whole = self.line.whole_text();
        self.history.push(&whole);
        self.history.leave();
        self.line.reset("");
        self.begin_insert();
        self.search = None;
        self.touch();
    }

    /// Leaves the history search and keeps the found line in the editor.
    pub fn end_search(&mut self) {
        if let Some(search) = self.search.take()
            && let Some(index) = search.found
            && let Some(text) = self.history.go(index, &self.line.text())
        {
            self.line.show(&text);
            self.touch();
        }
    }

    /// Leaves the history search and restores the state before it (Esc, Ctrl+G).
    pub fn cancel_search(&mut self) {
        self.search = None;
    }

    /// Advances the time when no input came. Returns the draft if it is time to store it.
    pub fn tick(&mut self, at: Duration) -> Option<String> {
        self.now = self.now.max(at);
        let since = self.dirty_since?;
        if self.now < since + SAVE_AFTER {
            return None;
        }
        self.draft_to_save()
    }

    /// Returns the draft if the store does not have it; an empty one deletes the stored draft. Call
    /// it before the program ends, and store what it returns.
    pub fn draft_to_save(&mut self) -> Option<String> {
        self.dirty_since = None;
        let whole = self.line.whole_text();
        if whole == self.saved && !self.is_unsure {
            return None;
        }
        self.is_unsure = false;
        self.saved.clone_from(&whole);
        Some(whole)
    }

    /// Returns when [`Composer::tick`] must be called next.
    pub fn next_deadline(&self) -> Option<Duration> {
        self.dirty_since.map(|since| since + SAVE_AFTER)
    }

    fn change<T>(&mut self, edit: impl FnOnce(&mut TextEdit) -> T) {
        let before = self.line.text();
        edit(&mut self.line);
        if self.line.text() != before {
            self.touch();
        }
    }

    fn touch(&mut self) {
        self.dirty_since.get_or_insert(self.now);
    }

    /// Sends the draft for the end of the run.
    pub fn queue(&mut self, at: Duration) -> Vec<Effect> {
        self.now = self.now.max(at);
        self.submit(Effect::SubmitAfterRun)
    }

    fn submit(&mut self, effect: impl Fn(String) -> Effect) -> Vec<Effect> {
        if self.line.whole_text().trim().is_empty() {
            return vec![Effect::Bell];
        }
        if self.awaits_picture() {
            return vec![Effect::info(say!("editor-picture-pending"))];
        }
        if let Some(command) = self.typed_vim_command() {
            let text = say!("vim-typed-command", command);
            return vec![Effect::Say(NoticeLevel::Warning, text)];
        }
        vec![effect(self.take_for_send())]
    }

    /// Whether a placeholder in the draft stands for a picture that is still being loaded.
    fn awaits_picture(&self) -> bool {
        let text = self.text();
        self.placeholders.iter().any(|mark| text.contains(mark))
    }

    fn up(&mut self) -> Vec<Effect> {
        if self.line.line_up().is_some() {
            return Vec::new();
        }
        match self.history.before_shown() {
            Some(index) => self.walk_to(index),
            None => vec![Effect::Bell],
        }
    }

    fn down(&mut self) -> Vec<Effect> {
        if self.line.line_down().is_some() {
            return Vec::new();
        }
        match self.history.after_shown() {
            Some(index) => self.walk_to(index),
            None => vec![Effect::Bell],
        }
    }

    fn walk_to(&mut self, index: usize) -> Vec<Effect> {
        let draft = self.line.text();
        match self.history.go(index, &draft) {
            Some(text) => {
                self.line.show(&text);
                Vec::new()
            }
            None => vec![Effect::Bell],
        }
    }

    fn begin_search(&mut self, direction: Direction) -> Vec<Effect> {
        self.search = Some(Search::new(direction));
        Vec::new()
    }

    fn search_again(&mut self) -> Vec<Effect> {
        let found = match self.search.as_mut() {
            Some(search) => search.look(&self.history),
            None => true,
        };
        if found {
            Vec::new()
        } else {
            vec![Effect::Bell]
        }
    }

    fn act_in_search(&mut self, action: Action) -> Vec<Effect> {
        let Some(search) = self.search.as_mut() else {
            return Vec::new();
        };
        match action {
            Action::HistorySearchBack => search.further(Direction::Back),
            Action::HistorySearchForward => search.further(Direction::Forward),
            Action::DeleteBack => {
                search.pattern.act(EditAction::DeleteBack);
                search.begin_again();
            }
            Action::CancelOverlay | Action::LeaveEditor => {
                self.cancel_search();
                return Vec::new();
            }
            // Enter takes the found line into the editor and does not send it unseen.
            Action::Send => {
                self.end_search();
                return Vec::new();
            }
            _ => {
                self.end_search();
                return self.act(action, self.now);
            }
        }
        self.search_again()
    }

    /// Inserts the last `@file` of the history; if repeated at once, replaces it by the one before.
    fn last_mention(&mut self) -> Vec<Effect> {
        let (back, place) = match self.mentioned.take() {
            Some((back, place)) => (back + 1, Some(place)),
            None => (0, None),
        };
        let Some(mention) = mention(&self.history, back) else {
            // The oldest mention stays.
            self.mentioned = place.map(|place| (back.saturating_sub(1), place));
            return vec![Effect::Bell];
        };
        self.change(|line| match place {
            Some(place) => line.replace(place, &mention),
            None => line.insert(&mention),
        });
        let end = self.line.cursor();
        self.mentioned = Some((back, end.saturating_sub(mention.len())..end));
        Vec::new()
    }
}
