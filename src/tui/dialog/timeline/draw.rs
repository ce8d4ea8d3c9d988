//! Draws the timeline.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::{Item, Timeline, TypedLine};
use crate::theme::{Role, Theme};
use crate::widget::boxed::{box_in, inside};
use crate::widget::row::{Piece, Row, TextStyle, draw_rows};
use crate::widget::wrap::wrap_text;
use client::phrases::checkpoint::label;
use client::text::{clock, pad_end, pad_start, truncate, visible, width_of};
use l10n::{said, say, thousands};
use notice::Notice;
use protocol::change::CheckpointKind;
use protocol::review::CheckpointRow;

/// Maximum columns and rows of the list.
const LIST: (u16, u16) = (110, 24);

impl Timeline {
    /// Draws the timeline and returns the cursor position.
    pub(super) fn draw_list(
        &self,
        whole: Rect,
        buf: &mut Buffer,
        theme: &Theme,
    ) -> Option<Position> {
        let items = self.items();
        let title = say!("timeline-title");
        let inner = box_in(whole, self.size(whole), title, buf, theme);
        let width = usize::from(inner.width);
        let mut rows = vec![head(width)];
        let (top, room) = self.window(inner);
        if items.is_empty() {
            let look = TextStyle::of(Role::FgMuted);
            rows.extend(
                wrap_text(&self.nothing(), look, width)
                    .into_iter()
                    .take(room),
            );
        }
        for (place, item) in items.iter().enumerate().skip(top).take(room) {
            let mut row = match item {
                Item::Undo(label) => undo_row(label, width),
                Item::Checkpoint(row) => self.row(row, width),
            };
            if place == self.selected {
                row.fill = Some(Role::BgSel);
                if let Some(first) = row.pieces.first_mut() {
                    first.text = format!(">{}", first.text.get(1..).unwrap_or_default());
                }
            }
            rows.push(row);
        }
        draw_rows(&rows, inner, buf, theme);
        self.draw_foot(inner, buf, theme)
    }

    fn size(&self, whole: Rect) -> (u16, u16) {
        let wanted = u16::try_from(self.items().len()).unwrap_or(u16::MAX);
        let height = LIST
            .1
            .min(wanted.saturating_add(7))
            .min(whole.height.saturating_sub(2));
        (LIST.0, height.max(9))
    }

    /// Returns the first shown row, and the number of rows that fit.
    fn window(&self, inner: Rect) -> (usize, usize) {
        let room = usize::from(inner.height.saturating_sub(4)).max(1);
        ((self.selected + 1).saturating_sub(room), room)
    }

    /// Returns the number of rows from the chosen one to the one at a screen position; 0 if
    /// there is none.
    pub(super) fn steps_to(&self, whole: Rect, at: Position) -> isize {
        let inner = inside(whole, self.size(whole));
        let (top, room) = self.window(inner);
        let row = usize::from(at.y.saturating_sub(inner.y + 1));
        let is_row = self.compared.is_none() && inner.contains(at) && at.y > inner.y && row < room;
        match (is_row, top + row) {
            (true, wanted) if wanted < self.items().len() => {
                wanted.cast_signed() - self.selected.cast_signed()
            }
            _ => 0,
        }
    }

    fn nothing(&self) -> String {
        match (self.known, &self.problem, self.filter.is_empty()) {
            (_, Some(problem), _) => visible(problem).into_owned(),
            (false, None, _) => say!("timeline-looking").to_owned(),
            (true, None, true) => say!("timeline-none").to_owned(),
            (true, None, false) => say!("timeline-none-fits").to_owned(),
        }
    }

