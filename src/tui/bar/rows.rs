//! The rows of the bar as styled lines: header, body, footer. Called by `draw`.
//!
//! Text from outside is made visible first; text that does not fit is marked as cut,
//! never silently dropped.

mod body;
mod command;
mod diff;
mod footer;
mod header;
mod lists;
mod window;

use ratatui::text::{Line, Span};

use super::Bar;
use super::entry::{BarPanel, Entry, View};
use super::visible::{exact, exact_line, visible, visible_line};
use crate::theme::{Role, Theme};
use crate::widget::wrap::entries;
use client::question::{asks_permission, is_high_risk};
use client::text::width_of;
use l10n::say;
use protocol::approval::QuestionBody;
use window::{Body, Window};

pub use body::fits;

/// The drawn lines, and the cursor's place in them while a field is open.
#[derive(Debug, Clone, Default)]
pub struct DrawnRows {
    pub lines: Vec<Line<'static>>,
    /// Column and row of the cursor.
    pub cursor: Option<(u16, u16)>,
}

/// Everything that drawing a row needs.
struct Paint<'a> {
    bar: &'a Bar,
    view: View,
    theme: &'a Theme,
}

impl<'a> Paint<'a> {
    /// Creates the painter together with the question that the bar shows, if it shows one.
    fn of_question(bar: &'a Bar, view: View, theme: &'a Theme) -> Option<(Self, &'a Entry)> {
        let entry = bar.current().filter(|_| bar.passthrough.is_none())?;
        Some((Self { bar, view, theme }, entry))
    }
}

/// Returns the rows of the bar; none if nothing is open.
pub fn drawn(bar: &Bar, view: View, theme: &Theme) -> DrawnRows {
    let paint = Paint { bar, view, theme };
    if let Some(question) = &bar.passthrough {
        return paint.passthrough(question);
    }
    match bar.current() {
        Some(entry) => paint.question(entry),
        None => DrawnRows::default(),
    }
}

/// Returns how far the body of a question can be scrolled.
pub fn overflow(bar: &Bar, entry: &Entry, view: View) -> usize {
    let theme = Theme::default();
    let paint = Paint {
        bar,
        view,
        theme: &theme,
    };
    let room = paint.room(&paint.footer(entry));
    let body = paint.body(entry, room);
    if body.lines.len() > room {
        return Window::of(body.lines.len(), &body.kept, room, 0).limit;
    }
    paint.diff_overflow(entry, room).unwrap_or(0)
}

/// The part of a question that is off the screen while its buttons are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HiddenPart {
    /// No part that a yes depends on.
    Nothing,
    /// Rows that can be scrolled to.
    Rows {
        /// The first row that is shown.
        first: usize,
        /// The row behind the last one shown.
        end: usize,
        /// Number of rows in total.
        of: usize,
    },
    /// A part that only the full text has.
    Part,
}

/// Returns the part of the shown question that cannot be seen. The lines of a low-risk write do not
/// count: the user reviews them afterwards too, and can take them back.
pub fn unseen(bar: &Bar, entry: &Entry, view: View) -> HiddenPart {
    let theme = Theme::default();
    let paint = Paint {
        bar,
        view,
        theme: &theme,
    };
    if !asks_permission(&entry.question) {
        return HiddenPart::Nothing;
    }
    let room = paint.room(&paint.footer(entry));
    let body = paint.question_text(entry, room);
    let length = body.lines.len();
    let window = Window::of(length, &body.kept, room, entry.scroll);
    let is_kept = body.kept.iter().all(|row| window.rows.contains(row));
    let diff = || paint.diff_overflow(entry, room).unwrap_or(0);
    if body.is_cut || !is_kept || (is_high_risk(&entry.question) && diff() > 0) {
        return HiddenPart::Part;
    }
    if window.hidden == 0 {
        return HiddenPart::Nothing;
    }
    HiddenPart::Rows {
        first: window.first,
        end: window.end,
        of: length - body.kept.len(),
    }
}

/// Whether help or an explanation takes the room of the question.
pub fn is_covered(bar: &Bar, entry: &Entry, view: View) -> bool {
    let theme = Theme::default();
    let paint = Paint {
        bar,
        view,
        theme: &theme,
    };
    match entry.panel {
        BarPanel::Help => true,
        BarPanel::Risk => {
            let room = paint.room(&paint.footer(entry));
            paint.body(entry, room).lines.len() > room
        }
        // The user opens these from the question, and they repeat the part that is granted.
        BarPanel::Scopes { .. } | BarPanel::Field(_) | BarPanel::Buttons => false,
    }
}

/// Returns the button at a column and a row of the bar, if the bar has the focus and shows buttons.
pub fn button_at(bar: &Bar, view: View, (column, row): (u16, u16)) -> Option<usize> {
    let theme = Theme::default();
    let (paint, entry) = Paint::of_question(bar, view, &theme)?;
    let lines = drawn(bar, view, &theme).lines.len();
    let places = paint.button_places(entry)?;
    let last = places.last().map_or(0, |(line, _)| *line);
    // The buttons are below everything else, with their notes behind them.
    let first = lines.checked_sub(paint.answer_row(entry).len())?;
    let line = usize::from(row)
        .checked_sub(first)
        .filter(|line| *line <= last)?;
    let column = usize::from(column);
    let mut places = places.iter();
    places.position(|(on, columns)| *on == line && columns.contains(&column))
}

