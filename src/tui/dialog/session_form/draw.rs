//! Draws the session form.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::field::Field;
use super::{Sent, SessionForm};
use crate::dialog::rollback::Running;
use crate::theme::{Role, Theme};
use crate::widget::boxed::box_in;
use crate::widget::list_view::marked;
use crate::widget::row::{Row, TextStyle, draw_rows};
use crate::widget::text_field::cursor_at;
use crate::widget::wrap::wrap_text;
use client::text::{pad_end, truncate, visible, width_of, window};
use l10n::say;

/// Maximum columns and rows of the form.
const SIZE: (u16, u16) = (110, 14);
/// Columns of the label before a value.
const LABEL: usize = 12;

fn keys() -> &'static str {
    say!("form-keys")
}

impl SessionForm {
    /// Draws the form and returns the cursor position.
    pub(super) fn draw_form(
        &self,
        whole: Rect,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Position> {
        let title = match self.session {
            Some(_) => say!("form-title-settings"),
            None => say!("form-title-new"),
        };
        let inner = box_in(whole, SIZE, title, buf, theme);
        let width = usize::from(inner.width);
        let mut rows = vec![self.head(width)];
        let mut cursor = None;
        let mut at = 0;
        for field in Field::ALL {
            let (row, column) = self.field_row(field, width);
            if field != self.at {
                rows.push(row);
                continue;
            }
            at = rows.len();
            cursor = Some(column);
            rows.push(marked(row));
            rows.extend(self.below(width));
        }
        // The error stays on the screen together with its field.
        let height = usize::from(inner.height.saturating_sub(1));
        let top = (at + 3)
            .saturating_sub(height)
            .min(rows.len().saturating_sub(height));
        let shown: Vec<Row> = rows.into_iter().skip(top).take(height).collect();
        draw_rows(&shown, inner, buf, theme);
        let last = Rect {
            y: inner.bottom().saturating_sub(1),
            height: inner.height.min(1),
            ..inner
        };
        let keys = Row::text(truncate(keys(), width), TextStyle::of(Role::FgMuted));
        draw_rows(&[keys], last, buf, theme);
        if self.at == Field::Mode || self.sent == Sent::Yes {
            return None;
        }
        cursor_at(inner, u16::try_from(at.checked_sub(top)?).ok()?, cursor?)
    }

    /// Returns the row above the fields: the session's location, and whether the session runs.
    fn head(&self, width: usize) -> Row {
        let (text, role) = match (self.running, self.sent) {
            (_, Sent::Yes) => (say!("form-checking").to_owned(), Role::Info),
            (Running::Yes, _) => (say!("form-works").to_owned(), Role::Warn),
            _ => (
                say!(
                    "form-agent",
                    agent = self.before.agent,
                    folder = self.root.display()
                ),
                Role::FgMuted,
            ),
        };
        Row::text(truncate(&visible(&text), width), TextStyle::of(role))
    }

    /// Returns the row with a label and a value, and the column of the cursor in it.
    fn field_row(&self, field: Field, width: usize) -> (Row, usize) {
        let label = format!("  {}", pad_end(field.label(), LABEL));
        let mut row = Row::text(&label, TextStyle::of(Role::Accent));
        if field == Field::Mode {
            row.push(self.mode.word(), TextStyle::default());
            return (row, width_of(&label));
        }
        let found = self.lines.iter().find(|(one, _)| *one == field);
        let (text, cursor) =
            found.map_or_else(Default::default, |(_, line)| (line.text(), line.cursor()));
        let shown = |text: &str| visible(&text.replace('\n', "↵")).into_owned();
        let room = width.saturating_sub(width_of(&label) + 1);
        let before = width_of(&shown(text.get(..cursor).unwrap_or_default()));
        // Only the focused field scrolls to its cursor.
        let from = if field == self.at {
            before.saturating_sub(room)
        } else {
            0
        };
        row.push(&window(&shown(&text), from, room), TextStyle::default());
        (row, width_of(&label) + before - from.min(before))
    }

    /// Returns the error of the focused field, or else the hint about its valid values.
    fn below(&self, width: usize) -> Vec<Row> {
        let (words, role) = match &self.problem {
            Some(problem) => (problem.as_str(), Role::Err),
            None => (self.at.hint(), Role::FgMuted),
        };
        let lead = LABEL + 2;
        let parts = wrap_text(
            &visible(words),
            TextStyle::of(role),
            width.saturating_sub(lead),
        );
        let rows = parts.into_iter().take(3).map(|part| {
            let mut row = Row::text(" ".repeat(lead), TextStyle::default());
            row.push(&part.plain(), TextStyle::of(role));
            row
        });
        rows.collect()
    }
}
