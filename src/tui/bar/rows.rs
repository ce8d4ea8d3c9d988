//! The rows of the bar as styled lines: header, body, footer. Called by `draw`.
//!
//! What came from outside is made visible first; what does not fit is said to be cut, never
//! silently dropped.

mod body;
mod command;
mod diff;
mod footer;
mod header;
mod lists;
mod window;

use ratatui::text::{Line, Span};

use super::Bar;
use super::entry::{BarSheet, Entry, View};
use super::visible::{exact, exact_line, visible, visible_line};
use crate::l10n::say;
use crate::protocol::approval::QuestionBody;
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::text::width_of;
use crate::tui::widget::wrap::entries;
use window::{Body, Window};

pub use body::fits;

/// What is drawn, and where the cursor of a field stands in it.
#[derive(Debug, Clone, Default)]
pub struct DrawnRows {
    pub lines: Vec<Line<'static>>,
    /// Column and row of the cursor.
    pub cursor: Option<(u16, u16)>,
}

/// Everything that one row needs to know.
struct Paint<'a> {
    bar: &'a Bar,
    view: View,
    theme: &'a Theme,
}

impl<'a> Paint<'a> {
    /// With the question that the bar shows, where it shows one.
    fn of_prompt(bar: &'a Bar, view: View, theme: &'a Theme) -> Option<(Self, &'a Entry)> {
        let entry = bar.current().filter(|_| bar.passthrough.is_none())?;
        Some((Self { bar, view, theme }, entry))
    }
}

/// The rows of the bar; none where nothing is open.
pub fn drawn(bar: &Bar, view: View, theme: &Theme) -> DrawnRows {
    let paint = Paint { bar, view, theme };
    if let Some(question) = &bar.passthrough {
        return paint.passthrough(question);
    }
    match bar.current() {
        Some(entry) => paint.prompt(entry),
        None => DrawnRows::default(),
    }
}

/// How far the body of a prompt can be scrolled.
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

/// What of a question is not on the screen while its buttons are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HiddenPart {
    /// Nothing that a yes must know.
    Nothing,
    /// Rows that can be scrolled to: those from the first to the second are shown, of so many.
    Rows {
        /// The first that is shown.
        first: usize,
        /// The one behind the last.
        end: usize,
        /// How many there are.
        of: usize,
    },
    /// What only the full text has.
    Part,
}

