//! The timeline of checkpoints: numbers, times, authors, files, and the changes after each.
//!
//! Owns the rows, the choice among them, the comparison and the typed line. Sends queries and
//! commands through [`Effect`]; lies over the panes. Its first row undoes the last rollback.

mod act;
mod draw;
#[cfg(test)]
mod tests;

use jiff::tz::TimeZone;

use crate::dialog::diff_dialog::DiffDialog;
use crate::dialog::{DialogContext, Opened, Opening};
use crate::effect::Effect;
use crate::hints::no_session;
use crate::widget::footer::Footer;
use client::line_editor::LineEditor;
use l10n::{said, say};
use notice::Notice;
use protocol::command::Command;
use protocol::ids::{CheckpointId, SessionId};
use protocol::query::Query;
use protocol::review::{CheckpointRow, ReviewCommand, ReviewQuery, ReviewReply};

/// Maximum number of checkpoints that are requested.
const LIMIT: u32 = 500;

/// A line being typed, and its purpose.
#[derive(Debug, Clone)]
struct Typing {
    line: LineEditor,
    what: TypedLine,
}

/// Purpose of a typed line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TypedLine {
    /// Filters the rows by part of a file, an agent or a label.
    Filter,
    /// The new name of a checkpoint.
    Name(CheckpointId),
    /// The name of a checkpoint to be created now.
    New,
}

/// A row of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item<'a> {
    /// Undoes the last rollback.
    Undo(&'a Notice),
    Checkpoint(&'a CheckpointRow),
}

#[derive(Debug)]
pub struct Timeline {
    session: SessionId,
    zone: TimeZone,
    rows: Vec<CheckpointRow>,
    known: bool,
    /// Description of the rollback that can be undone.
    rollback: Option<Notice>,
    selected: usize,
    marked: Option<CheckpointId>,
    filter: String,
    typing: Option<Typing>,
    compared: Option<DiffDialog>,
    /// Whether the undo row was pressed and waits for its `y`.
    asks_undo: bool,
    /// Whether to ask for this confirmation once the rows have arrived.
    wants_undo: bool,
    held: bool,
    problem: Option<String>,
    footer: Footer,
}

impl Timeline {
    /// Creates an empty timeline.
    pub fn new(session: SessionId, zone: TimeZone) -> Self {
        Self {
            session,
            zone,
            rows: Vec::new(),
            known: false,
            rollback: None,
            selected: 0,
            marked: None,
            filter: String::new(),
            typing: None,
            compared: None,
            asks_undo: false,
            wants_undo: false,
            held: false,
            problem: None,
            footer: Footer::default(),
        }
    }

    /// Opens the timeline of the shown session.
    pub fn open(cx: &DialogContext<'_>) -> Opening {
        Ok(Self::of_shown(cx)?.opened())
    }

    /// `/rollback undo`: opens the timeline, which asks for confirmation of undoing the last
    /// rollback.
    pub fn open_to_undo(cx: &DialogContext<'_>) -> Opening {
        let mut timeline = Self::of_shown(cx)?;
        timeline.ask_undo();
        Ok(timeline.opened())
    }

    fn of_shown(cx: &DialogContext<'_>) -> Result<Self, &'static str> {
        let tab = cx.session().ok_or_else(no_session)?;
        Ok(Self::new(tab.facts.id, cx.zone().clone()))
    }

    fn opened(self) -> Opened {
        let question = self.question();
        Opened::alone(self).with([Effect::YieldReview, question])
    }

    /// Returns the query for the rows.
    fn question(&self) -> Effect {
        self.ask(ReviewQuery::Checkpoints { limit: LIMIT })
    }

    /// Whether a confirmation is open or about to open.
    fn asks(&self) -> bool {
        self.asks_undo || self.wants_undo
    }

    /// Takes the answer to one of its queries, or the reason why there is none; ignores others.
    fn answer(&mut self, question: &ReviewQuery, answer: Result<&ReviewReply, String>) {
        let ReviewQuery::Checkpoints { .. } = question else {
            let problem = DiffDialog::take_answer(&mut self.compared, question, answer);
            self.problem = problem.or(self.problem.take());
            return;
        };
        match answer {
            Ok(ReviewReply::Checkpoints {
                checkpoints,
                last_rollback,
            }) => {
                self.rollback.clone_from(last_rollback);
                self.take(checkpoints);
            }
            Ok(_) => {}
            Err(reason) => {
                self.known = true;
                self.problem = Some(reason);
            }
        }
    }

    /// Returns the number of a checkpoint if it is listed.
    pub fn number_of(&self, id: CheckpointId) -> Option<u64> {
        let mut known = self.rows.iter().map(|row| &row.checkpoint);
        let found = known.find(|checkpoint| checkpoint.id == id)?;
        Some(found.number)
    }

    fn take(&mut self, rows: &[CheckpointRow]) {
        let chosen = self.chosen_id();
        self.rows = rows.to_vec();
        self.known = true;
        let place = chosen.and_then(|id| {
            self.items()
                .iter()
                .position(|item| matches!(item, Item::Checkpoint(row) if row.checkpoint.id == id))
        });
        let last = self.items().len().saturating_sub(1);
        // After a rollback, the first choice is its undo, which asks before it does anything.
        self.selected = place.unwrap_or(0).min(last);
        if std::mem::take(&mut self.wants_undo) {
            self.selected = 0;
            self.asks_undo = self.rollback.is_some();
            let none = say!("timeline-no-rollback");
            self.problem = (!self.asks_undo).then(|| none.to_owned());
        }
    }

    /// Asks for confirmation of undoing the last rollback, as soon as that rollback is known.
    fn ask_undo(&mut self) {
        self.wants_undo = true;
    }

    /// Returns the rows that match the filter.
    fn items(&self) -> Vec<Item<'_>> {
        let filter = self.filter.to_lowercase();
        let fits = |row: &&CheckpointRow| {
            let has = |text: &str| text.to_lowercase().contains(&filter);
            filter.is_empty()
                || has(&said(&row.by))
                || has(&said(&row.checkpoint.label))
                || row.files.iter().any(|file| has(file))
        };
        let undo = self.rollback.as_ref().filter(|_| filter.is_empty());
        undo.map(Item::Undo)
            .into_iter()
            .chain(self.rows.iter().filter(fits).map(Item::Checkpoint))
            .collect()
    }

    fn chosen(&self) -> Option<Item<'_>> {
        self.items().get(self.selected).copied()
    }

    fn chosen_row(&self) -> Option<&CheckpointRow> {
        match self.chosen()? {
            Item::Checkpoint(row) => Some(row),
            Item::Undo(_) => None,
        }
    }

    fn chosen_id(&self) -> Option<CheckpointId> {
        self.chosen_row().map(|row| row.checkpoint.id)
    }

    fn ask(&self, question: ReviewQuery) -> Effect {
        Effect::Ask(Query::Review {
            session: self.session,
            question,
        })
    }

    fn order(&self, order: ReviewCommand) -> Effect {
        Effect::Send(Command::Review {
            session: self.session,
            order,
        })
    }
}
