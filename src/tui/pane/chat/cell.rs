//! One cell of the transcript: what it is, its rows at a width, and places in it that outlive a
//! change of the width.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::call::Call;
use super::lines::{self, LineCell};
use super::pieces::Pieces;
use crate::language::say;
use crate::protocol::event::TextChannel;
use crate::protocol::ids::{CallId, MessageId, PromptId, RunId};
use crate::protocol::picture::Picture;
use crate::tui::theme::Role;
use crate::tui::widget::markdown::Markdown;
use crate::tui::widget::row::{Look, Row, count_ink};

/// What a cell is about; one cell for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Text(MessageId, Channel),
    Call(CallId),
    Prompt(PromptId),
    Run(RunId),
    Queued(MessageId),
    Other(u64),
}

/// [`TextChannel`], as part of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Channel {
    Answer,
    Reasoning,
}

impl From<TextChannel> for Channel {
    fn from(channel: TextChannel) -> Self {
        match channel {
            TextChannel::Answer => Channel::Answer,
            TextChannel::Reasoning => Channel::Reasoning,
        }
    }
}

/// Whether a cell shows all that it has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Fold {
    #[default]
    Folded,
    Open,
}

impl Fold {
    pub(super) fn turned(self) -> Self {
        match self {
            Fold::Folded => Fold::Open,
            Fold::Open => Fold::Folded,
        }
    }
}

#[derive(Debug)]
pub(super) enum Body {
    /// What the human said, and what he showed.
    User(String, Vec<Picture>),
    Text(Markdown, Pieces),
    /// A line of the workbench's own.
    Note(Markdown),
    Reasoning(String, Fold, Pieces),
    Call(Box<Call>),
    Line(LineCell),
}

/// The line above the first cell of someone who speaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Speaker {
    pub(super) name: String,
    pub(super) role: Role,
    pub(super) at: Timestamp,
}

/// What laying out needs to know.
#[derive(Debug, Clone, Copy)]
pub(super) struct Given<'a> {
    pub(super) width: usize,
    pub(super) now: Option<Timestamp>,
    pub(super) zone: &'a TimeZone,
}

/// Columns at the left of a cell's body and of its speaker.
pub(super) const BODY_INDENT: usize = 3;
pub(super) const HEAD_INDENT: usize = 1;

/// A place in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Place {
    /// The first row.
    #[default]
    Start,
    /// This row above the body.
    Head(usize),
    /// In the body after this much ink, so many rows below the first that begins there (rows
    /// without ink, such as blank ones, begin where the next one does).
    Body { ink: usize, after: usize },
    /// This row below the body.
    Foot(usize),
}

#[derive(Debug)]
pub(super) struct Cell {
    pub(super) key: Key,
    pub(super) message: Option<MessageId>,
    /// A blank row stands above it.
    pub(super) gap: bool,
    pub(super) speaker: Option<Speaker>,
    pub(super) interrupted: bool,
    pub(super) body: Body,
    /// The width for which it was laid out; 0 if it has changed since.
    width: usize,
    laid_at: Option<Timestamp>,
    head: Vec<Row>,
    rows: Vec<Row>,
    foot: Vec<Row>,
}

impl Cell {
    pub(super) fn new(key: Key, message: Option<MessageId>, body: Body) -> Self {
        Self {
            key,
            message,
            gap: false,
            speaker: None,
            interrupted: false,
            body,
            width: 0,
            laid_at: None,
            head: Vec::new(),
            rows: Vec::new(),
            foot: Vec::new(),
        }
    }

    /// Says that it has to be laid out anew.
    pub(super) fn touch(&mut self) {
        self.width = 0;
    }

    pub(super) fn is_running(&self) -> bool {
        matches!(&self.body, Body::Call(call) if call.is_running())
    }

    /// Whether it is one line among others, which stand close together.
    pub(super) fn is_line(&self) -> bool {
        match &self.body {
            Body::Call(_) | Body::Reasoning(..) => true,
            Body::Line(line) => line.is_close(),
            _ => false,
        }
    }

    /// Forgets its rows.
    pub(super) fn forget(&mut self) {
        self.width = 0;
        self.head = Vec::new();
        self.rows = Vec::new();
        self.foot = Vec::new();
        if let Body::Text(text, _) | Body::Note(text) = &mut self.body {
            text.forget_rows();
        }
    }

    /// Lays it out and says how many rows it has.
    pub(super) fn lay(&mut self, given: Given<'_>) -> usize {
        let stale = self.width != given.width || (self.is_running() && self.laid_at != given.now);
        if stale {
            self.width = given.width;
            self.laid_at = given.now;
            self.head.clear();
            if self.gap {
                self.head.push(Row::default());
            }
            if let Some(speaker) = &self.speaker {
                let room = given.width.saturating_sub(HEAD_INDENT + 1).max(1);
                self.head.push(lines::speaker(speaker, room, given.zone));
            }
            self.foot.clear();
            if self.interrupted {
                let words = Row::text(say!("chat-interrupted-here"), Look::of(Role::Warn));
                self.foot.push(words.decoration());
            }
            self.lay_body(given);
        }
        self.height()
    }

