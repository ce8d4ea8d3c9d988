//! Dialogs over the rows, each in a box: the summary, a choice, a text.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;

use super::super::dialog::{ApplySummaryDialog, Choice, Diff, Purpose, ReviewDialog, TextDialog};
use crate::pane::review::Review;
use crate::theme::{Role, Theme};
use crate::widget::boxed::{box_in, inside};
use crate::widget::row::{Piece, Row, TextStyle, draw_rows};
use crate::widget::wrap::{wrap_entries, wrap_text};
use client::text::{truncate, truncate_start, visible, width_of};
use l10n::{counted, said, say};
use protocol::change::{DiffLineKind, FileDiff};
use protocol::review::ApplySummary;

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
            ReviewDialog::Summary(summary) => (
                say!("review-sheet-apply"),
                self.summary_rows(summary, width, room),
            ),
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

    fn summary_rows(&self, summary: &ApplySummaryDialog, width: usize, room: usize) -> Vec<Row> {
        let Some(known) = &summary.known else {
            return vec![muted(say!("review-sheet-gathering"))];
        };
        let body = match summary.diff() {
            Diff::Hidden => summary_body(known, &self.unreported_comments(), width),
            Diff::Awaited => vec![muted(say!("review-sheet-comparing"))],
            Diff::Shown(diffs) => diffs
                .iter()
                .flat_map(|diff| diff_rows(diff, width))
                .collect(),
        };
        let keys = match (summary.current(), known.files.is_empty()) {
            (None, _) => say!("review-sheet-changed"),
            (_, true) => say!("review-sheet-nothing"),
            (_, false) if *summary.diff() == Diff::Hidden => say!("review-sheet-keys"),
            (_, false) => say!("review-sheet-diff-keys"),
        };
        let keys = wrap_entries(keys, TextStyle::of(Role::Accent), width.max(1));
        let space = room.saturating_sub(1 + keys.len()).max(1);
        let top = summary.top.min(body.len().saturating_sub(space));
        let mut rows: Vec<Row> = body.into_iter().skip(top).take(space).collect();
        rows.push(Row::default());
        rows.extend(keys);
        rows
    }

    /// Returns the texts of the comments that were not reported to the agent yet.
    fn unreported_comments(&self) -> Vec<String> {
        let untold = self.comments.iter().filter(|comment| !comment.told);
        untold
            .map(|comment| format!("{}: {}", comment.path, comment.text))
            .collect()
    }

    fn draw_field(&self, area: Rect, buf: &mut Buffer, theme: &Theme) {
        let Some(ReviewDialog::Text(dialog)) = &self.dialog else {
            return;
        };
        let (title, keys) = words_of(dialog);
        let inner = box_in(area, self.field_box(dialog, area), title, buf, theme);
        let (field, last) = split_last(inner);
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

fn summary_body(summary: &ApplySummary, comments: &[String], width: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    for (_, stat) in &summary.files {
        let mut row = Row::text(format!("{}  ", visible(&stat.path)), TextStyle::default());
        row.push(&format!("+{}", stat.added), TextStyle::of(Role::DiffAddFg));
        row.push(
            &format!(" -{}", stat.removed),
            TextStyle::of(Role::DiffDelFg),
        );
        let operation = summary
            .operations
            .iter()
            .find(|(path, _)| *path == stat.path);
        if let Some((_, operation)) = operation {
            row.push(
                &format!("  {}", visible(&said(operation))),
                TextStyle::of(Role::Warn),
            );
        }
        rows.push(row);
    }
    if summary.files.is_empty() && summary.skipped.is_empty() {
        rows.push(muted(say!("review-sheet-as-decided")));
    }
    for (path, why) in &summary.skipped {
        let text = say!(
            "review-sheet-skipped",
            path = visible(path),
            why = visible(&said(why))
        );
        rows.extend(wrap_text(&text, TextStyle::of(Role::Warn), width.max(1)));
    }
    let pending = match summary.pending {
        // Skipped hunks still wait for a decision.
        0 if !summary.skipped.is_empty() => None,
        0 => Some(say!("review-sheet-all-decided").to_owned()),
        1 => Some(say!("review-sheet-one-undecided").to_owned()),
        count => Some(say!("review-sheet-undecided", count)),
    };
    if let Some(pending) = pending {
        rows.extend(wrap_text(
            &pending,
            TextStyle::of(Role::FgMuted),
            width.max(1),
        ));
    }
    let untold = match summary.unreported {
        0 => say!("review-sheet-all-told").to_owned(),
        1 => say!("review-sheet-one-to-tell").to_owned(),
        count => {
            say!("review-sheet-to-tell", count)
        }
    };
    rows.extend(wrap_text(
        &untold,
        TextStyle::of(Role::FgMuted),
        width.max(1),
    ));
    for comment in comments {
        let text = format!("  # {}", visible(comment).replace('\n', " "));
        rows.push(Row::text(truncate(&text, width), TextStyle::of(Role::Info)));
    }
    rows
}

/// Returns the changes to a file, one row per line.
fn diff_rows(diff: &FileDiff, width: usize) -> Vec<Row> {
    let head = TextStyle::default().with(Modifier::BOLD);
    let mut rows = vec![Row::text(truncate_start(&visible(&diff.path), width), head)];
    for hunk in &diff.hunks {
        let place = format!("@@ -{} +{} @@", hunk.old_start, hunk.new_start);
        rows.push(muted(&place));
        for line in &hunk.lines {
            let (sign, role) = match line.kind {
                DiffLineKind::Context => (' ', Role::FgMuted),
                DiffLineKind::Add => ('+', Role::DiffAddFg),
                DiffLineKind::Remove => ('-', Role::DiffDelFg),
            };
            let text = format!("{sign}{}", visible(&line.content));
            rows.push(Row::text(truncate(&text, width), TextStyle::of(role)));
        }
    }
    if diff.truncated {
        rows.push(muted(say!("widget-cut")));
    }
    rows
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
