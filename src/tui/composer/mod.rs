//! The editor: what the human types to the agent.
//!
//! Owns the draft, its history walk and search, folded pastes and the wish to keep the draft.
//! Knows no engine, no clock and no completion: the loop hands it actions of the key table,
//! keys that are bound to none, pastes and the time, and does what it asks for. The text area
//! crate is named in `buffer` alone.

mod bindings;
mod buffer;
mod chips;
mod draw;
pub(crate) mod dropped;
mod history;
mod kill;
pub(crate) mod layout;
mod line_edit;
mod motion;
#[cfg(test)]
mod tests;

pub use bindings::typed;
pub use line_edit::{KeyUse, LineEdit, Marking};

use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;
use std::time::Duration;

use crossterm::event::KeyEvent;
use ratatui::layout::{Position, Rect};

use crate::tui::keymap::Action;
use crate::tui::part::Pointing;
use history::{Direction, History, Search};

/// A change of the draft is kept so long after it at the latest, also while typing goes on: a process that is killed
/// loses no more.
const SAVE_AFTER: Duration = Duration::from_millis(400);

/// What the editor asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ComposerEffect {
    /// Send the draft: take it with [`Composer::take_for_send`].
    Send,
    /// Send the draft and load the history's next line then: take it with
    /// [`Composer::take_for_send`], which loads that line.
    SendAndLoadNext,
    /// Keep this draft; empty forgets it.
    SaveDraft(String),
    /// The draft was empty when Ctrl+D was pressed.
    DeleteInEmpty,
    /// The key was refused.
    Bell,
}

/// Whether an action is the text field's own: that knows itself what breaks a row of cuts off.
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
    line: LineEdit,
    history: History,
    search: Option<Search>,
    /// History line to load after the next sending.
    load_next: Option<usize>,
    /// How many mentions back the one is that was put in last, and where it stands.
    mentioned: Option<(usize, Range<usize>)>,
    dirty_since: Option<Duration>,
    saved: String,
    /// Whether something else may have been kept of the draft meanwhile.
    is_unsure: bool,
    now: Duration,
    /// The rows as they were laid out last.
    rows: RefCell<Option<Rc<LaidText>>>,
}

/// A text with its rows at a width.
#[derive(Debug)]
struct LaidText {
    text: String,
    room: usize,
    rows: Vec<layout::Row>,
}

impl Composer {
    /// An empty editor with the history of its workspace, latest last.
    #[cfg(test)]
    pub fn new(history: Vec<String>) -> Self {
        let mut composer = Self::default();
        composer.set_history(history);
        composer
    }

    /// Sets the history, latest last, without touching the draft.
    pub fn set_history(&mut self, lines: Vec<String>) {
        self.history.learn(lines);
    }

    /// Puts back a draft that was kept.
    pub fn restore_draft(&mut self, text: &str) {
        self.line.reset(text);
        self.saved = text.to_owned();
        self.is_unsure = false;
        self.dirty_since = None;
    }

    /// Replaces the draft, as one that can be kept (a message that was taken back). The store may have it as a draft
    /// already, so that it must hear of what becomes of it, also where that is nothing.
    pub fn set_text(&mut self, text: &str) {
        self.line.reset(text);
        self.is_unsure = true;
        self.touch();
    }

    /// The text as it is seen, with chips folded.
    pub fn text(&self) -> String {
        self.line.text()
    }

    /// The text as it would be sent.
    pub fn whole_text(&self) -> String {
        self.line.whole_text()
    }

    /// Whether nothing is typed.
    pub fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    /// The cursor, as a byte offset in [`Composer::text`].
    pub fn cursor(&self) -> usize {
        self.line.cursor()
    }

    /// The selected text.
    pub fn selected_text(&self) -> Option<String> {
        let range = self.line.selection()?;
        self.line.text().get(range).map(str::to_owned)
    }

    /// Sets the mark from which movements select, or takes it back.
    pub fn toggle_mark(&mut self) -> Marking {
        self.end_search();
        self.line.toggle_mark()
    }