/// What of the question that is shown cannot be seen. The lines of a write that risks little do
/// not count: they are reviewed afterwards too, and can be taken back.
pub fn unseen(bar: &Bar, entry: &Entry, view: View) -> HiddenPart {
    let theme = Theme::default();
    let paint = Paint {
        bar,
        view,
        theme: &theme,
    };
    if !entry.asks_for_leave() {
        return HiddenPart::Nothing;
    }
    let room = paint.room(&paint.footer(entry));
    let body = paint.question(entry, room);
    let length = body.lines.len();
    let window = Window::of(length, &body.kept, room, entry.scroll);
    let is_kept = body.kept.iter().all(|row| window.rows.contains(row));
    let diff = || paint.diff_overflow(entry, room).unwrap_or(0);
    if body.is_cut || !is_kept || (entry.is_high() && diff() > 0) {
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

/// The button at a column and a row of the bar, where it has the focus and buttons are what is shown.
pub fn button_at(bar: &Bar, view: View, (column, row): (u16, u16)) -> Option<usize> {
    let theme = Theme::default();
    let (paint, entry) = Paint::of_prompt(bar, view, &theme)?;
    let lines = drawn(bar, view, &theme).lines.len();
    let places = paint.button_places(entry)?;
    let last = places.last().map_or(0, |(line, _)| *line);
    // They stand below everything else, with what is said behind them.
    let first = lines.checked_sub(paint.answer_row(entry).len())?;
    let line = usize::from(row)
        .checked_sub(first)
        .filter(|line| *line <= last)?;
    let column = usize::from(column);
    let mut places = places.iter();
    places.position(|(on, columns)| *on == line && columns.contains(&column))
}

/// The option of a question on a row of the bar, where options are what is shown.
pub fn option_at(bar: &Bar, view: View, row: u16) -> Option<usize> {
    let theme = Theme::default();
    let (paint, entry) = Paint::of_prompt(bar, view, &theme)?;
    let QuestionBody::Select {
        question, options, ..
    } = &entry.prompt.body
    else {
        return None;
    };
    if !matches!(entry.sheet, BarSheet::Buttons) {
        return None;
    }
    let room = paint.room(&paint.footer(entry));
    let body = paint.body(entry, room);
    let window = paint.part_shown(entry, &body, room);
    // Above is the header.
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
    fn prompt(&self, entry: &Entry) -> DrawnRows {
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

    /// Rows that are left for the body.
    fn room(&self, footer: &DrawnRows) -> usize {
        usize::from(self.view.height)
            .saturating_sub(1 + footer.lines.len())
            .max(1)
    }

    /// The part of the body that fits, with a last row that says what is missing.
    fn clipped(&self, entry: &Entry, body: Body, room: usize) -> Vec<Line<'static>> {
        if body.lines.len() <= room {
            return body.lines;
        }
        let window = self.part_shown(entry, &body, room);
        let mut all = body.lines;
        let mut lines: Vec<_> = Vec::with_capacity(room);
        for (place, row) in window.rows.iter().enumerate() {
            let line = all.get_mut(*row).map(std::mem::take).unwrap_or_default();
            let breaks = place > 0 && window.follows_gap(place);
            lines.push(if breaks { self.behind_gap(line) } else { line });
        }
        let hidden = window.hidden;
        let is_question = !matches!(
            entry.sheet,
            BarSheet::Scopes { .. } | BarSheet::Help | BarSheet::Risk
        );
        let text = if is_question && self.bar.is_unread(entry, self.view) {
            say!("bar-left-out", hidden)
        } else {
            say!("bar-more-rows", hidden)
        };
        lines.push(self.line(Role::Warn, &text));
        lines
    }

    /// A row above which rows are left out, with a sign of that in the blank that it begins with.
    fn behind_gap(&self, line: Line<'static>) -> Line<'static> {
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

    /// The rows of a body that are shown.
    fn part_shown(&self, entry: &Entry, body: &Body, room: usize) -> Window {
        let length = body.lines.len();
        let scroll = match entry.items() {
            0 => entry.scroll,
            // The highlighted thing stays in sight.
            _ => (self.cursor_row(entry) + 1).saturating_sub(room.saturating_sub(1)),
        };
        Window::of(length, &body.kept, room, scroll)
    }

    /// A text from outside as it may be shown here.
    fn seen(&self, text: &str) -> String {
        visible(text, self.view.glyphs)
    }

    /// A text that is approved, with nothing hidden in it.
    fn exact(&self, text: &str) -> String {
        exact(text, self.view.glyphs)
    }

    /// The same on one line.
    fn exact_line(&self, text: &str) -> String {
        exact_line(text, self.view.glyphs)
    }

    /// As [`Paint::seen`], on one line.
    fn seen_line(&self, text: &str) -> String {
        visible_line(text, self.view.glyphs)
    }

    fn line(&self, role: Role, text: &str) -> Line<'static> {
        Line::from(self.span(role, text))
    }

    /// A row, or several where it is wider than the screen.
    fn folded(&self, role: Role, text: &str) -> Vec<Line<'static>> {
        if width_of(text) <= usize::from(self.view.width) {
            return vec![self.line(role, text)];
        }
        self.wrapped(role, text.trim_start())
    }

    /// Entries of keys and words with blanks between them, on as many rows as they need: none is broken that a row can
    /// hold.
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

    /// What stands where a wide screen has room for more words.
    fn either<'a>(&self, long: &'a str, short: &'a str) -> &'a str {
        if self.is_wide() { long } else { short }
    }
}