    fn lay_body(&mut self, given: Given<'_>) {
        let width = body_width(given.width);
        let mut rows = match &mut self.body {
            Body::Text(text, _) | Body::Note(text) => {
                text.layout(width);
                Vec::new()
            }
            Body::User(text, shown) => lines::said(text, shown, width),
            Body::Reasoning(text, fold, _) => lines::reasoning(text, *fold, width),
            Body::Call(call) => call.rows(width, given.now),
            Body::Line(line) => line.rows(width, given.zone),
        };
        count_ink(&mut rows, 0);
        self.rows = rows;
    }

    /// Whether its text is so long that only a part of it has its rows yet.
    pub(super) fn is_behind(&self) -> bool {
        self.markdown().is_some_and(Markdown::is_behind)
    }

    /// Lays out all of a text, for who looks for something in it.
    pub(super) fn lay_all(&mut self, given: Given<'_>) {
        self.lay(given);
        while self.is_behind() {
            self.touch();
            self.lay(given);
        }
    }

    fn markdown(&self) -> Option<&Markdown> {
        match &self.body {
            Body::Text(text, _) | Body::Note(text) => Some(text),
            _ => None,
        }
    }

    fn body_height(&self) -> usize {
        self.markdown()
            .map_or(self.rows.len(), |text| text.height())
    }

    /// Rows that it has, as it was laid out last.
    pub(super) fn height(&self) -> usize {
        self.head.len() + self.body_height() + self.foot.len()
    }

    /// A row with the column at which it begins; `None` for a blank one.
    pub(super) fn row(&self, number: usize) -> Option<(&Row, usize)> {
        let indent = indent_at(self.width);
        let Some(inside) = number.checked_sub(self.head.len()) else {
            return self
                .head
                .get(number)
                .map(|row| (row, HEAD_INDENT.min(indent)));
        };
        let row = match inside.checked_sub(self.body_height()) {
            Some(foot) => self.foot.get(foot),
            None => match self.markdown() {
                Some(text) => text.row(inside),
                None => self.rows.get(inside),
            },
        };
        row.map(|row| (row, indent))
    }

    /// The code that a row shows, to have it coloured.
    pub(super) fn code(&self, key: u64) -> Option<&crate::tui::highlight::CodeBlock> {
        match &self.body {
            Body::Text(text, _) | Body::Note(text) => text.code(key),
            Body::Call(call) => call.code(key),
            _ => None,
        }
    }

    /// The source of the block that a row shows.
    pub(super) fn block_source(&self, row: usize) -> Option<&str> {
        let inside = row.checked_sub(self.head.len())?;
        Some(self.markdown()?.block_source(inside)).filter(|text| !text.is_empty())
    }

    /// The place of a row.
    pub(super) fn place_of(&self, row: usize) -> Place {
        let Some(inside) = row.checked_sub(self.head.len()) else {
            return Place::Head(row);
        };
        if let Some(foot) = inside.checked_sub(self.body_height()) {
            return Place::Foot(foot);
        }
        let ink = self.ink_above(inside);
        let after = self.rows_above_at_same_ink(inside);
        Place::Body { ink, after }
    }

    /// The row of a place.
    pub(super) fn row_of(&self, place: Place) -> usize {
        let last = self.height().saturating_sub(1);
        let row = match place {
            Place::Start => 0,
            Place::Head(row) => row.min(self.head.len()),
            Place::Body { ink, after } => {
                let row = self.row_at_ink(ink);
                let back = if self.ink_above(row) == ink {
                    self.rows_above_at_same_ink(row).saturating_sub(after)
                } else {
                    0
                };
                self.head.len() + row - back
            }
            Place::Foot(row) => self.head.len() + self.body_height() + row,
        };
        row.min(last)
    }

    fn ink_above(&self, row: usize) -> usize {
        match self.markdown() {
            Some(text) => text.ink_above(row),
            None => self.rows.get(row).map_or(0, |row| row.ink),
        }
    }

    fn row_at_ink(&self, ink: usize) -> usize {
        match self.markdown() {
            Some(text) => text.row_at_ink(ink),
            None => self
                .rows
                .partition_point(|row| row.ink <= ink)
                .saturating_sub(1),
        }
    }

    /// Rows directly above a row that begin at the same ink.
    fn rows_above_at_same_ink(&self, row: usize) -> usize {
        // The ink above grows from row to row.
        let ink = self.ink_above(row);
        let (mut low, mut high) = (0, row);
        while low < high {
            let middle = low.midpoint(high);
            if self.ink_above(middle) < ink {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        row - low
    }
}

/// Columns for the body of a cell.
pub(super) fn body_width(width: usize) -> usize {
    width.saturating_sub(indent_at(width) + 1).max(1)
}

/// Where there is little room nothing is spent on the left edge.
fn indent_at(width: usize) -> usize {
    if width >= 24 { BODY_INDENT } else { 0 }
}
