//! The transcript of a session, with its own scroll-back.
//!
//! Owns the cells made from the protocol's messages and events, the reader's place, the cursor and
//! the search. It makes no queries: events are passed to [`Chat::apply`], sizes and keys come by
//! [`PaneView`](super::PaneView). Work per frame depends on the rows on the screen: only visible cells are laid
//! out, and rows of far ones are dropped.

mod act;
mod beginning;
mod build;
mod call;
mod cell;
mod detail;
mod diffs;
mod hunks;
mod lines;
mod lookups;
mod own_messages;
mod pieces;
mod preview;
mod runs;
mod scroll;
mod search;
mod shown;
mod text;
mod view;

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::search_line::SearchLine;
pub use beginning::Beginning;
use cell::{Cell, Key};
pub use own_messages::OwnMessage;
pub use preview::Diffs;
use protocol::ids::{CallId, MessageId, QuestionId, RunId, SessionId};
use protocol::review::RunChanges;
use view::View;

#[derive(Debug)]
pub struct Chat {
    session: SessionId,
    agent: String,
    zone: TimeZone,
    now: Option<Timestamp>,
    cells: Vec<Cell>,
    /// Queued messages; they are below everything else.
    queued: Vec<Cell>,
    places: HashMap<Key, usize>,
    questions: HashMap<QuestionId, (String, Option<CallId>)>,
    /// The run that each message belongs to.
    runs: HashMap<MessageId, RunId>,
    /// Number of the last checkpoint, for the calls that come after it.
    checkpoint: Option<u64>,
    hunks: hunks::Hunks,
    /// The fates of the runs' changes.
    run_changes: HashMap<RunId, RunChanges>,
    /// The message about the last interruption.
    interruption: Option<MessageId>,
    model: String,
    /// The provider that was asked last.
    provider: String,
    turns: usize,
    others: u64,
    thinking: Thinking,
    diffs: Diffs,
    /// Facts that the first screen shows, while the conversation is empty.
    beginning: Option<Beginning>,
    cursor: Option<usize>,
    /// The line in which the user types a search.
    search_line: SearchLine,
    needle: Option<String>,
    /// Cell and row of the last match.
    found: Option<(usize, usize)>,
    /// A search that has not finished.
    search_in_progress: Option<search::TranscriptSearch>,
    view: View,
    /// Increases whenever cells are inserted, removed, folded or opened.
    edition: u64,
}

/// Whether reasoning is shown open.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Thinking {
    #[default]
    Folded,
    Open,
}

impl Chat {
    /// Creates the empty chat of a session; times are shown in this zone.
    pub fn new(session: SessionId, zone: TimeZone) -> Self {
        Self {
            session,
            agent: String::from("agent"),
            zone,
            now: None,
            cells: Vec::new(),
            queued: Vec::new(),
            places: HashMap::new(),
            questions: HashMap::new(),
            runs: HashMap::new(),
            checkpoint: None,
            hunks: hunks::Hunks::default(),
            run_changes: HashMap::new(),
            interruption: None,
            model: String::new(),
            provider: String::new(),
            turns: 0,
            others: 0,
            thinking: Thinking::Folded,
            diffs: Diffs::Open,
            beginning: None,
            cursor: None,
            search_line: SearchLine::default(),
            needle: None,
            found: None,
            search_in_progress: None,
            view: View::default(),
            edition: 0,
        }
    }

    /// Sets whether the changes of edits stand below their rows.
    #[must_use]
    pub fn with_diffs(mut self, diffs: Diffs) -> Self {
        self.diffs = diffs;
        self
    }

    /// Sets whether the changes of edits stand below their rows; the reader keeps their place.
    pub fn set_diffs(&mut self, diffs: Diffs) {
        if std::mem::replace(&mut self.diffs, diffs) != diffs {
            self.edition += 1;
            self.cells.iter_mut().for_each(Cell::touch);
        }
    }

    /// Sets the time in whole seconds, for running calls. Shown with the next frame; nothing
    /// ticks by itself.
    pub fn set_now(&mut self, now: Timestamp) {
        self.now = Some(now);
    }

    /// Whether a call is running, whose time needs a frame every second.
    pub fn has_running(&self) -> bool {
        self.cells.iter().rev().take(200).any(Cell::is_running)
    }

    /// Returns the number of cells, including those of queued messages.
    fn len(&self) -> usize {
        self.cells.len() + self.queued.len()
    }

    fn cell(&self, at: usize) -> Option<&Cell> {
        match at.checked_sub(self.cells.len()) {
            None => self.cells.get(at),
            Some(queued) => self.queued.get(queued),
        }
    }

    fn cell_mut(&mut self, at: usize) -> Option<&mut Cell> {
        match at.checked_sub(self.cells.len()) {
            None => self.cells.get_mut(at),
            Some(queued) => self.queued.get_mut(queued),
        }
    }
}

#[cfg(test)]
pub(crate) mod tests;