    /// What is selected was copied: the mark is gone, and what is selected stays until the next movement.
    pub fn end_mark(&mut self) {
        self.line.end_mark();
    }

    /// Takes the mark back with what is selected. Says whether one was set.
    pub fn cancel_mark(&mut self) -> KeyUse {
        if self.line.is_marking() {
            self.line.toggle_mark();
            KeyUse::Yes
        } else {
            KeyUse::No
        }
    }

    /// The mouse in it, while it is drawn into `area`. A search in the history stays as it is.
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

    /// The line that the history search has found, and what is searched.
    pub fn search(&self) -> Option<(&str, &str)> {
        let search = self.search.as_ref()?;
        Some((search.pattern.as_str(), search.found_text()))
    }

    /// An action of the key table's editor context, at a time.
    pub fn act(&mut self, action: Action, at: Duration) -> Vec<ComposerEffect> {
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
            Action::Send => self.send(ComposerEffect::Send),
            Action::SendAndLoadNext => {
                self.load_next = self.history.after_shown();
                self.send(ComposerEffect::SendAndLoadNext)
            }
            Action::LineUp => self.up(),
            Action::LineDown => self.down(),
            Action::HistoryStart => self.walk_to(0),
            Action::HistoryEnd => self.walk_to(usize::MAX),
            Action::HistorySearchBack => self.begin_search(Direction::Back),
            Action::HistorySearchForward => self.begin_search(Direction::Forward),
            Action::LastMention => self.last_mention(),
            Action::DeleteChar if self.line.is_empty() => vec![ComposerEffect::DeleteInEmpty],
            _ => {
                self.change(|line| line.act(action));
                Vec::new()
            }
        }
    }

    /// A key that the table binds to nothing here: a character, or the key after Ctrl+Q.
    pub fn key(&mut self, key: &KeyEvent, at: Duration) -> Vec<ComposerEffect> {
        self.now = self.now.max(at);
        self.mentioned = None;
        if self.line.awaits_literal() {
            self.change(|line| line.literal_key(key));
            return Vec::new();
        }
        let Some(character) = typed(key) else {
            return Vec::new();
        };
        if let Some(search) = self.search.as_mut() {
            search.pattern.push(character);
            return self.search_again();
        }
        self.change(|line| line.type_character(character));
        Vec::new()
    }

    /// Whether the next key is taken literally: the loop must hand it to [`Composer::key`]
    /// before it looks it up in the table.
    pub fn awaits_literal(&self) -> bool {
        self.line.awaits_literal()
    }

    /// A paste. It is put in, folded where it is large, and never sends.
    pub fn paste(&mut self, text: &str, at: Duration) {
        self.now = self.now.max(at);
        self.end_search();
        self.change(|line| line.paste(text));
    }

    /// Puts a mark in, as text, for a picture that is being taken in.
    pub fn mark(&mut self, mark: &str, at: Duration) {
        self.now = self.now.max(at);
        self.end_search();
        self.change(|line| line.insert(mark));
    }

    /// Puts a paste or the tag of a picture in the place of a mark. One that was taken out meanwhile stays out.
    pub fn resolve(&mut self, mark: &str, with: &str) {
        self.change(|line| line.resolve(mark, with));
    }

    /// The draft as it is sent, whole; the editor is empty then, or holds the history's next
    /// line after Ctrl+O. The loop tells the engine to remember what was sent.
    pub fn take_for_send(&mut self) -> String {
        let whole = self.line.whole_text();
        self.history.push(&whole);
        self.line.reset("");
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
        self.search = None;
        self.touch();
    }

    /// Leaves the history search, with what it found in the editor.
    pub fn end_search(&mut self) {
        if let Some(search) = self.search.take()
            && let Some(index) = search.found
            && let Some(text) = self.history.go(index, &self.line.text())
        {
            self.line.show(&text);
            self.touch();
        }
    }

    /// Leaves the history search as if it had not been (Esc, Ctrl+G).
    pub fn cancel_search(&mut self) {
        self.search = None;
    }

    /// The time, where nothing came in.
    pub fn tick(&mut self, at: Duration) -> Vec<ComposerEffect> {
        self.now = self.now.max(at);
        match self.dirty_since {
            Some(since) if self.now >= since + SAVE_AFTER => self.save_draft(),
            _ => Vec::new(),
        }
    }

    /// Keeps the draft at once, before the program ends.
    pub fn save_draft(&mut self) -> Vec<ComposerEffect> {
        self.dirty_since = None;
        let whole = self.line.whole_text();
        if whole == self.saved && !self.is_unsure {
            return Vec::new();
        }
        self.is_unsure = false;
        self.saved.clone_from(&whole);
        vec![ComposerEffect::SaveDraft(whole)]
    }

    /// When [`Composer::tick`] must be called next.
    pub fn next_deadline(&self) -> Option<Duration> {
        self.dirty_since.map(|since| since + SAVE_AFTER)
    }

    fn change<T>(&mut self, edit: impl FnOnce(&mut LineEdit) -> T) {
        let before = self.line.text();
        edit(&mut self.line);
        if self.line.text() != before {
            self.touch();
        }
    }

    fn touch(&mut self) {
        self.dirty_since.get_or_insert(self.now);
    }

    fn send(&mut self, effect: ComposerEffect) -> Vec<ComposerEffect> {
        if self.line.whole_text().trim().is_empty() {
            return vec![ComposerEffect::Bell];
        }
        vec![effect]
    }

    fn up(&mut self) -> Vec<ComposerEffect> {
        if self.line.line_up().is_some() {
            return Vec::new();
        }
        match self.history.before_shown() {
            Some(index) => self.walk_to(index),
            None => vec![ComposerEffect::Bell],
        }
    }

    fn down(&mut self) -> Vec<ComposerEffect> {
        if self.line.line_down().is_some() {
            return Vec::new();
        }
        match self.history.after_shown() {
            Some(index) => self.walk_to(index),
            None => vec![ComposerEffect::Bell],
        }
    }

    fn walk_to(&mut self, index: usize) -> Vec<ComposerEffect> {
        let draft = self.line.text();
        match self.history.go(index, &draft) {
            Some(text) => {
                self.line.show(&text);
                Vec::new()
            }
            None => vec![ComposerEffect::Bell],
        }
    }

    fn begin_search(&mut self, direction: Direction) -> Vec<ComposerEffect> {
        self.search = Some(Search::new(direction));
        Vec::new()
    }

    fn search_again(&mut self) -> Vec<ComposerEffect> {
        let found = match self.search.as_mut() {
            Some(search) => search.look(&self.history),
            None => true,
        };
        if found {
            Vec::new()
        } else {
            vec![ComposerEffect::Bell]
        }
    }

    fn act_in_search(&mut self, action: Action) -> Vec<ComposerEffect> {
        let Some(search) = self.search.as_mut() else {
            return Vec::new();
        };
        match action {
            Action::HistorySearchBack => search.further(Direction::Back),
            Action::HistorySearchForward => search.further(Direction::Forward),
            Action::DeleteBack => {
                search.pattern.pop();
                search.begin_again();
            }
            Action::CancelOverlay | Action::LeaveEditor => {
                self.cancel_search();
                return Vec::new();
            }
            // Enter takes what was found into the editor; it does not send it unseen.
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

    /// Puts in the last `@file` of the history; again at once, the one before it in its place.
    fn last_mention(&mut self) -> Vec<ComposerEffect> {
        let (back, place) = match self.mentioned.take() {
            Some((back, place)) => (back + 1, Some(place)),
            None => (0, None),
        };
        let Some(mention) = self.history.mention(back) else {
            // The oldest one stays.
            self.mentioned = place.map(|place| (back.saturating_sub(1), place));
            return vec![ComposerEffect::Bell];
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
