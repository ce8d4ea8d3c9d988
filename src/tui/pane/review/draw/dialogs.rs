//! Dialogs over the rows, each in a box: a choice, a text.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::super::dialog::{Choice, Purpose, ReviewDialog, TextDialog};
use crate::pane::review::Review;
use crate::theme::{Role, Theme};
use crate::widget::boxed::{box_in, inside};
use crate::widget::row::{Piece, Row, TextStyle, draw_rows};
use crate::widget::wrap::wrap_text;
use client::text::{truncate, visible, width_of};
use l10n::{counted, say};

/// Maximum columns and rows of a box.
const WIDTH: u16 = 100;
const TEXT_HEIGHT: u16 = 24;

impl Review {
    pub(super) fn draw_dialog(&self, area: Rect, buf: &mut Buffer, theme: &Theme) {
        let Some(dialog) = &self.dialog else { return };
        let Some((title, rows)) = self.dialog_rows(dialog, area) else {
            return self.draw_field(area, buf, theme);
        };
        let height = u16::try_from(rows.len()).unwrap_or(u16::MAX);
        let inner = box_in(area, (WIDTH, height.saturating_add(2)), title, buf, theme);
        draw_rows(&rows, inner, buf, theme);
    }

    /// Returns the rows of a dialog; `None` for a text dialog, whose box holds a field.
    fn dialog_rows(&self, dialog: &ReviewDialog, area: Rect) -> Option<(&'static str, Vec<Row>)> {
        let width = usize::from(inside(area, (WIDTH, 3)).width);
        let room = usize::from(area.height.saturating_sub(2));
        Some(match dialog {
            ReviewDialog::Choose(choice) => (choice.title, choice_rows(choice, width, room)),
            ReviewDialog::Gather(gather) => {
                let text = say!(
                    "review-sheet-looking",
                    files = counted(gather.waiting.len(), "more file")
                );
                (say!("review-accept-all-files"), vec![muted(&text)])
            }
            ReviewDialog::Fetch(_) => (
                say!("review-sheet-edit"),
                vec![muted(say!("review-sheet-fetching"))],
            ),
            ReviewDialog::Text(_) => return None,
        })
    }

    fn draw_field(&self, area: Rect, buf: &mut Buffer, theme: &Theme) {
        let Some(ReviewDialog::Text(dialog)) = &self.dialog else {
            return;
        };
        let (title, keys) = words_of(dialog);
        let inner = box_in(area, self.field_box(dialog, area), title, buf, theme);
        let (field, last) = split_last(inner);
        if dialog.is_of_deletion() {
            let width = usize::from(field.width).max(1);
            let text = say!("review-sheet-edit-deletion");
            let rows = wrap_text(text, TextStyle::of(Role::FgMuted), width);
            draw_rows(&rows, field, buf, theme);
        }
        dialog.field.draw(field, buf, theme);
        let width = usize::from(inner.width);
        let place = dialog
            .field
            .visible_window(field)
            .map(|(first, last, all)| {
                let place = say!("overlay-place", first, last, all);
                format!("  {place}")
            });
        let place = place.unwrap_or_default();
        let room = width.saturating_sub(width_of(&place));
        let keys = truncate(keys, room);
        let gap = " ".repeat(room.saturating_sub(width_of(&keys)));
        let mut row = Row::text(keys, TextStyle::of(Role::Accent));
        row.push(&format!("{gap}{place}"), TextStyle::of(Role::FgMuted));
        draw_rows(&[row], last, buf, theme);
    }

    pub(in crate::pane::review) fn field_cursor(&self, area: Rect) -> Option<Position> {
        let Some(ReviewDialog::Text(dialog)) = &self.dialog else {
            return None;
        };
        let inner = inside(area, self.field_box(dialog, area));
        dialog.field.cursor(split_last(inner).0)
    }

    fn field_box(&self, dialog: &TextDialog, area: Rect) -> (u16, u16) {
        let width = inside(area, (WIDTH, 3)).width;
        let height = dialog.field.height(width).clamp(3, TEXT_HEIGHT);
        (WIDTH, height + 4)
    }
}

/// Splits the area into everything but the last two rows, and the last row.
fn split_last(inner: Rect) -> (Rect, Rect) {
    let field = Rect {
        height: inner.height.saturating_sub(2),
        ..inner
    };
    let last = Rect {
        y: inner.bottom().saturating_sub(1),
        height: inner.height.min(1),
        ..inner
    };
    (field, last)
}

fn words_of(dialog: &TextDialog) -> (&'static str, &'static str) {
    match dialog.purpose {
        Purpose::Comment(_) | Purpose::Reword(_) => (
            say!("review-sheet-comment"),
            say!("review-sheet-comment-keys"),
        ),
        Purpose::Amend(_) => (
            say!("review-sheet-edit-proposed"),
            say!("review-sheet-edit-keys"),
        ),
        Purpose::Settle(_) => (
            say!("review-sheet-edit-here"),
            say!("review-sheet-edit-keys"),
        ),
    }
}

fn muted(text: &str) -> Row {
    Row::text(text, TextStyle::of(Role::FgMuted))
}

fn choice_rows(choice: &Choice, width: usize, room: usize) -> Vec<Row> {
    let mut rows: Vec<Row> = choice
        .lines
        .iter()
        .flat_map(|line| wrap_text(&visible(line), TextStyle::default(), width.max(1)))
        .collect();
    // Long text never pushes the options out of the box.
    rows.truncate(room.saturating_sub(choice.ways.len() + 2));
    rows.push(Row::default());
    for (at, way) in choice.ways.iter().enumerate() {
        let is_at = at == choice.at;
        let mark = if is_at { "> " } else { "  " };
        let mut row = Row::of(vec![
            Piece::new(mark, TextStyle::of(Role::Accent)),
            Piece::new(format!("{} ", way.key), TextStyle::of(Role::Accent)),
        ]);
        row.push(
            &truncate(&way.label, width.saturating_sub(4)),
            TextStyle::default(),
        );
        row.fill = is_at.then_some(Role::BgSel);
        rows.push(row);
    }
    rows.push(muted(say!("review-sheet-ways")));
    rows
}
