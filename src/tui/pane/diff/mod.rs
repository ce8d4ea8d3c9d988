//! The diff pane: the unified diff of the current file, or the file itself.
//!
//! Scrolls by rows and by hunks, sideways or wrapped. Used as the pane beside the chat and as the
//! confirmation bar's full view.

mod arranged;
mod scroll;
mod selected;
mod text;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::review::ReviewTarget;
use super::{Focused, PaneView};
use crate::effect::Effect;
use crate::highlight::Colours;
use crate::keymap::Action;
use crate::select::TextView;
use crate::theme::Role;
use crate::widget::diff::{Columns, Diff, DiffShape};
use crate::widget::row::{Paint, Row, Slot, TextStyle, draw_row};
use client::text::{truncate, truncate_start, width_of};
use l10n::say;
use protocol::change::FileDiff;
use protocol::review::view::Whitespace;

use text::{View, ground_of};

pub use text::FilePart;

/// Columns of one step sideways.
const SIDE_STEP: usize = 8;
/// Minimum columns of the path in the title.
const PATH: usize = 12;

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Lines {
    #[default]
    Cut,
    Wrapped,
}

#[derive(Debug, Default)]
pub struct DiffPane {
    diff: Option<Diff>,
    /// The requested file that is shown in place of a diff, and why it cannot be shown, if known.
    unseen: Option<(String, String)>,
    sides: String,
    view: View,
    /// The content that returns after the shown proposal.
    under: Option<SuspendedDiff>,
    lines: Lines,
    /// The requested layout; a narrow pane has one column.
    columns: Columns,
    whitespace: Whitespace,
    column: usize,
    /// Item at the top, and how many of its rows are above the screen.
    top: (usize, usize),
    width: usize,
    height: usize,
    rows: Vec<Row>,
    /// The row beside each of them, if the new text has its own column.
    right: Vec<Option<Row>>,
    /// The item of each row, and its row within the item.
    places: Vec<(usize, usize)>,
    shown_to: usize,
    /// The clicked line.
    at_hand: Option<usize>,
    /// Increases whenever another text is shown.
    edition: u64,
}

/// A diff that waits under a proposal, with the reader's place.
#[derive(Debug, Default)]
struct SuspendedDiff {
    diff: Option<Diff>,
    sides: String,
    view: View,
    column: usize,
    top: (usize, usize),
}

/// Returns the description of a proposal's two sides.
fn proposal() -> &'static str {
    say!("diff-proposal")
}

impl PaneView for DiffPane {
    fn act(&mut self, action: Action) -> Vec<Effect> {
        let page = isize::try_from(self.height.saturating_sub(2).max(1)).unwrap_or(1);
        match action {
            Action::LineDown => self.scroll_by(1),
            Action::LineUp => self.scroll_by(-1),
            Action::PageDown => self.scroll_by(page),
            Action::PageUp => self.scroll_by(-page),
            Action::Top => self.top = (0, 0),
            Action::Bottom => self.scroll_by(isize::MAX),
            Action::NextItem => self.next_hunk(),
            Action::PreviousItem => self.previous_hunk(),
            Action::ScrollLeft => self.column = self.column.saturating_sub(SIDE_STEP),
            Action::ScrollRight => self.column = (self.column + SIDE_STEP).min(10_000),
            Action::DiffWrap => self.toggle_wrap(),
            Action::DiffLayout => return self.cycle_layout(),
            Action::DiffWhitespace => return self.toggle_whitespace(),
            Action::NextFile => return vec![Effect::StepFile(1)],
            Action::PreviousFile => return vec![Effect::StepFile(-1)],
            Action::DiffReview => return self.review(),
            Action::CopyItem => return self.copy_hunk(),
            Action::CopyBlock => {
                let path = self.path().unwrap_or_default().to_owned();
                return vec![Effect::Copy(path)];
            }
            Action::PinSelection => return self.pin(),
            _ => {}
        }
        Vec::new()
    }