/// Returns the option at a row of the bar, if the bar shows options.
pub fn option_at(bar: &Bar, view: View, row: u16) -> Option<usize> {
    let theme = Theme::default();
    let (paint, entry) = Paint::of_question(bar, view, &theme)?;
    let QuestionBody::Select {
        question, options, ..
    } = &entry.question.body
    else {
        return None;
    };
    if !matches!(entry.panel, BarPanel::Buttons) {
        return None;
    }
    let room = paint.room(&paint.footer(entry));
    let body = paint.body(entry, room);
    let window = paint.visible_window(entry, &body, room);
    // The header is the first row.
    let line = usize::from(row).checked_sub(1)?;
    let line = window.rows.get(line).copied()?;
    let mut end = paint.wrapped(Role::Fg, question).len();
    let below = line.checked_sub(end)?;
    end = 0;
    paint.options(entry, options).iter().position(|rows| {
        end += rows.len();
        below < end
    })
}

impl Paint<'_> {
    fn question(&self, entry: &Entry) -> DrawnRows {
        let header = self.header(entry);
        let footer = self.footer(entry);
        let room = self.room(&footer);
        let mut lines = vec![header];
        lines.extend(self.clipped(entry, self.body(entry, room), room));
        let above = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        let cursor = footer.cursor.map(|(x, y)| (x, y.saturating_add(above)));
        lines.extend(footer.lines);
        DrawnRows { lines, cursor }
    }

    /// Returns the rows that are left for the body.
    fn room(&self, footer: &DrawnRows) -> usize {
        usize::from(self.view.height)
            .saturating_sub(1 + footer.lines.len())
            .max(1)
    }

    /// Returns the part of the body that fits, with a last row that tells what is missing.
    fn clipped(&self, entry: &Entry, body: Body, room: usize) -> Vec<Line<'static>> {
        if body.lines.len() <= room {
            return body.lines;
        }
        let window = self.visible_window(entry, &body, room);
        let mut all = body.lines;
        let mut lines: Vec<_> = Vec::with_capacity(room);
        for (place, row) in window.rows.iter().enumerate() {
            let line = all.get_mut(*row).map(std::mem::take).unwrap_or_default();
            let breaks = place > 0 && window.follows_gap(place);
            lines.push(if breaks { self.mark_gap(line) } else { line });
        }
        let hidden = window.hidden;
        let is_question = !matches!(
            entry.panel,
            BarPanel::Scopes { .. } | BarPanel::Help | BarPanel::Risk
        );
        let text = if is_question && self.bar.is_unread(entry, self.view) {
            say!("bar-left-out", hidden)
        } else {
            say!("bar-more-rows", hidden)
        };
        lines.push(self.line(Role::Warn, &text));
        lines
    }

    /// Marks a row above which rows are left out, in the blank that it begins with.
    fn mark_gap(&self, line: Line<'static>) -> Line<'static> {
        let mut spans = vec![self.span(Role::Warn, "…")];
        for (index, span) in line.spans.into_iter().enumerate() {
            let text = match index {
                0 => span.content.get(1..).unwrap_or_default().to_owned(),
                _ => span.content.into_owned(),
            };
            spans.push(Span::styled(text, span.style));
        }
        Line::from(spans).patch_style(line.style)
    }

    /// Returns the rows of a body that are shown.
    fn visible_window(&self, entry: &Entry, body: &Body, room: usize) -> Window {
        let length = body.lines.len();
        let scroll = match entry.items() {
            0 => entry.scroll,
            // The highlighted item stays in sight.
            _ => (self.cursor_row(entry) + 1).saturating_sub(room.saturating_sub(1)),
        };
        Window::of(length, &body.kept, room, scroll)
    }

    /// Makes a text from outside safe to show.
    fn seen(&self, text: &str) -> String {
        visible(text, self.view.glyphs)
    }

    /// Formats a text that the user approves, with nothing hidden in it.
    fn exact(&self, text: &str) -> String {
        exact(text, self.view.glyphs)
    }

    /// Does the same as [`Paint::exact`], on one line.
    fn exact_line(&self, text: &str) -> String {
        exact_line(text, self.view.glyphs)
    }

    /// Does the same as [`Paint::seen`], on one line.
    fn seen_line(&self, text: &str) -> String {
        visible_line(text, self.view.glyphs)
    }

    fn line(&self, role: Role, text: &str) -> Line<'static> {
        Line::from(self.span(role, text))
    }

    /// Returns a text as one row, or as several if it is wider than the screen.
    fn folded(&self, role: Role, text: &str) -> Vec<Line<'static>> {
        if width_of(text) <= usize::from(self.view.width) {
            return vec![self.line(role, text)];
        }
        self.wrapped(role, text.trim_start())
    }

    /// Lays out entries of keys and words with blanks between them, on as many rows as they need.
    /// Breaks no entry that fits a row.
    fn entries(&self, role: Role, text: &str) -> Vec<Line<'static>> {
        let width = usize::from(self.view.width).saturating_sub(1);
        let rows = entries(&self.seen(text), width).into_iter();
        rows.map(|row| self.line(role, &format!(" {row}")))
            .collect()
    }

    fn span(&self, role: Role, text: &str) -> Span<'static> {
        Span::styled(text.to_owned(), self.theme.style(role))
    }

    fn is_wide(&self) -> bool {
        self.view.width >= super::buttons::WIDE
    }

    /// Returns the long text on a wide screen, otherwise the short one.
    fn either<'a>(&self, long: &'a str, short: &'a str) -> &'a str {
        if self.is_wide() { long } else { short }
    }
}
