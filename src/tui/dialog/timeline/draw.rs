//! Draws the timeline.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position, Rect};

use super::{Item, Timeline, TypedLine};
use crate::theme::{Role, Theme};
use crate::widget::boxed::{box_in, inside};
use crate::widget::list_view::ListView;
use crate::widget::row::{Piece, Row, TextStyle, draw_rows};
use crate::widget::text_field::TextField;
use crate::widget::wrap::wrap_text;
use client::phrases::checkpoint::label;
use client::text::{clock, pad_end, pad_start, truncate, visible, width_of};
use l10n::{said, say, thousands};
use notice::Notice;
use protocol::change::CheckpointKind;
use protocol::review::CheckpointRow;

/// Maximum columns and rows of the list.
const LIST: (u16, u16) = (110, 24);
/// Maximum rows of keys.
const KEYS: usize = 2;

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
        let parts = self.parts(inner);
        draw_rows(&[head(width)], inner, buf, theme);
        let rows = if items.is_empty() {
            wrap_text(&self.nothing(), TextStyle::of(Role::FgMuted), width)
        } else {
            let list = ListView::new(parts.rows, self.selected, items.len());
            list.rows(|place| match items.get(place) {
                Some(Item::Undo(label)) => undo_row(label, width),
                Some(Item::Checkpoint(row)) => self.row(row, width),
                None => Row::default(),
            })
        };
        draw_rows(&rows, parts.rows, buf, theme);
        draw_rows(&self.keys(inner), parts.keys, buf, theme);
        self.draw_typing(parts.typing, buf, theme)
    }

    pub(super) fn size(&self, whole: Rect) -> (u16, u16) {
        let around = 5 + self.keys(inside(whole, LIST)).len();
        let wanted = u16::try_from(self.items().len() + around).unwrap_or(u16::MAX);
        let height = LIST.1.min(wanted).min(whole.height.saturating_sub(2));
        (LIST.0, height.max(9))
    }

    pub(super) fn parts(&self, inner: Rect) -> Parts {
        let row = Constraint::Length(1);
        let keys = u16::try_from(self.keys(inner).len()).unwrap_or(1);
        let parts = [row, Constraint::Fill(1), row, Constraint::Length(keys)];
        let [_, rows, typing, keys] = Layout::vertical(parts).areas(inner);
        Parts { rows, typing, keys }
    }

    fn keys(&self, inner: Rect) -> Vec<Row> {
        self.footer.rows(usize::from(inner.width), KEYS)
    }

    fn nothing(&self) -> String {
        match (self.known, &self.problem, self.filter.is_empty()) {
            (_, Some(problem), _) => visible(problem).into_owned(),
            (false, None, _) => say!("timeline-looking").to_owned(),
            (true, None, true) => say!("timeline-none").to_owned(),
            (true, None, false) => say!("timeline-none-fits").to_owned(),
        }
    }

    /// Draws the typed line, the question before the rollback is undone, or what is wrong.
    fn draw_typing(&self, area: Rect, buf: &mut Buffer, theme: &Theme) -> Option<Position> {
        let Some(typing) = &self.typing else {
            let words = match (self.asks_undo, &self.problem) {
                (true, _) => say!("timeline-undo-sure"),
                (false, Some(problem)) => problem,
                (false, None) => {
                    let row = self.cut_label(usize::from(area.width));
                    draw_rows(&Vec::from_iter(row), area, buf, theme);
                    return None;
                }
            };
            let words = truncate(&visible(words), usize::from(area.width)).into_owned();
            let row = Row::text(words, TextStyle::of(Role::Warn));
            draw_rows(&[row], area, buf, theme);
            return None;
        };
        let label = match typing.what {
            TypedLine::Filter => say!("timeline-ask-filter"),
            TypedLine::Name(_) => say!("timeline-ask-name"),
            TypedLine::New => say!("timeline-ask-new"),
        };
        TextField::new(label, &typing.line).draw(area, buf, theme)
    }

    /// Returns the label of the chosen checkpoint if its row has no room for all of it.
    fn cut_label(&self, width: usize) -> Option<Row> {
        let row = self.chosen_row()?;
        let label = label_words(row);
        let is_cut = !self.row(row, width).plain().contains(&label);
        let style = TextStyle::of(Role::FgMuted);
        is_cut.then(|| Row::text(truncate(&label, width), style))
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
        let label = label_words(row);
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

/// Describes a checkpoint, and the session that it belongs to if that is another one.
fn label_words(row: &CheckpointRow) -> String {
    let mut label = visible(&label(&row.checkpoint)).into_owned();
    if row.dropped {
        label.push_str(say!("timeline-dropped"));
    }
    if let Some(session) = &row.session_name {
        label.push_str(&format!(" [{}]", visible(session)));
    }
    label
}

/// The parts of the box below the heads of the columns.
pub(super) struct Parts {
    pub(super) rows: Rect,
    typing: Rect,
    keys: Rect,
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