    /// Returns the title: `DIFF  src/auth/session.rs   hunk 3 of 4   #31 vs now`.
    fn title(&self, width: u16) -> String {
        let width = usize::from(width);
        if let Some(title) = self.text_title(width) {
            return title;
        }
        let Some(diff) = &self.diff else {
            let title = match &self.unseen {
                None => say!("diff-title").to_owned(),
                Some((path, _)) => say!("diff-title-of", path = path.as_str(), facts = ""),
            };
            return truncate(title.trim_end(), width).into_owned();
        };
        let mut facts = Vec::new();
        if self.whitespace == Whitespace::Ignored {
            facts.push(say!("diff-without-space").to_owned());
        }
        if let Some(word) = diff.change_word() {
            facts.push(word.to_owned());
        }
        if diff.hunk_count() > 0 {
            let hunk = diff.hunk_at(self.top.0.max(self.line_at_hand())) + 1;
            facts.push(say!("diff-hunk-of", hunk, all = diff.hunk_count()));
        }
        if !self.sides.is_empty() {
            facts.push(self.sides.clone());
        }
        // A part without room is left out as a whole, the last one first; a path that identifies
        // the file has priority.
        let words = |facts: &[String]| facts.join("   ");
        while !facts.is_empty() && width_of(&words(&facts)) + 9 + PATH > width {
            facts.pop();
        }
        let facts = words(&facts);
        let room = width.saturating_sub(width_of(&facts) + 9).max(8);
        let path = truncate_start(diff.path(), room);
        truncate(&say!("diff-title-of", path, facts), width)
            .trim_end()
            .to_owned()
    }

    fn measure(&mut self, width: u16, height: u16, colours: &mut Colours) {
        self.width = usize::from(width);
        self.height = usize::from(height);
        self.rows.clear();
        self.right.clear();
        self.places.clear();
        self.arrange();
        let shape = self.shape();
        // At another width the line at the top may have fewer rows.
        self.top.1 = self.top.1.min(self.rows_of(self.top.0).saturating_sub(1));
        let (entry, skip) = self.top;
        let Some(diff) = &mut self.diff else {
            let text = match &self.unseen {
                None => say!("diff-none"),
                Some((_, why)) => why,
            };
            let look = TextStyle::of(Role::FgMuted);
            self.rows = crate::widget::wrap::wrap_text(
                &client::text::visible(text),
                look,
                self.width.saturating_sub(2),
            );
            return;
        };
        diff.mark_words(entry..(entry + self.height).min(diff.item_count()));
        let mut skip = skip;
        let mut at = entry;
        while at < diff.item_count() && self.rows.len() < self.height {
            let ground = ground_of(self.view, at)
                .or_else(|| (self.at_hand == Some(at)).then_some(Role::BgCursorline));
            let (mut left, mut right) = match diff.sides(at, self.width, shape) {
                Some((left, right)) => (left, right.into_iter().map(Some).collect()),
                None => {
                    let rows = diff.rows(at, self.width, shape);
                    let none = vec![None; rows.len()];
                    (rows, none)
                }
            };
            if let Some(ground) = ground {
                let both = left.iter_mut().chain(right.iter_mut().flatten());
                both.for_each(|row| row.fill = Some(ground));
            }
            self.places
                .extend((skip..left.len()).map(|part| (at, part)));
            self.rows.extend(left.into_iter().skip(skip));
            self.right.extend(right.into_iter().skip(skip));
            skip = 0;
            at += 1;
        }
        self.rows.truncate(self.height);
        self.shown_to = at;
        for code in diff.codes() {
            colours.want(code);
        }
    }

    fn draw(&self, area: Rect, buf: &mut Buffer, paint: Paint<'_>, _focused: Focused) {
        let area = area.intersection(buf.area);
        let margin = u16::from(self.diff.is_none());
        for (index, (y, row)) in (area.top()..area.bottom()).zip(&self.rows).enumerate() {
            let slot = Slot {
                x: area.x + margin.min(area.width),
                y,
                width: area.width.saturating_sub(margin),
            };
            match self.right.get(index) {
                Some(Some(right)) => arranged::draw_sides((row, right), slot, buf, paint),
                _ => draw_row(row, slot, buf, paint),
            }
        }
    }

    fn scroll(&mut self, rows: isize) {
        self.scroll_by(rows);
    }

    fn click(&mut self, row: u16) -> Vec<Effect> {
        self.put_cursor(row);
        Vec::new()
    }

    fn text_view(&self) -> Option<&dyn TextView> {
        Some(self)
    }

    fn text_view_mut(&mut self) -> Option<&mut dyn TextView> {
        Some(self)
    }
}

impl DiffPane {
    /// Shows a diff; `sides` names its two sides: `#31 vs now`. The same file keeps its place.
    /// While a proposal is shown, the diff waits until the proposal ends.
    pub fn set(&mut self, diff: &FileDiff, sides: impl Into<String>) {
        match self.under.take() {
            None => self.show(diff, sides.into()),
            Some(_) => {
                let diff = Diff::new(diff);
                self.under = Some(SuspendedDiff {
                    top: beginning(&diff),
                    diff: Some(diff),
                    sides: sides.into(),
                    view: View::Difference,
                    column: 0,
                });
            }
        }
    }

    /// Records that a file was requested: it counts as the shown one if no other is shown.
    pub fn expect(&mut self, path: &str) {
        if self.diff.is_none() {
            self.unseen = Some((path.to_owned(), String::new()));
        }
    }

