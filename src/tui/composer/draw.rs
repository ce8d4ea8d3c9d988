//! Draws the editor: prefix, text, selection, chips, and the cursor's place. Part of
//! [`Composer`]; changes nothing.

use std::ops::Range;
use std::rc::Rc;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};

use super::{Composer, LaidText, layout};
use crate::theme::{Role, Theme};
use crate::widget::row::draw_lines;
use client::text::width_of;
use l10n::say;

/// Prefix of the first line.
const FIRST: &str = "> ";
/// Prefix of each further line.
const FURTHER: &str = "... ";
/// Prefix of a row that continues its line.
const WRAPPED: &str = "    ";

/// The rows of the text, and the cursor's place among them.
struct LaidOutText {
    of: Rc<LaidText>,
    cursor: (usize, usize),
    first: usize,
}

impl Composer {
    /// Returns the rows that the editor wants at this width, at least 1 and at most `max_height`.
    pub fn measure(&self, width: u16, max_height: u16) -> u16 {
        let rows = self.laid(width, u16::MAX).of.rows.len();
        u16::try_from(rows)
            .unwrap_or(u16::MAX)
            .clamp(1, max_height.max(1))
    }

    /// Returns the place of the terminal's cursor.
    pub fn cursor_position(&self, area: Rect) -> Option<Position> {
        if let Some((pattern, _)) = self.search() {
            let column = width_of(self.search_label()) + layout::shown_width(pattern);
            let column = u16::try_from(column).unwrap_or(u16::MAX);
            let position = Position::new(area.x.saturating_add(column), area.y);
            return area.contains(position).then_some(position);
        }
        let laid = self.laid(area.width, area.height);
        let (row, column) = laid.cursor;
        let prefix = laid
            .of
            .rows
            .get(row)
            .map_or(0, |_| prefix_of(&laid, row).len());
        let x = u16::try_from(prefix + column).unwrap_or(u16::MAX);
        let y = u16::try_from(row - laid.first.min(row)).unwrap_or(u16::MAX);
        let x = x.min(area.width.saturating_sub(1));
        let position = Position::new(area.x.saturating_add(x), area.y.saturating_add(y));
        area.contains(position).then_some(position)
    }

    /// Returns the byte offset in the text at a place of the screen.
    pub(super) fn offset_at(&self, area: Rect, at: Position) -> usize {
        let laid = self.laid(area.width, area.height);
        let row = laid.first + usize::from(at.y.saturating_sub(area.y));
        let prefix = laid
            .of
            .rows
            .get(row)
            .map_or(0, |_| prefix_of(&laid, row).len());
        let column = usize::from(at.x.saturating_sub(area.x)).saturating_sub(prefix);
        layout::byte_at(&laid.of.text, &laid.of.rows, row, column)
    }

    pub fn draw(&self, area: Rect, buffer: &mut Buffer, theme: &Theme) {
        let base = theme.style(Role::Fg).patch(theme.style(Role::Bg));
        let lines = match self.search() {
            Some((pattern, found)) => self.search_lines(pattern, found, theme),
            None => self.text_lines(area, theme),
        };
        draw_lines(&lines, area, buffer, base);
    }

    fn search_label(&self) -> &'static str {
        say!("composer-history-search")
    }

    fn search_lines(&self, pattern: &str, found: &str, theme: &Theme) -> Vec<Line<'static>> {
        let mut lines = vec![Line::from(vec![
            Span::styled(self.search_label(), theme.style(Role::Accent)),
            Span::styled(layout::shown(pattern).into_owned(), theme.style(Role::Fg)),
            Span::styled(say!("composer-history-keys"), theme.style(Role::FgMuted)),
        ])];
        let (found, _) = protocol::picture::read(found);
        lines.extend(found.split('\n').enumerate().map(|(index, line)| {
            let prefix = if index == 0 { FIRST } else { FURTHER };
            Line::from(vec![
                Span::styled(prefix, theme.style(Role::Accent)),
                Span::styled(layout::shown(line).into_owned(), theme.style(Role::Fg)),
            ])
        }));
        lines
    }

    fn text_lines(&self, area: Rect, theme: &Theme) -> Vec<Line<'static>> {
        let laid = self.laid(area.width, area.height);
        let chips = self.line.chip_spans();
        let selection = self.selection();
        (laid.first..laid.of.rows.len())
            .take(usize::from(area.height))
            .filter_map(|index| {
                let row = laid.of.rows.get(index)?;
                let prefix = prefix_of(&laid, index);
                let mut spans = vec![Span::styled(prefix, theme.style(Role::Accent))];
                spans.extend(styled(
                    &laid.of.text,
                    row.bytes.clone(),
                    &chips,
                    selection.as_ref(),
                    theme,
                ));
                Some(Line::from(spans))
            })
            .collect()
    }

    fn laid(&self, width: u16, height: u16) -> LaidOutText {
        // One column stays free, so that the cursor behind a full row is on the screen.
        let room = usize::from(width).saturating_sub(WRAPPED.len() + 1);
        let of = self.laid_text(room);
        let cursor = layout::locate(&of.text, &of.rows, self.line.cursor());
        let first = (cursor.0 + 1).saturating_sub(usize::from(height.max(1)));
        LaidOutText { of, cursor, first }
    }

    /// Returns the rows of the text, laid out once for all uses within a frame.
    fn laid_text(&self, room: usize) -> Rc<LaidText> {
        let text = self.line.text();
        let mut kept = self.rows.borrow_mut();
        match &*kept {
            Some(laid) if laid.room == room && laid.text == text => Rc::clone(laid),
            _ => {
                let rows = layout::rows(&text, room);
                let laid = Rc::new(LaidText { text, room, rows });
                *kept = Some(Rc::clone(&laid));
                laid
            }
        }
    }
}

fn prefix_of(laid: &LaidOutText, index: usize) -> &'static str {
    let line = laid.of.rows.get(index).map_or(0, |row| row.line);
    let goes_on = index
        .checked_sub(1)
        .and_then(|before| laid.of.rows.get(before))
        .is_some_and(|before| before.line == line);
    match (index, goes_on) {
        (0, _) => FIRST,
        // Further rows of the first line are aligned with its text.
        (_, true) if line == 0 => "  ",
        (_, true) => WRAPPED,
        (_, false) => FURTHER,
    }
}

fn styled(
    text: &str,
    row: Range<usize>,
    chips: &[Range<usize>],
    selection: Option<&Range<usize>>,
    theme: &Theme,
) -> Vec<Span<'static>> {
    let mut cuts = vec![row.start, row.end];
    cuts.extend(
        chips
            .iter()
            .chain(selection)
            .flat_map(|range| [range.start, range.end])
            .filter(|at| row.contains(at)),
    );
    cuts.sort_unstable();
    cuts.dedup();
    cuts.iter()
        .zip(cuts.iter().skip(1))
        .map(|(start, end)| {
            let inside = |range: &Range<usize>| range.start <= *start && *end <= range.end;
            let mut style = theme.style(Role::Fg);
            if chips.iter().any(inside) {
                style = theme.style(Role::Accent);
            }
            if selection.is_some_and(inside) {
                style = style.patch(theme.style(Role::BgSel));
            }
            let part = text.get(*start..*end).unwrap_or_default();
            Span::styled(layout::shown(part).into_owned(), style)
        })
        .collect()
}
