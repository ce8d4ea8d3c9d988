//! Draws the search results.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{SearchResultsView, hit_line, is_partial};
use crate::highlight::Colours;
use crate::theme::{Role, Theme};
use crate::widget::boxed::box_in;
use crate::widget::list_view::ListView;
use crate::widget::matches::draw_matches;
use crate::widget::row::{Paint, Row, Slot, TextStyle, draw_row, draw_rows};
use crate::widget::text_field::{TextField, cursor_at};
use client::text::{pad_start, truncate, truncate_start, visible, width_of};
use l10n::{counted, said, say, thousands};
use protocol::index::IndexPhase;
use protocol::query::{SearchMethod, SearchResult, SearchResults};

/// Minimum width at which the file lies beside the results and each result has two rows.
const BESIDE: u16 = 100;
/// Rows for the search text and the status.
const HEAD: u16 = 3;
/// Columns of a line number.
const NUMBER: usize = 6;

/// Areas of the view's parts.
pub(super) struct Parts {
    head: Rect,
    list: Rect,
    rule: Rect,
    preview: Rect,
    /// Rows per result.
    rows: u16,
}

impl SearchResultsView {
    /// Returns the list of results in these parts.
    pub(super) fn list_in(&self, parts: &Parts) -> ListView {
        let list = ListView::new(parts.list, self.selected, self.places().len());
        list.with_row_height(parts.rows)
    }