    fn draw_foot(&self, inner: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        let at = |back: u16| Rect {
            y: inner.bottom().saturating_sub(back),
            height: 1.min(inner.height),
            ..inner
        };
        let width = usize::from(inner.width);
        let is_undo = matches!(self.chosen(), Some(Item::Undo(_)));
        let keys = match (&self.typing, is_undo) {
            (Some(_), _) => say!("timeline-typing-keys"),
            (None, true) => say!("timeline-keys-on-undo"),
            (None, false) => say!("timeline-keys"),
        };
        let second = match (&self.problem, self.asks_undo) {
            (_, true) => say!("timeline-undo-keys"),
            (Some(problem), _) => problem.as_str(),
            (None, false) if is_undo => say!("timeline-undo-asks"),
            (None, false) if self.filter.is_empty() => say!("timeline-list-keys"),
            (None, false) => say!("timeline-list-keys-filter"),
        };
        let first = Row::text(truncate(keys, width), TextStyle::of(Role::FgMuted));
        let Some(typing) = &self.typing else {
            let role = if self.asks_undo || self.problem.is_some() {
                Role::Warn
            } else {
                Role::FgMuted
            };
            let second = Row::text(truncate(&visible(second), width), TextStyle::of(role));
            draw_rows(&[first], at(2), buf, theme);
            draw_rows(&[second], at(1), buf, theme);
            return None;
        };
        let label = match typing.what {
            TypedLine::Filter => say!("timeline-ask-filter"),
            TypedLine::Name(_) => say!("timeline-ask-name"),
            TypedLine::New => say!("timeline-ask-new"),
        };
        let mut row = Row::text(label, TextStyle::of(Role::Accent));
        row.push(&visible(typing.line.text()), TextStyle::default());
        let column = width_of(label) + width_of(&visible(typing.line.before_cursor()));
        draw_rows(&[first], at(2), buf, theme);
        draw_rows(&[row], at(1), buf, theme);
        let x = inner.x.saturating_add(u16::try_from(column).ok()?);
        Some(Position::new(
            x.min(inner.right().saturating_sub(1)),
            at(1).y,
        ))
    }

    /// `  31  14:01  build   -   before turn 14   auto`
    fn row(&self, row: &CheckpointRow, width: usize) -> Row {
        let checkpoint = &row.checkpoint;
        let marked = self.marked == Some(checkpoint.id);
        let files = match (row.files.len(), row.added, row.removed) {
            (0, ..) => "-".to_owned(),
            (count, 0, 0) => thousands(count as u64),
            (count, added, removed) => format!("{count} +{added}-{removed}"),
        };
        let time = format!(
            "{}",
            checkpoint
                .at
                .to_zoned(self.zone.clone())
                .strftime("%m-%d %H:%M")
        );
        let time = if width < 90 {
            clock(checkpoint.at, &self.zone)
        } else {
            time
        };
        let mut label = visible(&label(checkpoint)).into_owned();
        if row.dropped {
            label.push_str(say!("timeline-dropped"));
        }
        if let Some(session) = &row.session_name {
            label.push_str(&format!(" [{}]", visible(session)));
        }
        let lead = format!(
            "  {}{}  {time}  ",
            if marked { "*" } else { " " },
            pad_start(&checkpoint.number.to_string(), 4)
        );
        let kind = kind_word(checkpoint.kind);
        let by = pad_end(&truncate(&visible(&said(&row.by)), 10), 11);
        let files = pad_end(&truncate(&files, 12), 13);
        let used = width_of(&lead) + width_of(&by) + width_of(&files) + 8;
        let room = width.saturating_sub(used);
        Row::of(vec![
            Piece::new(lead, TextStyle::default()),
            Piece::new(by, TextStyle::of(Role::ChatTool)),
            Piece::new(files, TextStyle::of(Role::FgMuted)),
            Piece::new(pad_end(&truncate(&label, room), room), TextStyle::default()),
            Piece::new(format!("  {kind}"), TextStyle::of(Role::FgMuted)),
        ])
    }
}

fn head(width: usize) -> Row {
    let time = if width < 90 {
        say!("timeline-time")
    } else {
        say!("timeline-time-long")
    };
    let text = say!("timeline-head", time);
    let row = say!(
        "timeline-head-kind",
        row = pad_end(&text, width.saturating_sub(8))
    );
    Row::text(truncate(&row, width), TextStyle::of(Role::FgMuted))
}

fn undo_row(label: &Notice, width: usize) -> Row {
    let text = say!("timeline-undo", label = visible(&said(label)));
    Row::text(truncate(&text, width), TextStyle::of(Role::Warn))
}

fn kind_word(kind: CheckpointKind) -> &'static str {
    match kind {
        CheckpointKind::Auto => say!("timeline-kind-auto"),
        CheckpointKind::User => say!("timeline-kind-user"),
        CheckpointKind::Shell => say!("timeline-kind-shell"),
        CheckpointKind::Named => say!("timeline-kind-named"),
        CheckpointKind::Safety => say!("timeline-kind-safety"),
    }
}
