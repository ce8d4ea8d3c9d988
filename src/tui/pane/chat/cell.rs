//! One cell of the transcript: its content, its rows at a width, and places in it that survive a
//! change of the width.

use std::ops::Range;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::call::Call;
use super::lines::{self, LineCell, Way};
use super::lookups::Lookups;
use super::pieces::Pieces;
use super::preview::Diffs;
use crate::highlight::CodeBlock;
use crate::theme::Role;
use crate::widget::long_text::LongText;
use crate::widget::markdown::Markdown;
use crate::widget::plain_text::PlainText;
use crate::widget::row::{Row, TextStyle, count_ink};
use l10n::say;
use protocol::event::TextChannel;
use protocol::ids::{CallId, MessageId, QuestionId, RunId};
use protocol::picture::Picture;

/// The subject of a cell; there is one cell for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Text(MessageId, Channel),
    Call(CallId),
    Question(QuestionId),
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

/// Whether a cell is shown in full.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum CellFold {
    #[default]
    Folded,
    Open,
}

impl CellFold {
    pub(super) fn turned(self) -> Self {
        match self {
            CellFold::Folded => CellFold::Open,
            CellFold::Open => CellFold::Folded,
        }
    }
}

#[derive(Debug)]
pub(super) enum Body {
    /// A message of the user, with its pictures.
    User(PlainText, Vec<Picture>),
    Text(Markdown, Pieces),
    /// A line of the workbench itself.
    Note(Markdown),
    Reasoning(PlainText, CellFold, Pieces),
    Call(Box<Call>),
    /// A recall of the memory: the row, and the text that the model gets.
    Recall(String, PlainText, CellFold),
    /// Reads and searches that follow each other.
    Lookups(Lookups),
    Line(LineCell),
}

impl Body {
    /// Returns the calls, if the body consists of any.
    pub(super) fn calls(&self) -> &[Call] {
        match self {
            Body::Call(call) => std::slice::from_ref(call),
            Body::Lookups(lookups) => &lookups.calls,
            _ => &[],
        }
    }

    pub(super) fn calls_mut(&mut self) -> &mut [Call] {
        match self {
            Body::Call(call) => std::slice::from_mut(call),
            Body::Lookups(lookups) => &mut lookups.calls,
            _ => &mut [],
        }
    }

    /// Whether the body is a row that opens to more.
    pub(super) fn folds(&self) -> bool {
        matches!(
            self,
            Body::Call(_) | Body::Lookups(_) | Body::Reasoning(..) | Body::Recall(..)
        )
    }

    /// Returns what the user can do about a run that failed.
    pub(super) fn ways(&self) -> &'static [Way] {
        match self {
            Body::Line(LineCell::End { ways, .. }) => ways,
            _ => &[],
        }
    }

    /// Returns the text, if it can be so long that it is laid out in steps.
    fn long(&self) -> Option<&dyn LongText> {
        match self {
            Body::User(text, _)
            | Body::Reasoning(text, CellFold::Open, _)
            | Body::Recall(_, text, CellFold::Open) => Some(text),
            Body::Text(text, _) | Body::Note(text) => Some(text),
            Body::Reasoning(..)
            | Body::Recall(..)
            | Body::Call(_)
            | Body::Lookups(_)
            | Body::Line(_) => None,
        }
    }

    /// Returns the source of that text, whether or not it is shown.
    pub(super) fn source(&self) -> Option<&str> {
        match self {
            Body::User(text, _) | Body::Reasoning(text, ..) | Body::Recall(_, text, _) => {
                Some(text.source())
            }
            Body::Text(text, _) | Body::Note(text) => Some(text.source()),
            Body::Call(_) | Body::Lookups(_) | Body::Line(_) => None,
        }
    }

    fn long_mut(&mut self) -> Option<&mut dyn LongText> {
        match self {
            Body::User(text, _)
            | Body::Reasoning(text, CellFold::Open, _)
            | Body::Recall(_, text, CellFold::Open) => Some(text),
            Body::Text(text, _) | Body::Note(text) => Some(text),
            Body::Reasoning(..)
            | Body::Recall(..)
            | Body::Call(_)
            | Body::Lookups(_)
            | Body::Line(_) => None,
        }
    }
}

