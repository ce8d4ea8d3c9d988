//! The transcript of a session, with a scroll-back of its own.
//!
//! Owns the cells that the protocol's messages and events become, where the reader is, the cursor
//! and the search. It asks nobody anything: events are given to [`Chat::apply`], a size to
//! [`Chat::measure`], keys to [`Chat::act`], and what it cannot do itself comes back as a
//! [`ChatEffect`]. Work per frame is that of the rows on the screen: only visible cells are laid
//! out, and rows of far ones are forgotten.

mod act;
mod build;
mod call;
mod cell;
mod detail;
mod hunks;
mod lines;
mod pieces;
mod runs;
mod scroll;
mod search;
mod shown;
mod text;
mod view;

use std::collections::HashMap;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::l10n::say;
use crate::protocol::change::FileDiff;
use crate::protocol::ids::{CallId, MessageId, QuestionId, RunId, SessionId};
use crate::protocol::review::RunChanges;
use cell::{Cell, Key};
pub use runs::is_said_in_chat;
use view::View;

/// What a key in the chat comes to.
#[derive(Debug, Clone, PartialEq)]
pub enum ChatEffect {
    /// It was done here.
    Done,
    /// It is not the chat's.
    Ignored,
    /// This text is to be copied.
    Copy(String),
    /// The change of a call is to be shown in the diff pane.
    ShowDiff {
        call: CallId,
        /// Its file, relative to the root, if its arguments name one.
        path: Option<String>,
        /// Its diff, if it has come.
        diff: Option<Box<FileDiff>>,
    },
    /// A message of the human's is to be edited and sent in its place.
    EditMessage { message: MessageId, text: String },
    /// A file or an address is to be opened.
    Open(String),
    /// A call's change is staged: it is to be shown in the review.
    OpenReview {
        /// Its file, relative to the root.
        path: String,
    },
    /// The same of a run before the one that was meant, which changed nothing.
    RollbackEarlier { run: RunId },
    /// What a run did, or one of its calls, is to be taken back, after a dialog.
    Rollback {
        run: RunId,
        /// The call at the cursor.
        call: Option<CallId>,
    },
    /// A running call is to be stopped, after a question.
    StopTool { call: CallId },
    /// The human is to type what to look for; then [`Chat::search`].
    AskSearch,
    /// Nothing was found.
    NotFound,
}

/// The chat of one session.
#[derive(Debug)]
pub struct Chat {
    session: Option<SessionId>,
    agent: String,
    zone: TimeZone,
    now: Option<Timestamp>,
    cells: Vec<Cell>,
    /// Messages that wait; they stand below everything else.
    queued: Vec<Cell>,
    places: HashMap<Key, usize>,
    prompts: HashMap<QuestionId, (String, Option<CallId>)>,
    /// The run that a message belongs to.
    runs: HashMap<MessageId, RunId>,
    /// Number of the last checkpoint, for the calls that come after it.
    checkpoint: Option<u64>,
    hunks: hunks::Hunks,
    /// What became of what runs changed.
    run_fates: HashMap<RunId, RunChanges>,
    /// The message that tells of the last interruption.
    interruption: Option<MessageId>,
    model: String,
    turns: usize,
    others: u64,
    thinking: Thinking,
    cursor: Option<usize>,
    needle: Option<String>,
    /// Cell and row of the match that was found last.
    found: Option<(usize, usize)>,
    /// A search that has not come to an end.
    hunt: Option<search::TranscriptSearch>,
    view: View,
    /// Goes up whenever cells are put in, taken away, folded or opened.
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
    /// An empty chat; times are shown in this zone.
    pub fn new(zone: TimeZone) -> Self {
        Self {
            session: None,
            agent: String::from("agent"),
            zone,
            now: None,
            cells: Vec::new(),
            queued: Vec::new(),
            places: HashMap::new(),
            prompts: HashMap::new(),
            runs: HashMap::new(),
            checkpoint: None,
            hunks: hunks::Hunks::default(),
            run_fates: HashMap::new(),
            interruption: None,
            model: String::new(),
            turns: 0,
            others: 0,
            thinking: Thinking::Folded,
            cursor: None,
            needle: None,
            found: None,
            hunt: None,
            view: View::default(),
            edition: 0,
        }
    }

    /// What stands above it: `CHAT  turn 14`.
    pub fn title(&self) -> String {
        if self.turns == 0 {
            return String::from(say!("chat-title"));
        }
        say!("chat-title-turn", turn = self.turns)
    }

    /// The time in whole seconds, for calls that run. Shown with the next frame; nothing ticks by
    /// itself.
    pub fn set_now(&mut self, now: Timestamp) {
        self.now = Some(now);
    }

    /// Whether a call runs, whose time a frame a second would show.
    pub fn has_running(&self) -> bool {
        self.cells.iter().rev().take(200).any(Cell::is_running)
    }

    /// Cells, those of queued messages too.
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
pub(in crate::tui) mod tests;