    /// Stops showing a file.
    pub fn clear(&mut self) {
        self.edition += 1;
        self.at_hand = None;
        (self.diff, self.unseen, self.under) = (None, None, None);
        self.sides.clear();
        self.view = View::Difference;
        (self.top, self.column) = ((0, 0), 0);
    }

    /// Shows why a file cannot be shown. A question's proposal stays in front of it.
    pub fn cannot_show(&mut self, path: &str, why: &str) {
        if self.under.is_none() {
            self.edition += 1;
            self.at_hand = None;
            self.diff = None;
            self.view = View::Difference;
            self.unseen = Some((path.to_owned(), why.to_owned()));
        }
    }

    /// Shows a question's proposed change over the current content.
    pub fn propose(&mut self, diff: &FileDiff) {
        if self.under.is_none() {
            self.under = Some(SuspendedDiff {
                diff: self.diff.take(),
                sides: std::mem::take(&mut self.sides),
                view: self.view,
                column: self.column,
                top: self.top,
            });
        }
        // A proposed change is shown in full.
        self.whitespace = Whitespace::Shown;
        self.show(diff, proposal().to_owned());
    }

    /// Ends the proposal of a question: shows the previous diff, or the one that arrived meanwhile.
    pub fn end_proposal(&mut self) {
        if let Some(under) = self.under.take() {
            self.edition += 1;
            self.at_hand = None;
            self.diff = under.diff;
            self.sides = under.sides;
            self.view = under.view;
            self.column = under.column;
            self.top = under.top;
        }
    }

    fn show(&mut self, diff: &FileDiff, sides: String) {
        self.edition += 1;
        self.at_hand = None;
        let diff = Diff::new(diff);
        let same = self
            .diff
            .as_ref()
            .is_some_and(|before| before.path() == diff.path());
        if !same || self.view != View::Difference {
            self.top = beginning(&diff);
            self.column = 0;
        }
        self.top.0 = self.top.0.min(diff.item_count().saturating_sub(1));
        self.unseen = None;
        self.diff = Some(diff);
        self.sides = sides;
        self.view = View::Difference;
        self.arrange();
    }

    /// Returns the shown file.
    pub fn path(&self) -> Option<&str> {
        let unseen = || self.unseen.as_ref().map(|(path, _)| path.as_str());
        self.diff.as_ref().map(Diff::path).or_else(unseen)
    }

    fn shape(&self) -> DiffShape {
        match self.lines {
            Lines::Cut => DiffShape::From(self.column),
            Lines::Wrapped => DiffShape::Wrapped,
        }
    }

    fn toggle_wrap(&mut self) {
        self.lines = match self.lines {
            Lines::Cut => Lines::Wrapped,
            Lines::Wrapped => Lines::Cut,
        };
        self.top.1 = 0;
        self.column = 0;
    }

    fn review(&self) -> Vec<Effect> {
        match &self.diff {
            Some(diff) => vec![Effect::OpenReview(ReviewTarget::Path {
                path: diff.path().to_owned(),
                line: diff.number(self.line_at_hand()),
            })],
            None => Vec::new(),
        }
    }

    fn hunk_range(&self, diff: &Diff) -> std::ops::Range<usize> {
        let hunk = diff.hunk_at(self.line_at_hand());
        let start = diff.hunk_start(hunk).unwrap_or(0);
        start..diff.hunk_start(hunk + 1).unwrap_or(diff.item_count())
    }

    /// Copies the new text of the hunk at the top, without signs and numbers.
    fn copy_hunk(&self) -> Vec<Effect> {
        let Some(diff) = &self.diff else {
            return Vec::new();
        };
        let lines: Vec<&str> = self
            .hunk_range(diff)
            .filter(|entry| !diff.is_removed(*entry))
            .filter_map(|entry| diff.source(entry))
            .collect();
        vec![Effect::Copy(lines.join("\n"))]
    }

    fn pin(&self) -> Vec<Effect> {
        let Some(diff) = &self.diff else {
            return Vec::new();
        };
        let numbers = || {
            self.hunk_range(diff)
                .filter(|entry| !diff.is_removed(*entry))
                .filter_map(|entry| diff.number(entry))
        };
        if self.view != View::Difference {
            return self.pin_shown(diff);
        }
        text::pin(diff, numbers().min(), numbers().max())
    }
}

/// Returns the row above the first hunk.
fn beginning(diff: &Diff) -> (usize, usize) {
    (diff.hunk_start(0).unwrap_or(0).saturating_sub(1), 0)
}

#[cfg(test)]
mod tests;