/// A row of a body.
enum CellRow<'a> {
    Above(usize),
    Long(&'a dyn LongText, usize),
    Below(usize),
}

/// Returns the part of `rows` that is within `among`, counted from the start of `among`.
fn inside(rows: &Range<usize>, among: &Range<usize>) -> Range<usize> {
    let from = rows.start.clamp(among.start, among.end) - among.start;
    from..rows
        .end
        .clamp(among.start, among.end)
        .max(from + among.start)
        - among.start
}

/// The line above the first cell of a speaker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Speaker {
    pub(super) name: String,
    pub(super) role: Role,
    pub(super) at: Timestamp,
}

/// The input of laying out a cell.
#[derive(Debug, Clone, Copy)]
pub(super) struct LayoutContext<'a> {
    pub(super) width: usize,
    pub(super) now: Option<Timestamp>,
    pub(super) zone: &'a TimeZone,
    /// Whether the changes of edits stand below their rows.
    pub(super) diffs: Diffs,
}

/// Columns at the left of a cell's body and of its speaker.
pub(super) const BODY_INDENT: usize = 3;
pub(super) const HEAD_INDENT: usize = 1;

/// A place in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum CellPosition {
    /// The first row.
    #[default]
    Start,
    /// The row with this index above the body.
    Head(usize),
    /// A place in the body behind this much ink, and this many rows below the first one that begins
    /// there (rows without ink, such as blank ones, begin at the ink of the next row).
    Body { ink: usize, after: usize },
    /// The row with this index below the body.
    Foot(usize),
    /// This many rows above the end of a text that is still being laid out up to there.
    FromEnd(usize),
}