    /// Draws the view and returns the cursor position.
    pub(super) fn draw_results(
        &self,
        whole: Rect,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Position> {
        let parts = parts(box_in(whole, size(whole), say!("finder-title"), buf, theme));
        let cursor = self.draw_head(parts.head, buf, theme);
        self.draw_list(&parts, buf, theme);
        draw_rule(parts.rule, buf, theme);
        self.draw_preview(parts.preview, buf, theme);
        cursor
    }

    fn draw_head(&self, area: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        let width = usize::from(area.width);
        let text = truncate(&self.text, width.saturating_sub(3));
        let asked = TextField {
            label: "> ",
            role: Role::Accent,
            text: &text,
            cursor: 0,
        };
        let typed = self.typing.as_ref();
        let field = typed.map_or(asked, |line| TextField::new("> ", line));
        let (first, column) = field.row(width);
        let role = match self.problem {
            Some(_) => Role::Warn,
            None => Role::FgMuted,
        };
        let second = Row::text(truncate(&self.standing(), width), TextStyle::of(role));
        let said = truncate(self.said.unwrap_or_default(), width).into_owned();
        let third = Row::text(said, TextStyle::of(Role::Info));
        draw_rows(&[first, second, third], area, buf, theme);
        self.typing.as_ref()?;
        cursor_at(area, 0, column)
    }

    /// Describes the state of the search in words.
    fn standing(&self) -> String {
        if let Some(problem) = &self.problem {
            return visible(problem).into_owned();
        }
        let Some(found) = &self.found else {
            return say!("finder-searching").to_owned();
        };
        let count = match found.places.len() {
            0 => say!("finder-nothing").to_owned(),
            _ if found.more => say!("finder-first-places", count = found.places.len()),
            places => counted(places, "place"),
        };
        let order = match found.by {
            _ if found.places.is_empty() => "",
            SearchMethod::Words => say!("finder-best-first"),
            SearchMethod::Meaning => say!("finder-best-first-meaning"),
            SearchMethod::Text => say!("finder-by-path"),
        };
        let searching = if self.asked.is_some() {
            say!("finder-again")
        } else {
            ""
        };
        format!("{count}{order}{}{searching}", self.caution(found))
    }

    /// Describes what an answer may lack.
    fn caution(&self, found: &SearchResults) -> String {
        let state = self.index.as_ref().unwrap_or(&found.index);
        if is_partial(found) {
            let yet = if found.places.is_empty() {
                say!("finder-yet")
            } else {
                ""
            };
            return match state.phase {
                IndexPhase::Building => say!(
                    "finder-partial",
                    yet,
                    percent = state.percent().unwrap_or(0),
                    done = thousands(state.done),
                    total = thousands(state.total)
                ),
                _ => say!("finder-partial-unknown", yet),
            };
        }
        match &state.phase {
            _ if found.by == SearchMethod::Text => say!("finder-as-written").to_owned(),
            IndexPhase::Failed { reason } => {
                say!("finder-index-failed", why = visible(&said(reason)))
            }
            _ if found.places.is_empty() => say!("finder-something-else").to_owned(),
            _ => String::new(),
        }
    }

    fn draw_list(&self, parts: &Parts, buf: &mut Buffer, theme: &Theme) {
        let tops = (parts.list.y..).step_by(usize::from(parts.rows));
        for (index, y) in self.list_in(parts).shown().zip(tops) {
            let area = Rect {
                y,
                height: parts.rows,
                ..parts.list
            };
            if let Some(place) = self.places().get(index) {
                self.draw_place(place, index == self.selected, area, buf, theme);
            }
        }
    }

    /// `> src/a.rs:12  proposed` and the line, in two rows or in one.
    fn draw_place(
        &self,
        place: &SearchResult,
        selected: bool,
        area: Rect,
        buf: &mut Buffer,
        theme: &Theme,
    ) {
        let hit = &place.hit;
        let line = hit_line(place, self.marked());
        let index = line.saturating_sub(hit.start_line);
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        let text = hit.snippet.lines().nth(index).unwrap_or_default();
        let pinned = (hit.path.clone(), hit.start_line, hit.end_line);
        let notes = [
            (place.proposed, say!("finder-proposed")),
            (self.pinned.contains(&pinned), say!("finder-pinned")),
        ];
        let notes: String = notes
            .into_iter()
            .filter_map(|(is_so, note)| is_so.then_some(note))
            .collect();
        let at = format!(":{line}{notes}");
        let (columns, mark) = (usize::from(area.width), if selected { "> " } else { "  " });
        let most = match area.height {
            1 => columns / 2,
            _ => columns,
        };
        let room = most.saturating_sub(width_of(&at) + 2);
        let mut head = Row::text(mark, TextStyle::of(Role::Accent));
        head.push(
            &truncate_start(&visible(&hit.path), room),
            TextStyle::of(Role::Link),
        );
        head.push(&at, TextStyle::of(Role::FgMuted));
        let (lead, y) = match area.height {
            1 => (head.width() + 2, area.y),
            _ => (4, area.y + 1),
        };
        if selected {
            buf.set_style(area, theme.style(Role::BgSel));
        }
        draw_rows(&[head], area, buf, theme);
        let slot = after(area, y, lead);
        let text = truncate(visible(text.trim()).as_ref(), usize::from(slot.width)).into_owned();
        self.draw_marked(&Row::text(text, TextStyle::default()), slot, buf, theme);
    }

    fn draw_preview(&self, area: Rect, buf: &mut Buffer, theme: &Theme) {
        let Some(place) = self.chosen() else { return };
        let width = usize::from(area.width);
        let line = hit_line(place, self.marked());
        let shown = self.preview.of(&place.hit.path, line);
        let facts = match shown.filter(|shown| shown.problem.is_none()) {
            Some(shown) => say!("finder-line", line, total = shown.total),
            None => String::new(),
        };
        let room = width.saturating_sub(width_of(&facts));
        let path = truncate_start(&visible(&place.hit.path), room).into_owned();
        let mut head = Row::text(path, TextStyle::of(Role::Accent));
        head.push(&facts, TextStyle::of(Role::FgMuted));
        draw_rows(&[head], area, buf, theme);
        let body = Rect {
            y: area.y.saturating_add(1),
            height: area.height.saturating_sub(1),
            ..area
        };
        let Some(shown) = shown else {
            let row = Row::text(say!("finder-reading"), TextStyle::of(Role::FgMuted));
            return draw_rows(&[row], body, buf, theme);
        };
        if let Some(problem) = &shown.problem {
            let row = Row::text(
                truncate(&visible(problem), width),
                TextStyle::of(Role::Warn),
            );
            return draw_rows(&[row], body, buf, theme);
        }
        // The hit stands at a third of the height, because the lines after it matter more.
        let above = u32::from(body.height / 3);
        let first = line.saturating_sub(above).max(shown.first);
        let skip = usize::try_from(first - shown.first).unwrap_or(usize::MAX);
        let lines = shown.lines.iter().skip(skip).zip(first..);
        for (y, (text, number)) in (body.top()..body.bottom()).zip(lines) {
            let is_hit = (place.hit.start_line..=place.hit.end_line).contains(&number);
            self.draw_line(
                (number, text),
                is_hit,
                Rect {
                    y,
                    height: 1,
                    ..body
                },
                buf,
                theme,
            );
        }
    }

    fn draw_line(
        &self,
        (number, text): (u32, &str),
        is_hit: bool,
        area: Rect,
        buf: &mut Buffer,
        theme: &Theme,
    ) {
        if is_hit {
            buf.set_style(area, theme.style(Role::BgCursorline));
        }
        let sign = if is_hit { "|" } else { " " };
        let number = format!("{}{sign} ", pad_start(&number.to_string(), NUMBER - 1));
        let lead = width_of(&number);
        draw_rows(
            &[Row::text(number, TextStyle::of(Role::DiffLineno))],
            area,
            buf,
            theme,
        );
        let slot = after(area, area.y, lead);
        let text = truncate(&visible(text), usize::from(slot.width)).into_owned();
        self.draw_marked(&Row::text(text, TextStyle::default()), slot, buf, theme);
    }

    /// Draws a row with the search text marked.
    fn draw_marked(&self, row: &Row, slot: Slot, buf: &mut Buffer, theme: &Theme) {
        let colours = &Colours::none();
        draw_row(row, slot, buf, Paint { theme, colours });
        for mark in self.marked() {
            draw_matches(row, mark, slot, buf, theme);
        }
    }
}

/// Returns the rest of a row after `columns` columns.
fn after(area: Rect, y: u16, columns: usize) -> Slot {
    let columns = u16::try_from(columns).unwrap_or(u16::MAX).min(area.width);
    Slot {
        x: area.x.saturating_add(columns),
        y,
        width: area.width - columns,
    }
}

/// Leaves the tab row, hints and status visible.
pub(super) fn size(whole: Rect) -> (u16, u16) {
    (
        whole.width.saturating_sub(2),
        whole.height.saturating_sub(4),
    )
}

pub(super) fn parts(inner: Rect) -> Parts {
    let head = Rect {
        height: HEAD.min(inner.height),
        ..inner
    };
    let body = Rect {
        y: head.bottom(),
        height: inner.height - head.height,
        ..inner
    };
    if inner.width >= BESIDE {
        let list = Rect {
            width: body.width * 2 / 5,
            ..body
        };
        let rule = Rect {
            x: list.right() + 1,
            width: 1,
            ..body
        };
        let preview = Rect {
            x: rule.right() + 1,
            width: body.right().saturating_sub(rule.right() + 1),
            ..body
        };
        return Parts {
            head,
            list,
            rule,
            preview,
            rows: 2,
        };
    }
    let list = Rect {
        height: body.height * 2 / 5,
        ..body
    };
    let rule = Rect {
        y: list.bottom(),
        height: 1.min(body.height - list.height),
        ..body
    };
    let preview = Rect {
        y: rule.bottom(),
        height: body.bottom().saturating_sub(rule.bottom()),
        ..body
    };
    Parts {
        head,
        list,
        rule,
        preview,
        rows: 1,
    }
}

fn draw_rule(area: Rect, buf: &mut Buffer, theme: &Theme) {
    let sign = if area.width > 1 { "─" } else { "│" };
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            buf.set_string(x, y, sign, theme.style(Role::Border));
        }
    }
}
