//! The transcript of a session, with its own scroll-back.
//!
//! Owns the cells made from the protocol's messages and events, the reader's place, the cursor and
//! the search. It makes no queries: events are passed to [`Chat::apply`], a size to
//! [`Chat::measure`], keys to [`Chat::act`], and whatever it cannot do itself is returned as a
//! [`ChatEffect`]. Work per frame depends on the rows on the screen: only visible cells are laid
//! out, and rows of far ones are dropped.

mod act;
mod build;
mod call;
mod cell;
mod detail;
mod hunks;
mod lines;
mod lookups;
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

use cell::{Cell, Key};
use l10n::say;
pub use preview::Diffs;
use protocol::change::FileDiff;
use protocol::ids::{CallId, MessageId, QuestionId, RunId, SessionId};
use protocol::review::RunChanges;
use view::View;

/// The result of a key in the chat.
#[derive(Debug, Clone, PartialEq)]
pub enum ChatEffect {
    /// The chat handled it.
    Done,
    /// The key is not for the chat.
    Ignored,
    /// Copy this text.
    Copy(String),
    /// Show the change of a call in the diff pane.
    ShowDiff {
        call: CallId,
        /// The file, relative to the root, if the call's arguments name one.
        path: Option<String>,
        /// The diff, if it has arrived.
        diff: Option<Box<FileDiff>>,
    },
    /// Edit a message of the user and send it in place of the original.
    EditMessage { message: MessageId, text: String },
    /// Open a file or an address.
    Open(String),
    /// Show a call's proposed change in the review.
    OpenReview {
        /// The file, relative to the root.
        path: String,
    },
    /// Take back an earlier run, because the one that was meant changed nothing; a
    /// dialog asks first.
    RollbackEarlier { run: RunId },
    /// Take back a run, or one of its calls; a dialog asks first.
    Rollback {
        run: RunId,
        /// The call at the cursor.
        call: Option<CallId>,
    },
    /// Stop a running call, after a question.
    StopTool { call: CallId },
    /// Let the user type a search text; then call [`Chat::search`].
    AskSearch,
    /// Nothing was found.
    NotFound,
}

#[derive(Debug)]
pub struct Chat {
    session: Option<SessionId>,
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
    turns: usize,
    others: u64,
    thinking: Thinking,
    diffs: Diffs,
    cursor: Option<usize>,
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
    /// Creates an empty chat; times are shown in this zone.
    pub fn new(zone: TimeZone) -> Self {
        Self {
            session: None,
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
            turns: 0,
            others: 0,
            thinking: Thinking::Folded,
            diffs: Diffs::Open,
            cursor: None,
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

    /// Returns the title above the chat: `CHAT  turn 14`.
    pub fn title(&self) -> String {
        if self.turns == 0 {
            return String::from(say!("chat-title"));
        }
        say!("chat-title-turn", turn = self.turns)
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