#[derive(Debug)]
pub(super) struct Cell {
    pub(super) key: Key,
    pub(super) message: Option<MessageId>,
    /// Whether a blank row is above it.
    pub(super) gap: bool,
    pub(super) speaker: Option<Speaker>,
    pub(super) interrupted: bool,
    pub(super) body: Body,
    /// Width of the last layout; 0 if the cell has changed since.
    width: usize,
    laid_at: Option<Timestamp>,
    head: Vec<Row>,
    /// Rows of the body above its long text.
    above: Vec<Row>,
    /// Rows of the body below its long text, or all if there is no long text.
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
            above: Vec::new(),
            rows: Vec::new(),
            foot: Vec::new(),
        }
    }

    /// Marks the cell for a new layout.
    pub(super) fn touch(&mut self) {
        self.width = 0;
    }

    pub(super) fn is_running(&self) -> bool {
        self.body.calls().iter().any(Call::is_running)
    }

    /// Whether the cell is a single line that is placed close to others.
    pub(super) fn is_line(&self) -> bool {
        match &self.body {
            Body::Call(_) | Body::Lookups(_) | Body::Reasoning(..) | Body::Recall(..) => true,
            Body::Line(line) => line.is_close(),
            _ => false,
        }
    }

    /// Drops the rows.
    pub(super) fn forget(&mut self) {
        self.width = 0;
        self.head = Vec::new();
        self.above = Vec::new();
        self.rows = Vec::new();
        self.foot = Vec::new();
        if let Some(text) = self.body.long_mut() {
            text.forget_rows();
        }
    }

    /// Lays the cell out and returns its number of rows.
    pub(super) fn lay(&mut self, given: LayoutContext<'_>) -> usize {
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
                let words = Row::text(say!("chat-interrupted-here"), TextStyle::of(Role::Warn));
                self.foot.push(words.decoration());
            }
            self.lay_body(given);
        }
        self.height()
    }

    fn lay_body(&mut self, given: LayoutContext<'_>) {
        let width = body_width(given.width);
        let ink = match self.body.long_mut() {
            Some(text) => {
                text.layout(width);
                text.ink()
            }
            None => 0,
        };
        self.above.clear();
        let mut rows = match &mut self.body {
            Body::Text(..) | Body::Note(_) => Vec::new(),
            Body::User(_, shown) => lines::pictures(shown, width),
            Body::Reasoning(text, fold, _) => {
                self.above
                    .push(lines::reasoning(text.words(), *fold, width));
                Vec::new()
            }
            Body::Recall(title, _, fold) => {
                self.above.push(lines::foldable(title, *fold, width));
                Vec::new()
            }
            Body::Call(call) => call.rows(width, given),
            Body::Lookups(lookups) => lookups.rows(width, given),
            Body::Line(line) => line.rows(width, given.zone),
        };
        count_ink(&mut rows, ink);
        self.rows = rows;
    }

    /// Whether the text is so long that only a part of it has rows yet.
    pub(super) fn is_incomplete(&self) -> bool {
        self.body.long().is_some_and(LongText::is_incomplete)
    }

    /// Returns the rows of the long text among those of the cell.
    fn long_rows(&self) -> Range<usize> {
        let first = self.head.len() + self.above.len();
        first..first + self.body.long().map_or(0, LongText::height)
    }

    /// Recreates these rows if they were dropped.
    pub(super) fn show(&mut self, rows: Range<usize>) {
        let long = self.long_rows();
        if let Some(text) = self.body.long_mut() {
            text.show(inside(&rows, &long));
        }
    }

    /// Drops rows that are far from these, if there are many.
    pub(super) fn keep_near(&mut self, rows: Range<usize>) {
        let long = self.long_rows();
        if let Some(text) = self.body.long_mut() {
            text.keep_near(inside(&rows, &long));
        }
    }

    /// Returns the rows of the part of the text that contains a row; outside the text,
    /// the row alone.
    pub(super) fn rows_about(&self, row: usize) -> Range<usize> {
        let long = self.long_rows();
        let text = self.body.long().filter(|_| long.contains(&row));
        let part = text.and_then(|text| text.parts().rows_about(row - long.start));
        part.map_or(row..row + 1, |part| {
            part.start + long.start..part.end + long.start
        })
    }

    /// Returns the source of that part of the text, see [`Cell::rows_about`]; `None` for a row
    /// outside the text.
    pub(super) fn source_about(&self, row: usize) -> Option<&str> {
        let long = self.long_rows();
        let text = self.body.long().filter(|_| long.contains(&row))?;
        text.source_of(text.parts().part_at(row - long.start)?)
    }

    fn body_height(&self) -> usize {
        let long = self.body.long().map_or(0, LongText::height);
        self.above.len() + long + self.rows.len()
    }

    /// Returns the number of rows in the last layout.
    pub(super) fn height(&self) -> usize {
        self.head.len() + self.body_height() + self.foot.len()
    }

    /// Returns a row with its starting column; `None` for a blank one.
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
            None => match self.part_of(inside) {
                CellRow::Above(row) => self.above.get(row),
                CellRow::Long(text, row) => text.row(row),
                CellRow::Below(row) => self.rows.get(row),
            },
        };
        row.map(|row| (row, indent))
    }

    /// Locates a row within the body.
    fn part_of(&self, inside: usize) -> CellRow<'_> {
        let Some(row) = inside.checked_sub(self.above.len()) else {
            return CellRow::Above(inside);
        };
        match self.body.long() {
            Some(text) if row < text.height() => CellRow::Long(text, row),
            Some(text) => CellRow::Below(row - text.height()),
            None => CellRow::Below(row),
        }
    }

    /// Whether a row is of a message of the user, which has a bar at its left.
    pub(super) fn has_bar(&self, number: usize) -> bool {
        let is_user = matches!(self.body, Body::User(..));
        is_user && number >= self.head.len() && indent_at(self.width) > HEAD_INDENT
    }

    /// Returns the way on that a row offers; the ways are the last rows.
    pub(super) fn way_at(&self, number: usize) -> Option<Way> {
        let ways = self.body.ways();
        let first = self.height().checked_sub(ways.len())?;
        ways.get(number.checked_sub(first)?).copied()
    }

    /// Returns the code that a row shows, for colouring.
    pub(super) fn code(&self, number: usize) -> Option<&CodeBlock> {
        let place = self.row(number)?.0.code?;
        match &self.body {
            Body::Call(call) => call.code(place.block),
            Body::Lookups(lookups) => {
                let mut calls = lookups.calls.iter();
                calls.find_map(|call| call.code(place.block))
            }
            body => body
                .long()?
                .code(number.checked_sub(self.long_rows().start)?),
        }
    }

    /// Returns the source of the block that a row shows.
    pub(super) fn block_source(&self, row: usize) -> Option<&str> {
        let inside = row.checked_sub(self.head.len())?;
        match &self.body {
            Body::Text(text, _) | Body::Note(text) => {
                Some(text.block_source(inside)).filter(|text| !text.is_empty())
            }
            _ => None,
        }
    }

    /// Returns the place of a row.
    pub(super) fn place_of(&mut self, row: usize) -> CellPosition {
        self.show(row..row + 1);
        let Some(inside) = row.checked_sub(self.head.len()) else {
            return CellPosition::Head(row);
        };
        if let Some(foot) = inside.checked_sub(self.body_height()) {
            return CellPosition::Foot(foot);
        }
        let ink = self.ink_above(inside);
        let after = self.rows_above_at_same_ink(inside);
        CellPosition::Body { ink, after }
    }

    /// Returns the row of a place.
    pub(super) fn row_of(&mut self, place: CellPosition) -> usize {
        if let (CellPosition::Body { ink, .. }, Some(text)) = (place, self.body.long_mut()) {
            text.show_ink(ink);
        }
        let last = self.height().saturating_sub(1);
        let row = match place {
            CellPosition::Start => 0,
            CellPosition::Head(row) => row.min(self.head.len()),
            CellPosition::Body { ink, after } => {
                let row = self.row_at_ink(ink);
                let back = if self.ink_above(row) == ink {
                    self.rows_above_at_same_ink(row).saturating_sub(after)
                } else {
                    0
                };
                self.head.len() + row - back
            }
            CellPosition::Foot(row) => self.head.len() + self.body_height() + row,
            CellPosition::FromEnd(rows) => self.height().saturating_sub(rows),
        };
        row.min(last)
    }

    fn ink_above(&self, row: usize) -> usize {
        match self.part_of(row) {
            CellRow::Above(_) => 0,
            CellRow::Long(text, row) => text.ink_above(row),
            CellRow::Below(row) => self.rows.get(row).map_or(0, |row| row.ink),
        }
    }

    fn row_at_ink(&self, ink: usize) -> usize {
        let long = self.body.long().filter(|text| text.height() > 0);
        let above = self.above.len() + long.map_or(0, LongText::height);
        match self.rows.partition_point(|row| row.ink <= ink) {
            0 => self.above.len() + long.map_or(0, |text| text.row_at_ink(ink)),
            below => above + below - 1,
        }
    }

    /// Counts the rows directly above a row that begin at the same ink.
    fn rows_above_at_same_ink(&self, row: usize) -> usize {
        // The ink above never decreases from row to row.
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

#[cfg(test)]
impl Cell {
    /// Returns how many rows of the text are kept.
    pub(super) fn kept_rows(&self) -> usize {
        self.body
            .long()
            .map_or(self.rows.len(), |text| text.parts().kept())
    }
}

/// Returns the columns for the body of a cell.
pub(super) fn body_width(width: usize) -> usize {
    width.saturating_sub(indent_at(width) + 1).max(1)
}

/// On a narrow screen there is no left indent.
fn indent_at(width: usize) -> usize {
    if width >= 24 { BODY_INDENT } else { 0 }
}
